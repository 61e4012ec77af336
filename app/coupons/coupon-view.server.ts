import { bindText } from '~/lib/bind-text.server'
import { formatTime, formatDay } from '~/lib/dates'
import { nameOrFallback } from '~/lib/fallback-name.server'
import { idInAddress } from '~/lib/ids'
import { spacedPercent } from '~/lib/numbers'
import { endsSoon, termText } from '~/lib/expiry'
import { wallClock } from '~/lib/wall-clock'
import { zoneText } from '~/lib/last-day'
import { shownPicture } from '~/lib/pictures'

import type { Gateways } from '~/gateways/gateways.server'
import { findListed, listAllCoupons } from '~/gateways/promotion-lists.server'
import { stateOfCoupon, type Coupon } from '~/gateways/schemas/promotions.server'

/** A coupon as a screen shows it. */
export interface CouponView {
  /** The id encoded for an address. */
  id: string
  title: string
  discount: string | null
  category: string | null
  picture: string | null
  state: Coupon['state']
  /** «ещё 2 дня», «с 1 мая по 31 мая»; null without an end. */
  expiry: string | null
  /** Ends within three days. */
  isSoon: boolean
  /** «Активирован в 18:04»; null when not active. */
  activated: string | null
}

interface Shown {
  imageOrigins: readonly string[]
  /** The browser's time zone; null: Moscow's. */
  zone: string | null
  now?: Date
}

type Promotions = Pick<Gateways, 'promotions'>

/** One coupon of the shopper, found in the list: the gateway has no call for one. */
export const getCoupon = (gateways: Promotions, favoriteId: string): Promise<Coupon | null> =>
  findListed(listAllCoupons(gateways), (coupon) => coupon.favoriteId === favoriteId)

/** «Активирован в 18:04», with the day when it was not today; «(МСК)» when the zone is unknown. */
function activatedText(activatedAt: string, now: Date, zone: string | null): string {
  const { timeZone, note } = zoneText(zone)
  const time = formatTime(activatedAt, timeZone) + note
  const [then, today] = [wallClock(new Date(activatedAt), timeZone), wallClock(now, timeZone)]
  if (then.dayNumber === today.dayNumber) return `Активирован в ${time}`
  const day = formatDay(activatedAt, { timeZone, withYear: then.year !== today.year })
  return `Активирован ${day} в ${time}`
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
    title: bindText(nameOrFallback('coupon', title)),
    discount: discountText ? spacedPercent(discountText) : null,
    category: category ? bindText(category) : null,
    picture: shownPicture(coupon.smallImageUrl ?? coupon.promoImageUrl, imageOrigins),
    state,
    // The term shares a line with other facts, which may wrap anywhere.
    expiry: left && bindText(left),
    isSoon: endsSoon(term.end, now, zone),
    activated: since && bindText(since),
  }
}
