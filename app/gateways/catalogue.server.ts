import { z } from 'zod'

import { absent, endpoint, type ExampleIds } from './endpoint.server'
import * as schemas from '~/gateways/schemas/catalogue.server'
import { id } from '~/gateways/schemas/common.server'
import { firstPage, page, type Page } from '~/gateways/schemas/paging.server'

const MINUTE_MS = 60_000

const kind = z.literal('1')
const shelf = { storeType: '1', catalogType: '1' } as const
const NO_PRODUCTS = 'the search has found no products'
const inCategory = ({ storeCode, categoryId }: ExampleIds) => ({
  storeCode,
  ...(categoryId !== undefined && { categories: [categoryId] }),
})

type ProductsSearch = Omit<
  schemas.ProductsSearchRequest,
  'storeType' | 'catalogType' | 'pagination' | 'filters'
> &
  Page & { filters?: schemas.ProductsSearchRequest['filters'] }

/** Section 'Catalogue' of the contract. */
export const catalogueEndpoints = {
  /** The store's tree of categories. */
  listCategories: endpoint(
    'web GET /v3/categories/store/{storeCode}',
    {
      auth: 'none',
      freshMs: 10 * MINUTE_MS,
      query: z.object({ storetype: kind, catalogtype: kind }),
      response: schemas.categories,
      without: 'the catalogue has no categories',
    },
    {
      input: (storeCode: string) => ({
        params: { storeCode },
        query: { storetype: '1' as const, catalogtype: '1' as const },
      }),
      pick: ({ items }) => items,
      example: ({ storeCode }) => storeCode,
      learn: ({ items: [category] }, found) => {
        found.categoryId = category?.id
      },
    },
  ),
  /** A page of the store's products; `limit` at most 50. */
  searchProducts: endpoint(
    'web POST /v2/goods/search',
    {
      auth: 'none',
      effect: 'safe',
      freshMs: MINUTE_MS,
      request: schemas.productsSearchRequest,
      response: schemas.productsFound,
      without: 'no products are found',
    },
    {
      input: ({ limit, offset, filters = [], ...rest }: ProductsSearch) => ({
        body: { ...rest, ...shelf, filters, pagination: { limit, offset } },
      }),
      example: (found) => ({
        ...inCategory(found),
        sort: { type: 'popularity', order: 'desc' },
        ...firstPage,
        includeAdultGoods: false,
      }),
      learn: ({ items: [product] }, found) => {
        found.productId = product?.id
      },
    },
  ),
  /** A product in a store; null when there is none. */
  getProduct: endpoint(
    'web GET /v2/goods/{id}',
    {
      auth: 'none',
      freshMs: MINUTE_MS,
      query: z.object({ storeCode: id, storeType: kind, catalogType: kind }),
      response: schemas.productDetail,
      without: 'no product can be opened',
    },
    {
      input: ({ id, storeCode }: { id: string; storeCode: string }) => ({
        params: { id },
        query: { storeCode, ...shelf },
      }),
      recover: absent(404),
      example: ({ productId: id, storeCode }) => id && { id, storeCode },
      lacking: NO_PRODUCTS,
    },
  ),
  /** The filters that can narrow this search. */
  listFilters: endpoint(
    'web POST /v1/goods/filters',
    {
      auth: 'none',
      effect: 'safe',
      freshMs: 5 * MINUTE_MS,
      request: schemas.productsFiltersRequest,
      response: schemas.productsFilters,
      without: 'lists have no filters',
    },
    {
      input: (search: { storeCode: string; categories?: number[]; term?: string }) => ({
        body: { ...search, ...shelf },
      }),
      pick: ({ filters }) => filters,
      example: inCategory,
    },
  ),
  /** A page of a product's reviews; `limit` at most 50. */
  listReviews: endpoint(
    'web GET /v2/object/feedback',
    {
      auth: 'none',
      freshMs: MINUTE_MS,
      query: z.object({ objectType: z.literal('GOOD'), objectId: id, ...page.shape }),
      response: schemas.reviews,
      without: 'no reviews',
    },
    {
      input: ({ productId, limit, offset }: { productId: string } & Page) => ({
        query: { objectType: 'GOOD' as const, objectId: productId, limit, offset },
      }),
      example: ({ productId }) => productId && { productId, ...firstPage },
      lacking: NO_PRODUCTS,
    },
  ),
  /** Sends a review with a score of 1 to 5 to moderation: 422. */
  leaveReview: endpoint(
    'web POST /v2/object/feedback',
    {
      effect: 'once',
      request: schemas.newReview,
      response: schemas.reviewAccepted,
      without: 'no review can be left',
    },
    {
      input: ({
        productId,
        ...review
      }: {
        productId: string
        score: number
        text?: string
        pros?: string
        cons?: string
      }) => ({
        body: { objectType: 'GOOD' as const, objectId: productId, ...review },
      }),
      example: ({ productId }) => productId && { productId, score: 5, text: 'Вкусно' },
      lacking: NO_PRODUCTS,
    },
  ),
  /** A product's rating, and the number of reviews by score. */
  getScores: endpoint(
    'web GET /v1/object/{id}/scores',
    {
      auth: 'none',
      freshMs: MINUTE_MS,
      response: schemas.scores,
      without: 'no rating',
    },
    {
      input: (id: string) => ({ params: { id } }),
      example: ({ productId }) => productId,
      lacking: NO_PRODUCTS,
    },
  ),
}
