import { addressPart } from '~/domain/address-part'
import { bindText } from '~/lib/bind-text.server'
import { nameOrFallback } from '~/domain/fallback-name.server'
import { formatMoney } from '~/lib/money'
import { formatNumber, plural } from '~/lib/numbers'
import { shownPicture } from '~/domain/pictures'
import type { Product } from '~/gateways/schemas/catalogue.server'
import { getCurrency } from '~/domain/currency'

/** A shorter word fits any line. */
const LONG_WORD = /[а-яё]{12,60}/gi
/** A vowel after at least three letters, before a syllable of at least four. */
const SYLLABLE_END = /([а-яё]{3,20}?[аеёиоуыэюя])(?=[бвгджзйклмнпрстфхцчшщ][аеёиоуыэюя][а-яё]{2})/gi

/**
 * A name with soft hyphens in its long words: «ультра-пасте-ризо-ванное». Browsers of a computer have no
 * Russian dictionary. For display only: never for a label, an address or a comparison.
 */
export function withSoftHyphens(name: string): string {
  return name.replace(LONG_WORD, (word) => word.replace(SYLLABLE_END, '$1\u00ad'))
}

const FEW = 5
const MAX_BADGES = 3

/** A rating as text; null without scores or for invalid figures. */
export function ratingView(ratings: { rating: number; scoresCount: number } | undefined) {
  if (!ratings || ratings.scoresCount <= 0) return null
  if (!(ratings.rating >= 1 && ratings.rating <= 5)) return null
  const { rating, scoresCount } = ratings
  return {
    value: rating.toFixed(1).replace('.', ','),
    countText: `${formatNumber(scoresCount)} ${plural(scoresCount, 'оценка', 'оценки', 'оценок')}`,
  }
}

/** The discount of a promotion; null after its end, because cached answers may be old. */
function getDiscount({ price, promotion }: Product, now: Date) {
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

/** `unknown` shows no stock. */
function getStock({ quantity, weighted }: Product) {
  if (quantity === null) return { stock: 'unknown' as const, stockText: '' }
  if (!(quantity > 0)) return { stock: 'none' as const, stockText: 'Нет в наличии' }
  if (quantity > FEW) return { stock: 'plenty' as const, stockText: 'В наличии' }
  const unit = weighted?.isWeighted ? (weighted.unitLabel ?? '') : 'шт.'
  return { stock: 'few' as const, stockText: `Осталось ${formatNumber(quantity)} ${unit}`.trim() }
}

/** `500` → `500 г`, `1500` → `1,5 кг`. */
function weightText(grams: number): string {
  return grams < 1000 ? `${formatNumber(grams)} г` : `${formatNumber(grams / 1000)} кг`
}

/** A product as a screen shows it. */
export function productSummary(
  product: Product,
  imageOrigins: readonly string[],
  now = new Date(),
) {
  const { id, name, price, weighted, cashback } = product
  const { isWeighted = false, shelfWeight = 0, unitPrice, unitLabel } = weighted ?? {}
  const isWeighed = isWeighted && shelfWeight > 0
  const hasUnit = isWeighed && unitPrice !== undefined && unitLabel !== undefined
  const pictures = product.gallery.map(({ url }) => shownPicture(url, imageOrigins))
  const points = Math.round(cashback ?? 0)
  return {
    id,
    to: `/product/${addressPart(product)}`,
    /** With soft hyphens, so only for display. */
    name: withSoftHyphens(bindText(nameOrFallback('product', name))),
    picture: pictures.find((picture) => picture !== null) ?? null,
    price: formatMoney(price),
    ...getDiscount(product, now),
    /** «за 500 г», for the price of a piece. */
    portion: isWeighed ? `за ${weightText(shelfWeight)}` : null,
    /** «839 ₽ за кг». */
    perUnit: hasUnit ? `${formatMoney(unitPrice)} за ${unitLabel}` : null,
    ...getStock(product),
    rating: ratingView(product.ratings),
    badges: (product.badges ?? []).slice(0, MAX_BADGES).map(({ text }) => text),
    cashback: points > 0 ? `+${formatNumber(points)} ${getCurrency(points)}` : null,
  }
}

export type ProductSummary = ReturnType<typeof productSummary>
export type RatingView = NonNullable<ReturnType<typeof ratingView>>
