import { z } from 'zod'

import type { ProductsFilter } from '../../app/gateways/schemas/catalogue.server'
import { invalidFields, notFound, refuseInvalid } from '../responses'
import {
  categories,
  getDetails,
  getStoreProduct,
  getRating,
  getProduct,
  products,
  type Product,
} from '../data/products'
import { getReviews } from '../data/reviews'
import { searchProducts } from '../data/search'
import { getStore } from '../data/stores'
import { open, personal, type Endpoint } from '../endpoint'
import { getPage, pageQuery } from '../paging'
import type { State } from '../state'

const MAX_REVIEW_LENGTH = 3000

const one = z.literal('1')
const shelf = { storeCode: z.string().min(1), storeType: one, catalogType: one }
const chosen = {
  categories: z.array(z.number().int()).optional(),
  term: z.string().optional(),
}
const filter = z.object({
  id: z.string(),
  values: z.array(z.string()).optional(),
  from: z.number().optional(),
  to: z.number().optional(),
})

/** A product with its price and stock in this store. */
interface Offered {
  product: Product
  inStore: ReturnType<typeof getStoreProduct>
}

const noStore = () => notFound('Такого магазина нет')

function inCategories(ids: readonly number[] | undefined): readonly Product[] {
  if (!ids || ids.length === 0) return products
  return products.filter(
    ({ shelfId, departmentId }) => ids.includes(shelfId) || ids.includes(departmentId),
  )
}

/** The requested category and the next ones: its subcategories, or else its siblings. */
function getPlace(ids: readonly number[] | undefined) {
  const [id] = ids ?? []
  if (id === undefined || ids?.length !== 1) return {}
  const department = categories.find(
    (each) => each.id === id || each.children.some((child) => child.id === id),
  )
  const category = [department, ...(department?.children ?? [])].find((each) => each?.id === id)
  if (!department || !category) return {}
  const titled = (each: { id: number; name: string }) => ({ id: each.id, title: each.name })
  return {
    category: titled(category),
    fastCategoriesExtended: department.children.map(titled),
  }
}

function passes(
  { product, inStore }: Offered,
  { id, values, from, to }: z.output<typeof filter>,
): boolean {
  const isOn = values === undefined || values.length === 0 || values.includes('true')
  switch (id) {
    case 'brand':
      return !values || values.length === 0 || values.includes(product.brand ?? '')
    case 'country':
      return !values || values.length === 0 || values.includes(product.country)
    case 'price':
      return inStore.price >= (from ?? 0) && inStore.price <= (to ?? Infinity)
    case 'discount':
      return !isOn || inStore.promotion !== undefined
    case 'inStock':
      return !isOn || inStore.quantity > 0
    default:
      return true
  }
}

const sorters: Record<string, (offered: Offered) => number> = {
  popularity: ({ product }) => product.popularity,
  discount: ({ inStore }) => inStore.promotion?.discountPercent ?? 0,
  price: ({ inStore }) => inStore.price,
  rating: ({ inStore }) => inStore.ratings?.rating ?? 0,
}

function filtersFor(offered: readonly Offered[]): ProductsFilter[] {
  const list = (id: string, title: string, getValue: (product: Product) => string | undefined) => {
    const counts = new Map<string, number>()
    for (const { product } of offered) {
      const value = getValue(product)
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    const values = [...counts]
      .sort(([first], [second]) => first.localeCompare(second, 'ru'))
      .map(([value, count]) => ({ id: value, title: value, count }))
    return values.length === 0 ? [] : [{ id, title, type: 'LIST' as const, values }]
  }
  if (offered.length === 0) return []
  const prices = offered.map(({ inStore }) => inStore.price)
  return [
    {
      id: 'price',
      title: 'Цена',
      type: 'RANGE',
      min: Math.min(...prices),
      max: Math.max(...prices),
    },
    { id: 'discount', title: 'Со скидкой', type: 'TOGGLE' },
    { id: 'inStock', title: 'В наличии', type: 'TOGGLE' },
    ...list('brand', 'Бренд', ({ brand }) => brand),
    ...list('country', 'Страна', ({ country }) => country),
  ]
}

/** Categories, products, reviews. */
export function catalogue(state: State, imageOrigin: string): Endpoint[] {
  const gateway = 'web'
  const offeredIn = (storeCode: string, among: readonly Product[]): Offered[] =>
    among.map((product) => ({
      product,
      inStore: getStoreProduct(storeCode, product, imageOrigin, state.now()),
    }))

  return [
    open({
      gateway,
      name: 'GET /v3/categories/store/{storeCode}',
      query: z.object({ storetype: one, catalogtype: one }),
      response: ({ params }) =>
        getStore(params.storeCode ?? '') ? { items: categories } : noStore(),
    }),
    open({
      gateway,
      name: 'POST /v2/goods/search',
      body: z.object({
        ...shelf,
        ...chosen,
        sort: z.object({
          type: z.enum(['popularity', 'discount', 'price', 'rating']),
          order: z.enum(['asc', 'desc']),
        }),
        pagination: z.object({
          limit: z.number().int().min(1).max(50),
          offset: z.number().int().min(0),
        }),
        includeAdultGoods: z.boolean(),
        filters: z.array(filter),
      }),
      response: ({ body }) => {
        if (!getStore(body.storeCode)) return noStore()
        const allowed = inCategories(body.categories).filter(
          ({ isForAdults }) => body.includeAdultGoods || !isForAdults,
        )
        const { found, correctedTerm } = searchProducts(body.term ?? '', allowed)
        const key = sorters[body.sort.type]!
        const direction = body.sort.order === 'asc' ? 1 : -1
        const offered = offeredIn(body.storeCode, found)
          .filter((candidate) => body.filters.every((wanted) => passes(candidate, wanted)))
          .sort((first, second) => (key(first) - key(second)) * direction)
        return {
          ...getPage(
            offered.map(({ inStore }) => inStore),
            body.pagination,
            state.settings,
          ),
          ...getPlace(body.categories),
          ...(correctedTerm !== undefined && { correctedTerm }),
        }
      },
    }),
    open({
      gateway,
      name: 'GET /v2/goods/{id}',
      query: z.object(shelf),
      response: ({ params, query }) => {
        const product = getProduct(params.id ?? '')
        if (!getStore(query.storeCode)) return noStore()
        if (!product) return notFound('Такого товара нет')
        return {
          ...getStoreProduct(query.storeCode, product, imageOrigin, state.now()),
          ...getDetails(product),
        }
      },
    }),
    open({
      gateway,
      name: 'POST /v1/goods/filters',
      body: z.object({ ...shelf, ...chosen }),
      response: ({ body }) => {
        if (!getStore(body.storeCode)) return noStore()
        const { found } = searchProducts(body.term ?? '', inCategories(body.categories))
        return { filters: filtersFor(offeredIn(body.storeCode, found)) }
      },
    }),
    open({
      gateway,
      name: 'GET /v2/object/feedback',
      query: z.object({ objectType: z.literal('GOOD'), objectId: z.string(), ...pageQuery }),
      response: ({ query }) =>
        getPage(getReviews(query.objectId, state.now()), query, state.settings),
    }),
    personal({
      gateway,
      name: 'POST /v2/object/feedback',
      body: z.object({
        objectType: z.literal('GOOD'),
        objectId: z.string(),
        score: z.number(),
        text: z.string().optional(),
        pros: z.string().optional(),
        cons: z.string().optional(),
      }),
      response: ({ user, body }) => {
        if (!getProduct(body.objectId)) return refuseInvalid('Такого товара нет')
        if (!Number.isInteger(body.score) || body.score < 1 || body.score > 5) {
          return invalidFields([{ name: 'score', code: 'invalid', message: 'От 1 до 5' }])
        }
        const tooLong = (['text', 'pros', 'cons'] as const).filter(
          (name) => (body[name] ?? '').length > MAX_REVIEW_LENGTH,
        )
        if (tooLong.length > 0) {
          return invalidFields(
            tooLong.map((name) => ({ name, code: 'tooLong', message: 'Не длиннее 3000 знаков' })),
          )
        }
        if (user.reviewedProducts.has(body.objectId)) return refuseInvalid('Вы уже оставили отзыв')
        user.reviewedProducts.add(body.objectId)
        return { id: `review-${user.userId}-${body.objectId}`, status: 'MODERATION' }
      },
    }),
    open({
      gateway,
      name: 'GET /v1/object/{id}/scores',
      response: ({ params }) => {
        const product = getProduct(params.id ?? '')
        if (!product) return notFound('Такого товара нет')
        const distribution = Object.fromEntries(
          product.distribution.map((count, place) => [String(place + 1), count]),
        )
        return { ...getRating(product), distribution }
      },
    }),
  ]
}
