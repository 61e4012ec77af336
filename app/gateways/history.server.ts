import { LARGEST_PAGE, PAGES_AT_ONCE, readRange, uniqueBy } from './all-pages.server'
import { GatewayError } from './gateway-error.server'
import type { Gateways } from './gateways.server'
import { placeIn } from '~/gateways/schemas/common.server'
import type { Transaction } from '~/gateways/schemas/purchases.server'

/** The page size when one operation is enough; the others replace an unreadable one. */
const FEW = 5
/** A binary search takes 17 steps for 100,000 operations. */
const MAX_STEPS = 20

type Reads = Pick<Gateways, 'purchases'>

interface Stretch {
  /** Newest first. */
  transactions: Transaction[]
  /** The offset of each operation in the history, counting unreadable ones. */
  offsets: number[]
  /** The offset of the next stretch; null at the end of the history. */
  nextOffset: number | null
  totalCount: number
  /** The distance of the gateway's pages. */
  step: number
}

/**
 * Reads a stretch of the history with parallel pages. One failed page fails the stretch, because
 * sums over a part would look complete.
 * @param length how many operations, 200 at most
 * @param step the distance of the gateway's pages; by default the largest page
 * @throws GatewayError
 */
export async function readStretch(
  { purchases }: Reads,
  offset: number,
  length = PAGES_AT_ONCE * LARGEST_PAGE,
  step = LARGEST_PAGE,
): Promise<Stretch> {
  const read = await readRange(
    (page) => purchases.listTransactions(page),
    offset,
    offset + length,
    { step, atOnce: PAGES_AT_ONCE },
  )
  const found = read.pages.flatMap(({ offset: begin, page: { transactions } }) =>
    transactions.map((entry, place) => ({ entry, at: begin + placeIn(transactions, place) })),
  )
  const unique = uniqueBy(found, ({ entry }) => entry.id)
  return {
    transactions: unique.map(({ entry }) => entry),
    offsets: unique.map(({ at }) => at),
    nextOffset: read.nextOffset,
    totalCount: read.totalCount,
    step: read.step,
  }
}

/**
 * The newest and the oldest operation; both absent for an empty history. When the total is wrong or
 * missing, finds the end by doubling and binary search.
 * @throws GatewayError
 */
export async function readEnds({ purchases }: Reads) {
  const pageAt = (offset: number) => purchases.listTransactions({ limit: FEW, offset })
  const first = await pageAt(0)
  const [newest] = first.transactions
  let last = first
  /** The offset of the last page, and an offset of an empty page. */
  let [low, high] = [0, Infinity]
  let next = first.pagination.totalCount - first.pagination.size
  const isOpen = () => last.pagination.hasMore && high - low > last.pagination.size
  for (let step = 0; step < MAX_STEPS && isOpen() && next > low; step += 1) {
    const page = await pageAt(next)
    if (page.transactions.length > 0) [last, low] = [page, next]
    else high = next
    next = high === Infinity ? 2 * low + FEW : Math.floor((low + high) / 2)
  }
  const totalCount = high === Infinity ? last.pagination.totalCount : low + last.transactions.length
  return { newest, oldest: last.transactions.at(-1) ?? newest, totalCount }
}

/**
 * The offset of the first operation before an instant, by binary search. The history's length when
 * all operations are younger. Slightly too small when an operation there is unreadable.
 * @param instant RFC 3339
 * @throws GatewayError
 */
export async function findOffset({ purchases }: Reads, instant: string): Promise<number> {
  const border = Date.parse(instant)
  const entryAt = async (offset: number) => purchases.listTransactions({ limit: FEW, offset })
  const first = await entryAt(0)
  let low = 0
  let high = first.pagination.totalCount
  for (let step = 0; low < high && step < MAX_STEPS; step += 1) {
    const middle = Math.floor((low + high) / 2)
    const [entry] = (middle === 0 ? first : await entryAt(middle)).transactions
    if (!entry) high = middle
    else if (Date.parse(entry.createdAt) >= border) low = middle + 1
    else high = middle
  }
  return low
}

interface Period {
  /** RFC 3339, inclusive; by default the beginning of the history. */
  from?: string
  /** RFC 3339, exclusive; by default its end. */
  to?: string
  /** Cancels the reading. */
  signal?: AbortSignal
}

/**
 * The operations of a period newest first, in stretches, to limit memory. The first stretch is short,
 * so that a file begins soon.
 * @throws GatewayError, also when the gateway repeats the same operations; the signal's reason
 */
export async function* readHistory(
  reads: Reads,
  { from, to, signal }: Period = {},
): AsyncGenerator<Transaction[]> {
  const begin = from ? Date.parse(from) : -Infinity
  const end = to ? Date.parse(to) : Infinity
  let offset: number | null = to && end <= Date.now() ? await findOffset(reads, to) : 0
  let length = LARGEST_PAGE
  let step: number | undefined
  let before = new Set<string>()
  while (offset !== null) {
    signal?.throwIfAborted()
    const stretch: Stretch = await readStretch(reads, offset, length, step)
    const { transactions } = stretch
    const seen = before
    // A gateway that ignores the offset would cause an endless loop.
    if (transactions.length > 0 && transactions.every(({ id }) => seen.has(id)))
      throw new GatewayError({ kind: 'contract', endpoint: 'GET /v3/user/transactions' })
    yield transactions.filter(({ id, createdAt }) => {
      const at = Date.parse(createdAt)
      // A new operation shifts the others, so some appear twice.
      return !seen.has(id) && at >= begin && at < end
    })
    const oldest = transactions.at(-1)
    if (!oldest || Date.parse(oldest.createdAt) < begin) return
    before = new Set(transactions.map(({ id }) => id))
    ;({ nextOffset: offset, step } = stretch)
    length = PAGES_AT_ONCE * LARGEST_PAGE
  }
}

/**
 * All operations of a period, newest first.
 * @param most the limit of operations; `isWhole` is false when there are more
 * @throws GatewayError; the signal's reason
 */
export async function readPeriod(
  reads: Reads,
  { most, ...period }: Period & { most: number },
): Promise<{ transactions: Transaction[]; isWhole: boolean }> {
  const found: Transaction[] = []
  for await (const transactions of readHistory(reads, period)) {
    found.push(...transactions)
    if (found.length > most) return { transactions: found.slice(0, most), isWhole: false }
  }
  return { transactions: found, isWhole: true }
}
