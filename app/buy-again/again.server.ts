import type { AppLoadContext } from '@remix-run/node'
import pLimit from 'p-limit'

import { productSummary } from '~/catalogue/products/product-summary.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { nullIfMalformed } from '~/gateways/gateway-error.server'
import type { Product } from '~/gateways/schemas/catalogue.server'
import type { TransactionDetail } from '~/gateways/schemas/purchases.server'
import { bindText } from '~/lib/bind-text.server'
import { formatTillDay } from '~/lib/dates'
import { nameOrFallback } from '~/domain/fallback-name.server'
import { removeLoneSurrogates } from '~/domain/ids'
import { formatMoney } from '~/lib/money'
import { cutText } from '~/lib/shorten'

/** Line items on one page, each with a call to the catalogue. */
const PAGE = 8
const AT_ONCE = 4
/** After three failed calls no further ones start: fewer failures than open the breaker for all. */
const MAX_FAILURES = 3
/** The exact name is searched among this many results with the same terms. */
const MAX_ALIKE = 20
const MAX_TERM = 100
const GRAMS_IN_KILOGRAM = 1000

type LineItem = NonNullable<TransactionDetail['receipt']>['items'][number]

/**
 * A page of a receipt's line items as products of the chosen store with today's prices. `null` for a
 * foreign, missing or malformed id; `undefined` when the receipt failed to load.
 */
export async function loadAgain(context: AppLoadContext, id: string, page: number) {
  const { transaction } = await loadBlocks(
    { transaction: nullIfMalformed(context.gateways.purchases.getTransaction(id)) },
    { transaction: BUDGET_MS.critical },
  )
  if (!transaction) return transaction
  const byName = new Map(
    (transaction.receipt?.items ?? []).map((item) => [comparableName(item.name), item]),
  )
  byName.delete('')
  const { chosen: store } = await context.chosenStore()
  let failures = 0
  const rows = await pLimit(AT_ONCE).map(
    [...byName].slice((page - 1) * PAGE, page * PAGE),
    async ([name, lineItem]) => {
      const product =
        failures < MAX_FAILURES ? await findProduct(context, name, store.code) : undefined
      if (product === undefined) failures += 1
      return getRow(lineItem, product, context.cookies.read('v1_adult'))
    },
  )
  return {
    store,
    lead:
      rows.length > 0
        ? `Чек за ${formatTillDay(transaction.createdAt)}. Сравниваем с ценой до скидок по чеку.`
        : 'По этой операции не сохранилось, что было куплено.',
    rows,
    pages: Math.max(1, Math.ceil(byName.size / PAGE)),
    isPartial: failures > 0,
  }
}

/** Null: the catalogue has no product of exactly this name; undefined: the call failed. */
async function findProduct(
  { gateways }: AppLoadContext,
  name: string,
  storeCode: string,
): Promise<Product | null | undefined> {
  const { found } = await loadBlocks({
    found: gateways.catalogue.searchProducts(
      {
        storeCode,
        term: cutText(name, MAX_TERM),
        sort: { type: 'popularity', order: 'desc' },
        // The receipt shows the product's name anyway; its price needs the age confirmation.
        includeAdultGoods: true,
        limit: MAX_ALIKE,
        offset: 0,
      },
      // One call for each line item: retries would burden a failing catalogue.
      { isNotRetried: true },
    ),
  })
  return found && (found.items.find((product) => comparableName(product.name) === name) ?? null)
}

/** A line item with a link to today's product, or to a search for it. */
function getRow(
  { name, price, quantity }: LineItem,
  product: Product | null | undefined,
  isAdult: boolean,
) {
  const row = {
    title: bindText(nameOrFallback('product', name)),
    to: `/search?q=${encodeURIComponent(cutText(removeLoneSurrogates(name), MAX_TERM))}`,
  }
  if (product === undefined) return { ...row, text: 'Цену узнать не удалось' }
  if (product === null) return { ...row, text: 'В каталоге магазина такого нет. Найти похожее' }
  if (product.isForAdults && !isAdult)
    return { ...row, text: 'Товар для взрослых: цену покажем, когда подтвердите возраст' }
  const isByWeight = product.weighted?.isWeighted || !Number.isInteger(quantity ?? 1)
  const money = (kopecks: number) => formatMoney(kopecks) + (isByWeight ? '/кг' : '')
  const today = priceToday(product)
  const prices = [
    today !== null && `сегодня ${money(today)}`,
    price !== null && `тогда ${money(price)}`,
  ]
  const { to, stock, stockText } = productSummary(product, [])
  const notes = [
    prices.filter(Boolean).join(', '),
    (stock === 'none' || stock === 'few') && stockText.toLowerCase(),
  ]
  return { ...row, to, text: notes.filter(Boolean).join(' · ') }
}

/** In kopecks for a piece, or for a kilogram of a weighed product; null for other units. */
function priceToday({ price, weighted }: Product): number | null {
  if (!weighted?.isWeighted) return price
  const { unitPrice, unitLabel, shelfWeight } = weighted
  if (unitPrice !== undefined && unitLabel !== undefined)
    return unitLabel === 'кг' ? unitPrice : null
  return shelfWeight ? Math.round((price * GRAMS_IN_KILOGRAM) / shelfWeight) : null
}

/** Normalises a name for comparison: small letters, «ё» as «е», single spaces. */
function comparableName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()
}
