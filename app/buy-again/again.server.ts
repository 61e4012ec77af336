import type { AppLoadContext } from '@remix-run/node'
import pLimit from 'p-limit'

import { goodView } from '~/catalogue/goods/good-view.server'
import type { GoodView } from '~/catalogue/goods/good-view'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { nullIfMalformed } from '~/gateways/malformed.server'
import type { Good } from '~/gateways/schemas/catalogue.server'
import type { TransactionDetail } from '~/gateways/schemas/purchases.server'
import { bindText } from '~/lib/bind-text.server'
import { formatPastDay } from '~/lib/dates'
import { nameOrFallback } from '~/lib/fallback-name.server'
import { comparableName } from '~/lib/comparable-name'
import { formatMoney } from '~/lib/money'
import { formatNumber } from '~/lib/numbers'
import { removeLoneSurrogates } from '~/lib/lone-surrogates'
import { cutText } from '~/lib/shorten'
import { env } from '~/platform/env.server'

/** Positions on one page, each with a call to the catalogue. */
export const PAGE = 20
const AT_ONCE = 5
/**
 * After three failed calls a page starts no further ones. With the running calls, these are fewer failures
 * than open the breaker, which affects all shoppers.
 */
const MOST_FAILURES = 3
/** The exact name is searched among this many results with the same terms. */
const MOST_ALIKE = 20
const LONGEST_TERM = 100
const GRAMS_IN_KILOGRAM = 1000

type Position = NonNullable<TransactionDetail['receipt']>['items'][number]
type Reads = Pick<AppLoadContext, 'gateways' | 'shop' | 'chosenStore'>

/** One position of a receipt with today's product. */
export interface AgainView {
  name: string
  /** The price at purchase for a piece or a kilogram; null when the receipt lacks it. */
  then: string | null
  /** `adults`: needs a confirmed age; `unknown`: the catalogue call failed. */
  found: 'product' | 'adults' | 'none' | 'unknown'
  good: Pick<GoodView, 'to' | 'picture' | 'stock' | 'stockText'> | null
  /** Today's price for the same quantity as `then`. */
  today: string | null
  change: { word: string; tone: 'success' | 'warning' | 'neutral' } | null
  searchTo: string
}

/**
 * The positions of a receipt as products of the chosen store with today's prices. `null` for a
 * foreign, missing or malformed id; `undefined` when the receipt failed to load.
 * @param page from 1; pages have 20 positions
 */
export async function loadAgain(context: Reads, id: string, page: number) {
  const { transaction } = await loadBlocks(
    { transaction: nullIfMalformed(context.gateways.purchases.getTransaction(id)) },
    { transaction: BUDGET_MS.critical },
  )
  if (!transaction) return transaction
  const positions = onePerName(transaction.receipt?.items ?? [])
  const pages = Math.max(1, Math.ceil(positions.length / PAGE))
  const shown = positions.slice((page - 1) * PAGE, page * PAGE)
  const store = await context.chosenStore()
  let failures = 0
  const rows = await pLimit(AT_ONCE).map(shown, async (position) => {
    const isAsked = failures < MOST_FAILURES
    const good = isAsked ? await findGood(context, position, store.code) : undefined
    if (isAsked && good === undefined) failures += 1
    return rowOf(position, good, context.shop.isAdult)
  })
  return {
    store,
    when: formatPastDay(transaction.createdAt),
    count: positions.length,
    rows,
    pages,
  }
}

/** Equal positions appear once, because a shopper buys the product once again. */
function onePerName(items: Position[]): Position[] {
  return [...new Map(items.map((item) => [comparableName(item.name), item])).values()].filter(
    ({ name }) => comparableName(name) !== '',
  )
}

/** Null: the catalogue has no product of this name; undefined: the call failed. */
async function findGood(
  { gateways }: Reads,
  position: Position,
  storeCode: string,
): Promise<Good | null | undefined> {
  const name = comparableName(position.name)
  const { found } = await loadBlocks({
    found: gateways.catalogue.searchGoods(
      {
        storeCode,
        term: cutText(name, LONGEST_TERM),
        sort: { type: 'popularity', order: 'desc' },
        // The receipt shows the product's name anyway; price and picture need the age confirmation.
        includeAdultGoods: true,
        limit: MOST_ALIKE,
        offset: 0,
      },
      // One call for each position: retries would burden a failing catalogue.
      { isNotRetried: true },
    ),
  })
  if (!found) return undefined
  // Tills and the catalogue use the same names, so a similar name is another product.
  return found.items.find((good) => comparableName(good.name) === name) ?? null
}

function rowOf(
  { name, price, quantity }: Position,
  givenGood: Good | null | undefined,
  isAdult: boolean,
): AgainView {
  const isHidden = !isAdult && Boolean(givenGood?.isForAdults)
  const good = isHidden ? null : givenGood
  const shown = good ? goodView(good, env().IMAGE_ORIGINS) : null
  const unit = good?.weighted?.isWeighted || !isWhole(quantity) ? '/кг' : ''
  const today = good ? priceToday(good) : null
  const money = (kopecks: number | null) => (kopecks === null ? null : formatMoney(kopecks) + unit)
  return {
    name: bindText(nameOrFallback('good', name)),
    then: money(price),
    found: isHidden ? 'adults' : good ? 'product' : good === null ? 'none' : 'unknown',
    good: shown && {
      to: shown.to,
      picture: shown.picture,
      stock: shown.stock,
      stockText: shown.stockText,
    },
    today: money(today),
    change: today === null || price === null ? null : changeOf(today - price),
    searchTo: `/search?q=${encodeURIComponent(cutText(removeLoneSurrogates(name), LONGEST_TERM))}`,
  }
}

const isWhole = (quantity: number | null) => quantity === null || Number.isInteger(quantity)

/**
 * The price in kopecks for a piece, or for a kilogram of a weighed product; null for other units.
 */
function priceToday({ price, weighted }: Good): number | null {
  if (!weighted?.isWeighted) return price
  const { unitPrice, unitLabel, shelfWeight } = weighted
  if (unitPrice !== undefined && unitLabel !== undefined)
    return unitLabel === 'кг' ? unitPrice : null
  return shelfWeight ? Math.round((price * GRAMS_IN_KILOGRAM) / shelfWeight) : null
}

function changeOf(kopecks: number): NonNullable<AgainView['change']> {
  if (kopecks === 0) return { word: 'цена та же', tone: 'neutral' }
  const sum = formatMoney(Math.abs(kopecks))
  return kopecks < 0
    ? { word: `дешевле на ${sum}`, tone: 'success' }
    : { word: `дороже на ${sum}`, tone: 'warning' }
}

/** «Показаны 21–40 из 57 товаров». */
export function rangeText(page: number, shown: number, count: number): string {
  const first = (page - 1) * PAGE + 1
  return `${formatNumber(first)}–${formatNumber(first + shown - 1)} из ${formatNumber(count)}`
}
