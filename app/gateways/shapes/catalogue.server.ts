import { z } from 'zod/v4'

import { id, instant, kopecks, listOf, page, pagination } from './common.server'

export interface Category {
  id: number
  name: string
  seoCode?: string | undefined
  children: Category[]
}

export const category: z.ZodType<Category> = z.lazy(() =>
  z.object({
    id: z.number().int(),
    name: z.string(),
    seoCode: z.string().optional(),
    children: listOf(category).catch([]),
  }),
)

export const categories = z.object({ items: listOf(category) })

const ratings = z.object({
  rating: z.number(),
  scoresCount: z.number().int(),
  commentsCount: z.number().int(),
})

/**
 * A product in a store. Money in kopecks; for weighed goods `price` is that of `shelfWeight`
 * grams and `unitPrice` that of `unitLabel`. `quantity` 0: not in stock there.
 */
export const good = z.object({
  id,
  name: z.string(),
  seoCode: z.string().optional(),
  price: kopecks,
  quantity: z.number(),
  gallery: listOf(z.object({ type: z.literal('IMAGE'), url: z.string() })).catch([]),
  badges: listOf(z.object({ text: z.string() }))
    .catch([])
    .optional(),
  promotion: z
    .object({
      isPromotion: z.boolean(),
      oldPrice: kopecks.optional(),
      discountPercent: z.number().optional(),
      endDate: instant.optional(),
    })
    .optional(),
  ratings: ratings.optional(),
  weighted: z
    .object({
      isWeighted: z.boolean(),
      shelfWeight: z.number(),
      unitLabel: z.string(),
      unitPrice: kopecks,
    })
    .optional(),
  isForAdults: z.boolean().optional(),
  cashback: z.number().optional(),
})
export type Good = z.output<typeof good>

export const goodDetail = good.extend({
  description: z.string().optional(),
  brand: z.object({ name: z.string() }).optional(),
  details: listOf(
    z.object({
      name: z.string(),
      type: z.enum(['tableType', 'textType']),
      parameters: listOf(z.object({ name: z.string(), value: z.string() }))
        .catch([])
        .optional(),
      text: z.string().optional(),
    }),
  ).optional(),
})
export type GoodDetail = z.output<typeof goodDetail>

/** Which shelf is asked: a store's, in the catalogue of its kind. */
const shelf = z.object({
  storeCode: id,
  storeType: z.literal('1'),
  catalogType: z.literal('1'),
})

export const goodsSearchRequest = shelf.extend({
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
export type GoodsSearchRequest = z.output<typeof goodsSearchRequest>

const categoryTitle = z.object({ id: z.number().int(), title: z.string() })

export const goodsFound = z.object({
  items: listOf(good),
  pagination,
  category: categoryTitle.optional(),
  fastCategoriesExtended: listOf(categoryTitle).optional(),
  correctedTerm: z.string().optional(),
})
export type GoodsFound = z.output<typeof goodsFound>

export const goodsFiltersRequest = shelf.extend({
  categories: z.array(z.number().int()).optional(),
  term: z.string().optional(),
})

export const goodsFilters = z.object({
  filters: listOf(
    z.object({
      id: z.string(),
      title: z.string(),
      type: z.enum(['LIST', 'RANGE', 'TOGGLE']),
      values: listOf(
        z.object({ id: z.string(), title: z.string(), count: z.number().int() }),
      ).optional(),
      min: z.number().optional(),
      max: z.number().optional(),
    }),
  ),
})
export type GoodsFilter = z.output<typeof goodsFilters>['filters'][number]

const score = z.number().int().min(1).max(5)

export const review = z.object({
  id,
  authorName: z.string(),
  createdAt: instant,
  score,
  text: z.string().optional(),
  pros: z.string().optional(),
  cons: z.string().optional(),
})
export type Review = z.output<typeof review>

export const reviews = z.object({ items: listOf(review), pagination })

export const newReview = z.object({
  objectType: z.literal('GOOD'),
  objectId: id,
  score,
  text: z.string().optional(),
  pros: z.string().optional(),
  cons: z.string().optional(),
})

export const reviewAccepted = z.object({ id, status: z.string() })

export const scores = ratings.extend({
  distribution: z.object({
    '1': z.number().int(),
    '2': z.number().int(),
    '3': z.number().int(),
    '4': z.number().int(),
    '5': z.number().int(),
  }),
})
export type Scores = z.output<typeof scores>
