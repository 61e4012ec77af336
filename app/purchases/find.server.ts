import type { Gateways } from '~/gateways/gateways.server'
import { findOffset, readStretch } from '~/gateways/history.server'
import { readReceipts } from '~/gateways/receipts.server'
import type { Transaction, TransactionDetail } from '~/gateways/schemas/purchases.server'
import { bindText } from '~/lib/bind-text.server'
import { clockOf } from '~/lib/dates'
import { idInAddress } from '~/lib/ids'

import { spanText, type Conditions } from './find-query.server'
import { monthsOf, type Month } from './transactions.server'
import { hasAllTerms } from './search-terms'

/** The time for all receipts of a page; the next page loads the rest. */
export const SEARCH_RECEIPTS_MS = 700
/** A timer may fire slightly early by another clock. */
const CLOCKS_APART_MS = 20
const MOST_FOUND = 50
const MOST_GOODS = 3

export interface SearchPage {
  months: Month[]
  count: number
  /** The operations that this page has searched; null when there were none. */
  looked: { days: string; count: number; total: number } | null
  /** The number of operations with receipts that failed to load. */
  missed: number
  /** The offset of the next page; null at the end. */
  nextOffset: number | null
}

type Reads = Pick<Gateways, 'purchases'>

/**
 * One page of a search: a part of the history, newest first. Where neither title nor store of an
 * operation matches, loads its receipt and searches the lines. The page ends at the last receipt loaded
 * in time; the next page continues there.
 * @param offset where the last page ended; null at the beginning
 * @param receiptsMs the time for receipts, in milliseconds
 * @throws GatewayError when the operations fail to load
 */
export async function findPurchases(
  reads: Reads,
  conditions: Conditions,
  offset: number | null,
  receiptsMs = SEARCH_RECEIPTS_MS,
): Promise<SearchPage> {
  const begin = offset ?? (await beginningOf(reads, conditions))
  const { transactions, offsets, nextOffset, totalCount } = await readStretch(reads, begin)
  const { since } = conditions
  const older = since ? transactions.findIndex((entry) => dayOf(entry) < since) : -1
  const period = older < 0 ? transactions : transactions.slice(0, older)

  const { goods, end, unread } = await lookAtGoods(reads, period, conditions, receiptsMs)
  const finds = period
    .slice(0, end)
    .filter((entry) => goods.has(entry.id) || isDirect(entry, conditions))
    .slice(0, MOST_FOUND)
  const goodsOf = new Map([...goods].map(([id, names]) => [idInAddress(id), names]))
  const isFull = finds.length === MOST_FOUND
  const count = isFull ? period.indexOf(finds.at(-1) as Transaction) + 1 : end
  const looked = period.slice(0, count)
  const isCut = count < period.length
  return {
    months: monthsOf(finds, whole).map((month) => ({
      ...month,
      // A sum of search results is no sum of spending.
      totals: null,
      rows: month.rows.map((row) => ({ ...row, goods: goodsText(goodsOf.get(row.id) ?? []) })),
    })),
    count: finds.length,
    looked:
      looked.length > 0
        ? {
            days: spanText(looked.at(-1)?.createdAt ?? '', looked[0]?.createdAt ?? ''),
            count: looked.length,
            total: totalCount,
          }
        : null,
    missed: looked.filter(({ id }) => unread.has(id)).length,
    nextOffset: isCut ? (offsets[count - 1] ?? begin) + 1 : older < 0 ? nextOffset : null,
  }
}

const whole = { earlier: [], later: [], isStartCut: false, isEndCut: false }

function dayOf({ createdAt }: Transaction): string {
  const { year, month, day } = clockOf(createdAt)
  return `${year}-${month}-${day}`
}

async function beginningOf(reads: Reads, { until }: Conditions): Promise<number> {
  if (!until) return 0
  // Moscow has been at least three hours ahead of UTC since receipts exist; later operations are
  // dropped below.
  const end = Date.parse(`${until}T00:00:00+03:00`) + 86_400_000
  return end > Date.now() ? 0 : findOffset(reads, new Date(end).toISOString())
}

function fits(entry: Transaction, { sumFrom, sumTo, since, until, kind }: Conditions): boolean {
  if (kind && entry.type !== kind) return false
  if (until && dayOf(entry) > until) return false
  if (since && dayOf(entry) < since) return false
  if (sumFrom === null && sumTo === null) return true
  if (typeof entry.totalSum !== 'number') return false
  const sum = Math.abs(entry.totalSum)
  return sum >= (sumFrom ?? 0) && sum <= (sumTo ?? Number.POSITIVE_INFINITY)
}

const textsOf = ({ title, storeAddress }: Transaction) => [title, storeAddress ?? '']

/** True when the list itself shows a match, without the receipt. */
function isDirect(entry: Transaction, conditions: Conditions): boolean {
  return fits(entry, conditions) && hasAllTerms(textsOf(entry), conditions.terms)
}

/** Operations with stars only have no receipt. */
const mayHaveGoods = ({ type }: Transaction) =>
  type === null || type === 'PURCHASE' || type === 'REFUND'

/** Searches the receipts of a period, as far as they load in time. */
async function lookAtGoods(
  reads: Reads,
  period: Transaction[],
  conditions: Conditions,
  receiptsMs: number,
) {
  const goods = new Map<string, string[]>()
  const unread = new Set<string>()
  const { terms } = conditions
  const nothing = { goods, unread, end: period.length }
  if (terms.length === 0) return nothing

  // A page that is full without receipts needs none beyond its end.
  const direct = period.filter((entry) => isDirect(entry, conditions))
  const last = direct[MOST_FOUND - 1]
  const page = last ? period.slice(0, period.indexOf(last)) : period
  const asked = page.filter(
    (entry) => fits(entry, conditions) && mayHaveGoods(entry) && !direct.includes(entry),
  )
  const begun = performance.now()
  const receipts = await readReceipts(reads, asked, receiptsMs)
  const isOutOfTime = performance.now() - begun >= receiptsMs - CLOCKS_APART_MS

  for (const entry of asked) {
    const receipt = receipts.get(entry.id)
    if (!receipt) unread.add(entry.id)
    else {
      const hits = goodsIn(receipt, entry, terms)
      if (hits.length > 0) goods.set(entry.id, hits)
    }
  }
  // Receipts missing before the first loaded one had the whole time, so the page skips and counts them. When
  // the time is over, the page ends at the next missing receipt.
  const first = asked.findIndex(({ id }) => receipts.has(id))
  const stop = asked.find(({ id }, index) => first >= 0 && index > first && unread.has(id))
  return isOutOfTime && stop ? { goods, unread, end: period.indexOf(stop) } : nothing
}

function goodsIn(
  { receipt }: TransactionDetail,
  entry: Transaction,
  terms: readonly string[],
): string[] {
  const names = receipt?.items.map(({ name }) => name) ?? []
  return [...new Set(names)].filter((name) => hasAllTerms([...textsOf(entry), name], terms))
}

function goodsText(names: readonly string[]): string[] {
  const more = names.length - MOST_GOODS
  return [
    ...names.slice(0, MOST_GOODS).map(bindText),
    ...(more > 0 ? [`и ещё ${more} в чеке`] : []),
  ]
}
