import { GatewayError } from './gateway-error.server'
import type { Gateways } from './gateways.server'
import { placeIn } from '~/gateways/shapes/common.server'
import type { Transaction } from '~/gateways/shapes/purchases.server'

/** The most that the gateway gives at a time. */
export const HISTORY_PAGE = 50
/** Pages of one history that are asked for at a time: a long one must not fill the gateway's connections. */
const PAGES_AT_ONCE = 4
/** Where one operation is enough: one that cannot be read must not cost the answer. */
const FEW = 5
/** A search by halves needs 17 steps for 100,000 operations. */
const MOST_STEPS = 20

type Reads = Pick<Gateways, 'purchases'>

export interface Stretch {
  /** Newest first. */
  transactions: Transaction[]
  /** Where each of them stands in the history: one that cannot be read has its place, too. */
  offsets: number[]
  /** Where the next stretch begins; null: the history has been read to its end. */
  nextOffset: number | null
  totalCount: number
}

/**
 * Reads a stretch of the history, its pages side by side, in about the time of one call. A page
 * that fails fails all of it: nothing may be summed up from a part that looks whole.
 * @param pages how many pages of 50 operations, four at most
 * @throws GatewayError
 */
export async function readStretch(
  { purchases }: Reads,
  offset: number,
  pages = PAGES_AT_ONCE,
): Promise<Stretch> {
  const parts = await Promise.all(
    Array.from({ length: Math.min(pages, PAGES_AT_ONCE) }, (_, index) =>
      purchases.listTransactions({ limit: HISTORY_PAGE, offset: offset + index * HISTORY_PAGE }),
    ),
  )
  const pagination = parts.at(-1)?.pagination
  const { hasMore = false, totalCount = 0 } = pagination ?? {}
  // An operation added meanwhile moves the others on: none is counted twice.
  const byId = new Map(
    parts.flatMap(({ transactions }, part) =>
      transactions.map((entry, place) => {
        const at = offset + part * HISTORY_PAGE + placeIn(transactions, place)
        return [entry.id, { entry, at }]
      }),
    ),
  )
  const next = offset + parts.length * HISTORY_PAGE
  return {
    transactions: [...byId.values()].map(({ entry }) => entry),
    offsets: [...byId.values()].map(({ at }) => at),
    nextOffset: hasMore ? next : null,
    totalCount,
  }
}

/**
 * The newest and the oldest operation; neither in a history that has none. Where the history is not as long
 * as the gateway tells, or it does not tell, its end is looked for by doubling and by halves.
 * @throws GatewayError
 */
export async function readEnds({ purchases }: Reads) {
  const pageAt = (offset: number) => purchases.listTransactions({ limit: FEW, offset })
  const first = await pageAt(0)
  const [newest] = first.transactions
  let last = first
  /** Where the last page begins, and where an empty one does. */
  let [low, high] = [0, Infinity]
  let next = first.pagination.totalCount - FEW
  const isOpen = () => last.pagination.hasMore && high - low > FEW
  for (let step = 0; step < MOST_STEPS && isOpen() && next > low; step += 1) {
    const page = await pageAt(next)
    if (page.transactions.length > 0) [last, low] = [page, next]
    else high = next
    next = high === Infinity ? 2 * low + FEW : Math.floor((low + high) / 2)
  }
  const totalCount = high === Infinity ? last.pagination.totalCount : low + last.transactions.length
  return { newest, oldest: last.transactions.at(-1) ?? newest, totalCount }
}

/**
 * Where the operations before an instant begin, as an offset: halves the history, a few operations a
 * step, so that a year long ago is reached in a few calls. The history's length where all of it is
 * younger; a little too early where an operation just there cannot be read.
 * @param instant RFC 3339; the first operation that is older than it is looked for
 * @throws GatewayError
 */
export async function findOffset({ purchases }: Reads, instant: string): Promise<number> {
  const border = Date.parse(instant)
  const entryAt = async (offset: number) => purchases.listTransactions({ limit: FEW, offset })
  const first = await entryAt(0)
  let low = 0
  let high = first.pagination.totalCount
  for (let step = 0; low < high && step < MOST_STEPS; step += 1) {
    const middle = Math.floor((low + high) / 2)
    const [entry] = (middle === 0 ? first : await entryAt(middle)).transactions
    if (!entry) high = middle
    else if (Date.parse(entry.createdAt) >= border) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * All operations of a period, newest first, four pages at a time.
 * @param from RFC 3339, of the period
 * @param to RFC 3339, no longer of it
 * @param most how many are read at most; `isWhole` says whether that was all
 * @param signal ends the reading for a caller that has left
 * @throws GatewayError, also when the gateway gives the same operations again and again; the signal's reason
 */
export async function readPeriod(
  reads: Reads,
  { from, to, most, signal }: { from: string; to: string; most: number; signal?: AbortSignal },
): Promise<{ transactions: Transaction[]; isWhole: boolean }> {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  const isNow = end > Date.now()
  let offset: number | null = isNow ? 0 : await findOffset(reads, to)
  const found: Transaction[] = []
  let pages = 1
  let before = new Set<string>()
  while (offset !== null) {
    signal?.throwIfAborted()
    const { transactions, nextOffset }: Stretch = await readStretch(reads, offset, pages)
    const seen = before
    // One that does not heed the offset would be asked for ever.
    if (transactions.length > 0 && transactions.every(({ id }) => seen.has(id)))
      throw new GatewayError({ kind: 'contract', endpoint: 'GET /v3/user/transactions' })
    before = new Set(transactions.map(({ id }) => id))
    for (const entry of transactions) {
      const at = Date.parse(entry.createdAt)
      if (at >= begin && at < end) found.push(entry)
    }
    const oldest = transactions.at(-1)
    if (!oldest || Date.parse(oldest.createdAt) < begin) break
    if (found.length >= most) return { transactions: found.slice(0, most), isWhole: false }
    offset = nextOffset
    pages = PAGES_AT_ONCE
  }
  const byId = new Map(found.map((entry) => [entry.id, entry]))
  return { transactions: [...byId.values()], isWhole: true }
}
