import { z } from 'zod/v4'

import { id, instant, kopecks, listOf, pagination, stars } from './common.server'

export const coupon = z.object({
  favoriteId: id,
  title: z.string(),
  description: z.string().optional(),
  category: z.string().optional(),
  items: listOf(z.object({ couponCode: z.string() })).catch([]),
  /** `barcode`, `qr` or `text`; a way of showing not known here still shows the code as text. */
  displayType: z.string(),
  discountText: z.string().optional(),
  startDate: instant.nullable(),
  expirationDate: instant.nullable(),
  smallImageUrl: z.string().optional(),
  promoImageUrl: z.string().optional(),
  isFavorite: z.boolean(),
  activatedAt: instant.optional(),
  state: z.enum(['AVAILABLE', 'ACTIVATED', 'USED', 'EXPIRED']),
  terms: z.string().optional(),
})
export type Coupon = z.output<typeof coupon>

export const coupons = z.object({ coupons: listOf(coupon), pagination })

export const favouriteCoupons = z.object({ coupons: listOf(coupon) })

export const favouriteChange = z.object({ favoriteId: id, isFavorite: z.boolean() })

export const offer = z.object({
  code: id,
  title: z.string(),
  description: z.string().optional(),
  terms: z.string().optional(),
  imageUrl: z.string().optional(),
  startDate: instant,
  endDate: instant,
  state: z.enum(['AVAILABLE', 'ACTIVATED', 'COMPLETED', 'EXPIRED']),
  reward: z.object({ points: stars }).optional(),
  progress: z
    .object({
      current: z.number(),
      target: z.number(),
      unit: z.enum(['RUB', 'PIECES', 'VISITS']),
    })
    .optional(),
})
export type Offer = z.output<typeof offer>

export const offers = z.object({ offers: listOf(offer), pagination })

export const offerOptIn = z.object({ code: id })

export const promotion = z.object({
  id,
  name: z.string(),
  imageUrl: z.string().optional(),
  price: kopecks.nullable(),
  oldPrice: kopecks.nullable(),
  discountPercent: z.number().optional(),
  startDate: instant,
  endDate: instant,
  goodId: id.optional(),
})
export type Promotion = z.output<typeof promotion>

export const promotions = z.object({ promotions: listOf(promotion) })
