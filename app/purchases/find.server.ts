import type { Gateways } from '~/gateways/gateways.server'
import { findOffset, readStretch } from '~/gateways/history.server'
import type { Transaction } from '~/gateways/schemas/purchases.server'
import { getTillDayKey, haveTillZones } from '~/lib/dates'

import { hasAllTerms, spanText, type Conditions } from './find-query.server'
import { getMonths } from './transactions.server'

const MAX_FOUND = 50

type Reads = Pick<Gateways, 'purchases'>

/**
 * One page of a search: a part of the history, newest first, by title, store, sum, day and type.
 * @param offset where the last page ended; null at the beginning
 * @throws GatewayError when the operations fail to load
 */
export async function findPurchases(reads: Reads, conditions: Conditions, offset: number | null) {
  const begin = offset ?? (await getBeginning(reads, conditions))
  const { transactions, offsets, ...stretch } = await readStretch(reads, begin)
  const isOlder = (entry: Transaction) => getTillDayKey(entry.createdAt) < (conditions.since ?? '')
  const finds: Transaction[] = []
  let count = 0
  for (const entry of transactions) {
    if (isOlder(entry) || finds.length === MAX_FOUND) break
    if (fits(entry, conditions)) finds.push(entry)
    count += 1
  }
  const [newest, oldest, next] = [transactions[0], transactions[count - 1], transactions[count]]
  // A page that is full goes on behind its last operation, whether or not the next is readable.
  const after = next ? (offsets[count - 1] ?? begin) + 1 : stretch.nextOffset
  return {
    // A sum of search results is no sum of spending.
    months: getMonths(finds, whole).map((month) => ({ ...month, totals: null })),
    count: finds.length,
    haveTillZones: haveTillZones(finds),
    /** The operations that this page has searched; null when there were none. */
    looked:
      newest && oldest
        ? { days: spanText(oldest.createdAt, newest.createdAt), count, total: stretch.totalCount }
        : null,
    /** The offset of the next page; null at the end. */
    nextOffset: next && isOlder(next) ? null : after,
  }
}

export type SearchPage = Awaited<ReturnType<typeof findPurchases>>

const whole = { earlier: [], later: [], isStartCut: false, isEndCut: false }

async function getBeginning(reads: Reads, { until }: Conditions): Promise<number> {
  if (!until) return 0
  // The day ends everywhere in Russia before it ends in UTC; later operations are dropped below.
  const end = Date.parse(`${until}T00:00:00Z`) + 86_400_000
  return end > Date.now() ? 0 : findOffset(reads, new Date(end).toISOString())
}

function fits(entry: Transaction, conditions: Conditions): boolean {
  const { terms, sumFrom, sumTo, until, kind } = conditions
  if (kind && entry.type !== kind) return false
  if (until && getTillDayKey(entry.createdAt) > until) return false
  if (!hasAllTerms([entry.title, entry.storeAddress ?? ''], terms)) return false
  if (sumFrom === null && sumTo === null) return true
  if (typeof entry.totalSum !== 'number') return false
  const sum = Math.abs(entry.totalSum)
  return sum >= (sumFrom ?? 0) && sum <= (sumTo ?? Number.POSITIVE_INFINITY)
}
