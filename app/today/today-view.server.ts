import type { StoredCoupon } from '~/card/card-record'
import type { Banner } from '~/gateways/schemas/account.server'
import { stateOfCoupon, type Coupon } from '~/gateways/schemas/promotions.server'
import type { Transaction } from '~/gateways/schemas/purchases.server'
import { formatTillDay } from '~/lib/dates'
import { nameOrFallback } from '~/domain/fallback-name.server'
import { shownPicture } from '~/domain/pictures'
import { safeReturnTo } from '~/domain/return-to'
import { shorten } from '~/lib/shorten'
import { moneyMoved, pointsMoved, typeWord } from '~/domain/transaction-names'
import { env } from '~/platform/env.server'

const MAX_STORED_COUPONS = 10

/**
 * A banner with an allowed link and picture, marked when it is advertising. A banner with text in
 * its picture only gets a general name for screen readers.
 */
export function bannerView(
  { id, title, imageUrl, link, advertiser, erid }: Banner,
  imageOrigins: readonly string[] = env().IMAGE_ORIGINS,
) {
  const ownPath = safeReturnTo(link, '')
  const isSafe = ownPath || (URL.canParse(link) && new URL(link).protocol === 'https:')
  const picture = shownPicture(imageUrl, imageOrigins)
  if (!isSafe || !picture) return null
  return {
    id,
    title: title.trim() || 'Подробнее об акции',
    picture,
    link,
    isOwn: ownPath !== '',
    advertising: erid ? `Реклама. ${advertiser ?? 'Рекламодатель не указан'}. erid: ${erid}` : null,
  }
}

export type BannerView = NonNullable<ReturnType<typeof bannerView>>

export function receiptView(transaction: Transaction) {
  const { id, title, type, createdAt } = transaction
  return {
    id,
    title: title.trim() || typeWord(type),
    when: formatTillDay(createdAt),
    money: moneyMoved(transaction),
    points: pointsMoved(transaction).join(' '),
  }
}

/** The active coupons for the stored card, with codes for the cashier. */
export function storedCoupons(coupons: Coupon[], now = new Date()): StoredCoupon[] {
  return coupons
    .filter((coupon) => stateOfCoupon(coupon, now) === 'ACTIVATED')
    .slice(0, MAX_STORED_COUPONS)
    .map(({ title, discountText, items, startDate, expirationDate }) => ({
      title: shorten(nameOrFallback('coupon', title), 200),
      ...(discountText && { discount: shorten(discountText, 40) }),
      code: items?.[0]?.couponCode ?? null,
      until: expirationDate,
      ...(startDate && new Date(startDate) > now && { from: startDate }),
    }))
}
