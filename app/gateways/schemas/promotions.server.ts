import { z } from 'zod'

import {
  id,
  instant,
  kopecks,
  getList,
  maybe,
  orElse,
  getShownList,
  points,
  shownText,
} from './common.server'
import { locatedBy, paging } from './paging.server'

const coupon = z.object({
  favoriteId: id,
  title: shownText,
  description: maybe(shownText),
  category: maybe(shownText),
  /** Empty: the discount needs no code; null: unknown. */
  items: orElse(getList(z.object({ couponCode: z.string() })), null),
  /** `barcode`, `qr` or `text`; unknown types show the code as text. */
  displayType: orElse(z.string(), 'text'),
  discountText: maybe(shownText),
  startDate: maybe(instant.nullable()),
  expirationDate: orElse(instant.nullable(), null),
  smallImageUrl: maybe(z.string()),
  promoImageUrl: maybe(z.string()),
  isFavorite: maybe(z.boolean()),
  activatedAt: maybe(instant),
  /** Null for an unknown state, which allows no action. */
  state: orElse(z.enum(['AVAILABLE', 'ACTIVATED', 'USED', 'EXPIRED']), null),
  terms: maybe(shownText),
})
export type Coupon = z.output<typeof coupon>

/** An expired coupon is over, even if the gateway says otherwise. */
export function stateOfCoupon({ state, expirationDate }: Coupon, now: Date): Coupon['state'] {
  const isOver = expirationDate !== null && new Date(expirationDate).getTime() <= now.getTime()
  return isOver && state !== 'USED' ? 'EXPIRED' : state
}

export const coupons = z
  .object({ coupons: getShownList(coupon), pagination: paging })
  .transform(locatedBy('coupons'))

export const favouriteCoupons = z.object({ coupons: getShownList(coupon) })

export const favouriteChange = z.object({ favoriteId: id, isFavorite: z.boolean() })

const offer = z.object({
  code: id,
  title: shownText,
  description: maybe(shownText),
  terms: maybe(shownText),
  imageUrl: maybe(z.string()),
  startDate: orElse(instant, null),
  endDate: orElse(instant, null),
  /** Null for an unknown state, which allows no action. */
  state: orElse(z.enum(['AVAILABLE', 'ACTIVATED', 'COMPLETED', 'EXPIRED']), null),
  reward: maybe(z.object({ points })),
  progress: maybe(
    z.object({
      current: z.number(),
      target: z.number(),
      unit: z.enum(['RUB', 'PIECES', 'VISITS']),
    }),
  ),
})
export type Offer = z.output<typeof offer>

/** An expired offer is over, whatever the gateway says. */
export function stateOfOffer({ state, endDate }: Offer, now: Date): Offer['state'] {
  const isOver = endDate !== null && new Date(endDate).getTime() <= now.getTime()
  return isOver && state !== 'COMPLETED' ? 'EXPIRED' : state
}

export const offers = z
  .object({ offers: getShownList(offer), pagination: paging })
  .transform(locatedBy('offers'))

export const offerOptIn = z.object({ code: id })

const promotion = z.object({
  id: maybe(id),
  name: shownText,
  imageUrl: maybe(z.string()),
  price: orElse(kopecks.nullable(), null),
  oldPrice: orElse(kopecks.nullable(), null),
  discountPercent: maybe(z.number()),
  startDate: maybe(instant),
  endDate: orElse(instant, null),
  goodId: maybe(id),
})
export type Promotion = z.output<typeof promotion>

export const promotions = z.object({ promotions: getShownList(promotion) })
