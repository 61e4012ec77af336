import type { Gateways } from '~/gateways/gateways.server'
import { findOffset, readStretch } from '~/gateways/history.server'
import type { Transaction } from '~/gateways/schemas/purchases.server'
import { clockOf } from '~/lib/dates'

import { spanText, type Conditions } from './find-query.server'
import { monthsOf, type Month } from './transactions.server'
import { hasAllTerms } from './search-terms'

const MOST_FOUND = 50

export interface SearchPage {
  months: Month[]
  count: number
  /** The operations that this page has searched; null when there were none. */
  looked: { days: string; count: number; total: number } | null
  /** The offset of the next page; null at the end. */
  nextOffset: number | null
}

type Reads = Pick<Gateways, 'purchases'>

/**
 * One page of a search: a part of the history, newest first, by title, store, sum, day and type.
 * @param offset where the last page ended; null at the beginning
 * @throws GatewayError when the operations fail to load
 */
export async function findPurchases(
  reads: Reads,
  conditions: Conditions,
  offset: number | null,
): Promise<SearchPage> {
  const begin = offset ?? (await beginningOf(reads, conditions))
  const { transactions, offsets, nextOffset, totalCount } = await readStretch(reads, begin)
  const { since } = conditions
  const older = since ? transactions.findIndex((entry) => dayOf(entry) < since) : -1
  const period = older < 0 ? transactions : transactions.slice(0, older)
  const finds = period.filter((entry) => fits(entry, conditions)).slice(0, MOST_FOUND)
  const isFull = finds.length === MOST_FOUND
  const count = isFull ? period.indexOf(finds.at(-1) as Transaction) + 1 : period.length
  const looked = period.slice(0, count)
  return {
    // A sum of search results is no sum of spending.
    months: monthsOf(finds, whole).map((month) => ({ ...month, totals: null })),
    count: finds.length,
    looked:
      looked.length > 0
        ? {
            days: spanText(looked.at(-1)?.createdAt ?? '', looked[0]?.createdAt ?? ''),
            count: looked.length,
            total: totalCount,
          }
        : null,
    nextOffset:
      count < period.length ? (offsets[count - 1] ?? begin) + 1 : older < 0 ? nextOffset : null,
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

function fits(entry: Transaction, conditions: Conditions): boolean {
  const { terms, sumFrom, sumTo, since, until, kind } = conditions
  if (kind && entry.type !== kind) return false
  if (until && dayOf(entry) > until) return false
  if (since && dayOf(entry) < since) return false
  if (!hasAllTerms([entry.title, entry.storeAddress ?? ''], terms)) return false
  if (sumFrom === null && sumTo === null) return true
  if (typeof entry.totalSum !== 'number') return false
  const sum = Math.abs(entry.totalSum)
  return sum >= (sumFrom ?? 0) && sum <= (sumTo ?? Number.POSITIVE_INFINITY)
}
