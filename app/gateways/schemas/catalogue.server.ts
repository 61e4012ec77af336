import { z } from 'zod'

import {
  id,
  instant,
  kopecks,
  getList,
  maybe,
  nothing,
  orElse,
  getShownList,
  shownText,
} from './common.server'
import { locatedBy, page, paging } from './paging.server'

export interface Category {
  id: number
  name: string
  seoCode?: string | undefined
  children: Category[]
}

const category: z.ZodType<Category> = z
  .lazy(() =>
    z.object({
      id: z.number().int(),
      name: shownText,
      seoCode: maybe(z.string()),
      children: orElse(getList(category), []),
    }),
  )
  .meta({ id: 'Category' })

export const categories = z.object({ items: getList(category) })

const count = z.number().int()

const ratings = z.object({
  rating: z.number(),
  scoresCount: count,
  commentsCount: orElse(count, undefined),
})

/** A weighed product's price needs its weight. */
const weighted = z
  .object({
    isWeighted: z.boolean(),
    shelfWeight: maybe(z.number()),
    unitLabel: maybe(shownText),
    unitPrice: maybe(kopecks),
  })
  .refine(({ isWeighted, shelfWeight }) => !isWeighted || shelfWeight !== undefined, {
    path: ['shelfWeight'],
  })

/**
 * A product in a store. Money in kopecks; for weighed products `price` is that of `shelfWeight`
 * grams and `unitPrice` that of `unitLabel`. `quantity` 0: not in stock there.
 */
const product = z.object({
  id,
  name: shownText,
  seoCode: maybe(z.string()),
  price: kopecks,
  quantity: orElse(z.number(), null),
  gallery: orElse(getList(z.object({ type: z.literal('IMAGE'), url: z.string() })), []),
  badges: maybe(getList(z.object({ text: shownText }))),
  promotion: maybe(
    z.object({
      isPromotion: z.boolean(),
      oldPrice: maybe(kopecks),
      discountPercent: maybe(z.number()),
      endDate: maybe(instant),
    }),
  ),
  ratings: maybe(ratings),
  weighted: weighted.nullish(),
  // A value of another type drops the product: it might be for adults.
  isForAdults: z.boolean().nullish(),
  cashback: maybe(z.number()),
})
export type Product = z.output<typeof product>

export const productDetail = product.extend({
  description: maybe(shownText),
  brand: maybe(z.object({ name: shownText })),
  details: maybe(
    getList(
      z.object({
        name: shownText,
        type: maybe(z.string()),
        parameters: maybe(getList(z.object({ name: shownText, value: shownText }))),
        text: maybe(shownText),
      }),
    ),
  ),
})
export type ProductDetail = z.output<typeof productDetail>

/** The store and the type of catalogue. */
const shelf = z.object({
  storeCode: id,
  storeType: z.literal('1'),
  catalogType: z.literal('1'),
})

export const productsSearchRequest = shelf.extend({
  categories: z.array(z.number().int()).optional(),
  term: z.string().optional(),
  sort: z.object({
    type: z.enum(['popularity', 'discount', 'price', 'rating']),
    order: z.enum(['asc', 'desc']),
  }),
  pagination: page,
  includeAdultGoods: z.boolean(),
  filters: z.array(
    z.object({
      id: z.string(),
      values: z.array(z.string()).optional(),
      from: z.number().optional(),
      to: z.number().optional(),
    }),
  ),
})
export type ProductsSearchRequest = z.output<typeof productsSearchRequest>

const categoryTitle = z.object({ id: z.number().int(), title: shownText })

export const productsFound = z
  .object({
    items: getShownList(product),
    pagination: paging,
    category: maybe(categoryTitle),
    fastCategoriesExtended: maybe(getList(categoryTitle)),
    correctedTerm: maybe(shownText),
  })
  .transform(locatedBy('items'))

export const productsFiltersRequest = shelf.extend({
  categories: z.array(z.number().int()).optional(),
  term: z.string().optional(),
})

export const productsFilters = z.object({
  filters: getList(
    z.object({
      id: z.string(),
      title: shownText,
      type: z.enum(['LIST', 'RANGE', 'TOGGLE']),
      values: maybe(
        getList(z.object({ id: z.string(), title: shownText, count: orElse(count, null) })),
      ),
      min: maybe(z.number()),
      max: maybe(z.number()),
    }),
  ),
})
export type ProductsFilter = z.output<typeof productsFilters>['filters'][number]

const score = z.number().int().min(1).max(5)

const review = z.object({
  id: maybe(id),
  authorName: orElse(shownText, ''),
  createdAt: orElse(instant, null),
  score,
  text: maybe(shownText),
  pros: maybe(shownText),
  cons: maybe(shownText),
})
export type Review = z.output<typeof review>

export const reviews = z
  .object({ items: getShownList(review), pagination: paging })
  .transform(locatedBy('items'))

export const newReview = z.object({
  objectType: z.literal('GOOD'),
  objectId: id,
  score,
  text: z.string().optional(),
  pros: z.string().optional(),
  cons: z.string().optional(),
})

/** Accepted; the response's body is unused. */
export const reviewAccepted = nothing

export const scores = ratings.extend({
  distribution: orElse(
    z.object({ '1': count, '2': count, '3': count, '4': count, '5': count }),
    null,
  ),
})
export type Scores = z.output<typeof scores>
