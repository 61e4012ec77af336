import { bindWords } from '~/lib/bind-words.server'
import { formatTime, formatDay, SERVER_TIME_ZONE } from '~/lib/dates'
import { expiryWords } from '~/lib/expiry'
import { shownPicture } from '~/lib/pictures'

import type { Gateways } from '~/gateways/gateways.server'
import { listAllCoupons } from '~/gateways/promotion-lists.server'
import type { Coupon } from '~/gateways/shapes/promotions.server'

/** A coupon in the words of a screen. */
export interface CouponView {
  id: string
  title: string
  discount: string | null
  category: string | null
  picture: string | null
  state: Coupon['state']
  /** «ещё 2 дня»; null when it has no end. */
  expiry: string | null
  /** «Активирован в 18:04»; null for one that is not active. */
  activated: string | null
}

interface Shown {
  imageOrigins: readonly string[]
  /** By whose calendar its days are counted, as the browser told; null: Moscow's. */
  zone: string | null
  now?: Date
}

type Promotions = Pick<Gateways, 'promotions'>

/** One coupon of the shopper, looked for among all: the gateway has no call for one. */
export async function getCoupon(gateways: Promotions, favoriteId: string): Promise<Coupon | null> {
  const coupons = await listAllCoupons(gateways)
  return coupons.find((coupon) => coupon.favoriteId === favoriteId) ?? null
}

/** A coupon whose end has passed is over, whatever the gateway still says of it. */
export function stateOf({ state, expirationDate }: Coupon, now: Date): Coupon['state'] {
  const isOver = expirationDate !== null && new Date(expirationDate).getTime() <= now.getTime()
  return isOver && state !== 'USED' ? 'EXPIRED' : state
}

/** «Активирован в 18:04», with the day when it was not today. */
function activatedWords(activatedAt: string, now: Date): string {
  const time = formatTime(activatedAt, SERVER_TIME_ZONE)
  const day = formatDay(activatedAt)
  return day === formatDay(now) ? `Активирован в ${time}` : `Активирован ${day} в ${time}`
}

export function couponView(
  coupon: Coupon,
  { imageOrigins, zone, now = new Date() }: Shown,
): CouponView {
  const { favoriteId, title, discountText, category, activatedAt, expirationDate } = coupon
  const state = stateOf(coupon, now)
  return {
    id: favoriteId,
    title: bindWords(title),
    discount: discountText ?? null,
    category: category ?? null,
    picture: shownPicture(coupon.smallImageUrl ?? coupon.promoImageUrl, imageOrigins),
    state,
    expiry: state === 'USED' ? null : expiryWords(expirationDate, now, zone),
    activated: state === 'ACTIVATED' && activatedAt ? activatedWords(activatedAt, now) : null,
  }
}
