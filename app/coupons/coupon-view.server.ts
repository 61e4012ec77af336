import { bindText } from '~/lib/bind-text.server'
import { formatTime, formatDay } from '~/lib/dates'
import { nameOf } from '~/lib/fallback-name.server'
import { idInAddress } from '~/lib/ids'
import { termText } from '~/lib/expiry'
import { zoneText } from '~/lib/last-day'
import { shownPicture } from '~/lib/pictures'

import type { Gateways } from '~/gateways/gateways.server'
import { listAllCoupons } from '~/gateways/promotion-lists.server'
import { stateOfCoupon, type Coupon } from '~/gateways/shapes/promotions.server'

/** A coupon as a screen shows it. */
export interface CouponView {
  /** As an address has it. */
  id: string
  title: string
  discount: string | null
  category: string | null
  picture: string | null
  state: Coupon['state']
  /** «ещё 2 дня», «с 1 мая по 31 мая»; null when it has no end. */
  expiry: string | null
  /** «Активирован в 18:04»; null for one that is not active. */
  activated: string | null
}

interface Shown {
  imageOrigins: readonly string[]
  /** The browser's time zone for times and days; null: Moscow's. */
  zone: string | null
  now?: Date
}

type Promotions = Pick<Gateways, 'promotions'>

/** One coupon of the shopper, looked for among all: the gateway has no call for one. */
export async function getCoupon(gateways: Promotions, favoriteId: string): Promise<Coupon | null> {
  const coupons = await listAllCoupons(gateways)
  return coupons.find((coupon) => coupon.favoriteId === favoriteId) ?? null
}

/** «Активирован в 18:04», with the day when it was not today; «(МСК)» where the zone is unknown. */
function activatedText(activatedAt: string, now: Date, zone: string | null): string {
  const { timeZone, note } = zoneText(zone)
  const time = formatTime(activatedAt, timeZone) + note
  const day = formatDay(activatedAt, { timeZone })
  return day === formatDay(now, { timeZone })
    ? `Активирован в ${time}`
    : `Активирован ${day} в ${time}`
}

export function couponView(
  coupon: Coupon,
  { imageOrigins, zone, now = new Date() }: Shown,
): CouponView {
  const { favoriteId, title, discountText, category, activatedAt } = coupon
  const state = stateOfCoupon(coupon, now)
  const term = { start: coupon.startDate, end: coupon.expirationDate }
  const left = state === 'USED' ? null : termText(term, now, zone)
  const since = state === 'ACTIVATED' && activatedAt ? activatedText(activatedAt, now, zone) : null
  return {
    id: idInAddress(favoriteId),
    title: bindText(nameOf('coupon', title)),
    discount: discountText ?? null,
    category: category ? bindText(category) : null,
    picture: shownPicture(coupon.smallImageUrl ?? coupon.promoImageUrl, imageOrigins),
    state,
    // They stand in one line with others, which may end anywhere.
    expiry: left && bindText(left),
    activated: since && bindText(since),
  }
}
