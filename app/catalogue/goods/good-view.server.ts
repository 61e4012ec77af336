import { addressPart } from '~/lib/address-part'
import { bindText } from '~/lib/bind-text.server'
import { nameOrFallback } from '~/lib/fallback-name.server'
import type { GoodView, RatingView } from './good-view'
import { formatMoney } from '~/lib/money'
import { formatNumber } from '~/lib/numbers'
import { shownPicture } from '~/lib/pictures'
import { plural } from '~/lib/plural'

import type { Good } from '~/gateways/schemas/catalogue.server'
import { currencyOf } from '~/lib/currency'

const FEW = 5
const MOST_BADGES = 3

/** A rating as text; null without scores or for invalid figures. */
export function ratingView(
  ratings: { rating: number; scoresCount: number } | undefined,
): RatingView | null {
  if (!ratings || ratings.scoresCount <= 0) return null
  if (!(ratings.rating >= 1 && ratings.rating <= 5)) return null
  const { rating, scoresCount } = ratings
  return {
    value: rating.toFixed(1).replace('.', ','),
    countText: `${formatNumber(scoresCount)} ${plural(scoresCount, 'оценка', 'оценки', 'оценок')}`,
  }
}

/** The discount of a promotion; null after its end, because cached answers may be old. */
function discountOf(
  { price, promotion }: Good,
  now: Date,
): Pick<GoodView, 'oldPrice' | 'discount'> {
  const { isPromotion, oldPrice, discountPercent, endDate } = promotion ?? {}
  const isOver = endDate !== undefined && Date.parse(endDate) <= now.getTime()
  if (!isPromotion || isOver || oldPrice === undefined || oldPrice <= price)
    return { oldPrice: null, discount: null }
  const percent = Math.round(discountPercent ?? (1 - price / oldPrice) * 100)
  const isSensible = percent >= 1 && percent <= 99
  return {
    oldPrice: formatMoney(oldPrice),
    discount: isSensible ? `−${percent}\u2009%` : null,
  }
}

function stockOf({ quantity, weighted }: Good): Pick<GoodView, 'stock' | 'stockText'> {
  if (quantity === null) return { stock: 'unknown', stockText: '' }
  if (!(quantity > 0)) return { stock: 'none', stockText: 'Нет в наличии' }
  if (quantity > FEW) return { stock: 'plenty', stockText: 'В наличии' }
  const unit = weighted?.isWeighted ? (weighted.unitLabel ?? '') : 'шт.'
  return { stock: 'few', stockText: `Осталось ${formatNumber(quantity)} ${unit}`.trim() }
}

/** `500` → `500 г`, `1500` → `1,5 кг`. */
function weightText(grams: number): string {
  return grams < 1000 ? `${formatNumber(grams)} г` : `${formatNumber(grams / 1000)} кг`
}

/** A product as a screen shows it. */
export function goodView(good: Good, imageOrigins: readonly string[], now = new Date()): GoodView {
  const { id, name, price, weighted, cashback } = good
  const { isWeighted = false, shelfWeight = 0, unitPrice, unitLabel } = weighted ?? {}
  const isWeighed = isWeighted && shelfWeight > 0
  const hasUnit = isWeighed && unitPrice !== undefined && unitLabel !== undefined
  const pictures = good.gallery.map(({ url }) => shownPicture(url, imageOrigins))
  const stars = Math.round(cashback ?? 0)
  return {
    id,
    to: `/product/${addressPart(good)}`,
    name: bindText(nameOrFallback('good', name)),
    picture: pictures.find((picture) => picture !== null) ?? null,
    price: formatMoney(price),
    ...discountOf(good, now),
    portion: isWeighed ? `за ${weightText(shelfWeight)}` : null,
    perUnit: hasUnit ? `${formatMoney(unitPrice)} за ${unitLabel}` : null,
    ...stockOf(good),
    rating: ratingView(good.ratings),
    badges: (good.badges ?? []).slice(0, MOST_BADGES).map(({ text }) => text),
    cashback: stars > 0 ? `+${formatNumber(stars)} ${currencyOf(stars)}` : null,
  }
}
