import { deadlineId } from '~/deadlines/deadlines.server'
import { stateOfCoupon, type Coupon } from '~/gateways/schemas/promotions.server'
import { bindText } from '~/lib/bind-text.server'
import { formatDay, formatTime, readerClock } from '~/lib/dates'
import { drawnCode128, drawnQr } from '~/domain/drawn-codes.server'
import { endsSoon, termText } from '~/domain/expiry'
import { nameOrFallback } from '~/domain/fallback-name.server'
import { spacedPercent } from '~/lib/numbers'
import { shownPicture } from '~/domain/pictures'
import type { ReaderZone } from '~/lib/time-zones'
import { env } from '~/platform/env.server'

/** «Активирован в 18:04», with the day when it was not today; «(МСК)» when the zone is unknown. */
function activatedText(activatedAt: string, zone: ReaderZone, now: Date): string {
  const time = formatTime(activatedAt, zone)
  const [then, today] = [readerClock(activatedAt, zone), readerClock(now, zone)]
  if (then.dayNumber === today.dayNumber) return `Активирован в ${time}`
  const day = formatDay(activatedAt, zone, then.year !== today.year)
  return `Активирован ${day} в ${time}`
}

/** A coupon as a screen shows it. */
export function couponView(coupon: Coupon, zone: ReaderZone, now = new Date()) {
  const { favoriteId, title, discountText, category, activatedAt } = coupon
  const state = stateOfCoupon(coupon, now)
  const term = { start: coupon.startDate, end: coupon.expirationDate }
  const left = state === 'USED' ? null : termText(term, zone, now)
  const since = state === 'ACTIVATED' && activatedAt ? activatedText(activatedAt, zone, now) : null
  return {
    id: favoriteId,
    title: bindText(nameOrFallback('coupon', title)),
    discount: discountText ? spacedPercent(discountText) : null,
    category: category ? bindText(category) : null,
    picture: shownPicture(coupon.smallImageUrl ?? coupon.promoImageUrl, env().IMAGE_ORIGINS),
    state,
    /** «ещё 2 дня», «с 1 мая по 31 мая»; null without an end. It shares a line with other facts. */
    expiry: left && bindText(left),
    /** Ends within three days. */
    isSoon: endsSoon(term.end, zone, now),
    /** «Активирован в 18:04»; null when not active. */
    activated: since && bindText(since),
  }
}

export type CouponView = ReturnType<typeof couponView>

/** A code for the till; `svg` is null when the code is only text. */
export interface DrawnCode {
  svg: string | null
  kind: 'barcode' | 'qr' | 'text'
  text: string
}

/** Draws a code in the coupon's format; unknown formats and invalid codes are text. */
function drawCode(text: string, displayType: string): DrawnCode {
  try {
    if (displayType === 'qr') return { kind: 'qr', text, svg: drawnQr(text) }
    if (displayType === 'barcode' && /^[\x20-\x7e]+$/.test(text))
      return { kind: 'barcode', text, svg: drawnCode128(text) }
  } catch {
    // Too long for the symbol, so the cashier types it.
  }
  return { kind: 'text', text, svg: null }
}

/** A coupon as its own screen shows it. */
export function couponDetail(coupon: Coupon, zone: ReaderZone) {
  const view = couponView(coupon, zone)
  const isActive = view.state === 'ACTIVATED'
  const isOver = !isActive && view.state !== 'AVAILABLE'
  return {
    ...view,
    calendarItem: coupon.expirationDate && !isOver ? deadlineId('coupon', coupon.favoriteId) : null,
    description: coupon.description ?? null,
    terms: (coupon.terms ?? '').split(/\n+/).filter((paragraph) => paragraph.trim() !== ''),
    /** Null when a code may exist but was unreadable. */
    codes: isActive
      ? (coupon.items?.map(({ couponCode }) => drawCode(couponCode, coupon.displayType)) ?? null)
      : [],
  }
}

export type CouponDetail = ReturnType<typeof couponDetail>
