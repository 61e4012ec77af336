import { z } from 'zod'

import { endpoint, orNull, type Call, type CallOptions, type ExampleIds } from './endpoint.server'
import type { PublicCall } from './public-cache.server'
import * as schemas from '~/gateways/schemas/catalogue.server'
import { id } from '~/gateways/schemas/common.server'
import { firstPage, page, type Page, type Pagination } from '~/gateways/schemas/paging.server'

const MINUTE_MS = 60_000

const kind = z.literal('1')
const shelf = { storeType: '1', catalogType: '1' } as const
const NO_GOODS = 'the search has found no goods'
const inCategory = ({ storeCode, categoryId }: ExampleIds) => ({
  ...shelf,
  storeCode,
  ...(categoryId !== undefined && { categories: [categoryId] }),
})

/** Section 'Catalogue' of the contract. */
export const catalogueEndpoints = {
  listCategories: endpoint(
    {
      gateway: 'web',
      method: 'GET',
      path: '/v3/categories/store/{storeCode}',
      auth: 'none',
      effect: 'safe',
      freshMs: 10 * MINUTE_MS,
      query: z.object({ storetype: kind, catalogtype: kind }),
      answer: schemas.categories,
      usedBy: ['/categories', '/catalog', '/catalog/{categoryId}', '/search'],
      without: 'the catalogue has no categories',
    },
    ({ storeCode }) => ({ params: { storeCode }, query: { storetype: '1', catalogtype: '1' } }),
    ({ items: [category] }, found) => {
      found.categoryId = category?.id
    },
  ),
  searchGoods: endpoint(
    {
      gateway: 'web',
      method: 'POST',
      path: '/v2/goods/search',
      auth: 'none',
      effect: 'safe',
      freshMs: MINUTE_MS,
      request: schemas.goodsSearchRequest,
      answer: schemas.goodsFound,
      usedBy: [
        '/search?q=молоко',
        '/catalog',
        '/catalog/{categoryId}',
        '/product/{goodId}',
        '/profile/transactions/{transactionId}/again',
      ],
      without: 'no goods are found',
    },
    (found) => ({
      body: {
        ...inCategory(found),
        sort: { type: 'popularity', order: 'desc' },
        pagination: firstPage,
        includeAdultGoods: false,
        filters: [],
      },
    }),
    ({ items: [good] }, found) => {
      found.goodId = good?.id
    },
  ),
  getGood: endpoint(
    {
      gateway: 'web',
      method: 'GET',
      path: '/v2/goods/{id}',
      auth: 'none',
      effect: 'safe',
      freshMs: MINUTE_MS,
      query: z.object({ storeCode: id, storeType: kind, catalogType: kind }),
      answer: schemas.goodDetail,
      usedBy: ['/product/{goodId}', '/product/{goodId}/reviews'],
      without: 'no product can be opened',
    },
    ({ goodId: id, storeCode }) =>
      id ? { params: { id }, query: { ...shelf, storeCode } } : NO_GOODS,
  ),
  listFilters: endpoint(
    {
      gateway: 'web',
      method: 'POST',
      path: '/v1/goods/filters',
      auth: 'none',
      effect: 'safe',
      freshMs: 5 * MINUTE_MS,
      request: schemas.goodsFiltersRequest,
      answer: schemas.goodsFilters,
      usedBy: ['/search?q=молоко', '/catalog', '/catalog/{categoryId}'],
      without: 'lists have no filters',
    },
    (found) => ({ body: inCategory(found) }),
  ),
  listReviews: endpoint(
    {
      gateway: 'web',
      method: 'GET',
      path: '/v2/object/feedback',
      auth: 'none',
      effect: 'safe',
      freshMs: MINUTE_MS,
      query: z.object({ objectType: z.literal('GOOD'), objectId: id, ...page.shape }),
      answer: schemas.reviews,
      usedBy: ['/product/{goodId}/reviews', '/product/{goodId}'],
      without: 'no reviews',
    },
    ({ goodId: objectId }) =>
      objectId ? { query: { objectType: 'GOOD', objectId, ...firstPage } } : NO_GOODS,
  ),
  leaveReview: endpoint(
    {
      gateway: 'web',
      method: 'POST',
      path: '/v2/object/feedback',
      auth: 'required',
      effect: 'once',
      request: schemas.newReview,
      answer: schemas.reviewAccepted,
      usedBy: ['/product/{goodId}', '/product/{goodId}/reviews'],
      without: 'no review can be left',
    },
    ({ goodId: objectId }) =>
      objectId ? { body: { objectType: 'GOOD', objectId, score: 5, text: 'Вкусно' } } : NO_GOODS,
  ),
  getScores: endpoint(
    {
      gateway: 'web',
      method: 'GET',
      path: '/v1/object/{id}/scores',
      auth: 'none',
      effect: 'safe',
      freshMs: MINUTE_MS,
      answer: schemas.scores,
      usedBy: ['/product/{goodId}/reviews', '/product/{goodId}'],
      without: 'no rating',
    },
    ({ goodId: id }) => (id ? { params: { id } } : NO_GOODS),
  ),
}

type GoodsSearch = Omit<
  schemas.GoodsSearchRequest,
  'storeType' | 'catalogType' | 'pagination' | 'filters'
> &
  Page & { filters?: schemas.GoodsSearchRequest['filters'] }

/**
 * Every function throws GatewayError; the docstrings name errors specific to a call. Money in
 * kopecks, weights in grams.
 * @param call sends the calls of one visitor
 * @param publicCall reads public data, through a cache if there is one
 */
export function catalogueGateway(call: Call, publicCall: PublicCall) {
  const e = catalogueEndpoints
  return {
    /** The store's tree of categories. */
    listCategories: async (storeCode: string, options?: CallOptions): Promise<schemas.Category[]> =>
      (
        await publicCall(e.listCategories, {
          params: { storeCode },
          query: { storetype: '1', catalogtype: '1' },
          ...options,
        })
      ).items,

    /** A page of the store's goods; `limit` at most 50. */
    searchGoods: (search: GoodsSearch, options?: CallOptions): Promise<schemas.GoodsFound> => {
      const { limit, offset, filters = [], ...rest } = search
      return publicCall(e.searchGoods, {
        body: { ...rest, ...shelf, filters, pagination: { limit, offset } },
        ...options,
      })
    },

    /** A product in a store; `null` when there is none. */
    getGood: (
      input: { id: string; storeCode: string },
      options?: CallOptions,
    ): Promise<schemas.GoodDetail | null> =>
      orNull(
        publicCall(e.getGood, {
          params: { id: input.id },
          query: { storeCode: input.storeCode, ...shelf },
          ...options,
        }),
        404,
      ),

    /** The filters that can narrow this search. */
    listFilters: async (
      input: { storeCode: string; categories?: number[]; term?: string },
      options?: CallOptions,
    ): Promise<schemas.GoodsFilter[]> =>
      (await publicCall(e.listFilters, { body: { ...input, ...shelf }, ...options })).filters,

    /** A page of a product's reviews; `limit` at most 50. */
    listReviews: (
      input: { goodId: string } & Page,
      options?: CallOptions,
    ): Promise<{ items: schemas.Review[]; pagination: Pagination }> => {
      const { goodId, limit, offset } = input
      return publicCall(e.listReviews, {
        query: { objectType: 'GOOD', objectId: goodId, limit, offset },
        ...options,
      })
    },

    /**
     * Sends a review to moderation. Never retried.
     * @param input.score 1 to 5
     * @throws GatewayError 422
     */
    leaveReview: (
      input: { goodId: string; score: number; text?: string; pros?: string; cons?: string },
      options?: CallOptions,
    ) => {
      const { goodId, ...review } = input
      return call(e.leaveReview, {
        body: { objectType: 'GOOD', objectId: goodId, ...review },
        ...options,
      })
    },

    /** A product's rating, and the number of reviews by score. */
    getScores: (goodId: string, options?: CallOptions): Promise<schemas.Scores> =>
      publicCall(e.getScores, { params: { id: goodId }, ...options }),
  }
}
