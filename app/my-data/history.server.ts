import { setTimeout as sleep } from 'node:timers/promises'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { Gateways } from '~/gateways/gateways.server'
import { findOffset, HISTORY_PAGE, readStretch, type Stretch } from '~/gateways/history.server'
import { readReceipts } from '~/gateways/receipts.server'
import type { Transaction, TransactionDetail } from '~/gateways/shapes/purchases.server'

/** What a file is made of: somebody's gateways, a part of their time, and until when. */
export interface Source {
  gateways: Pick<Gateways, 'account' | 'identity' | 'promotions' | 'purchases'>
  /** A year of Moscow's calendar; null: all of them. */
  year: number | null
  /** Ends the reading. */
  signal: AbortSignal
  /** Whether a gateway is waited for: the visitor waits for the first piece only. */
  mayWait: boolean
}

/** `unreadable`: there is one that the gateway cannot tell. */
export type Receipt = NonNullable<TransactionDetail['receipt']> | null | 'unreadable'
export interface Operation {
  transaction: Transaction
  receipt: Receipt
}

const PAUSE_MS = 3_000
/** Until a breaker has let go of its gateway. */
const OPEN_PAUSE_MS = 11_000
const LONGEST_PAUSE_MS = 15_000
/** For fifty receipts, eight at a time; late ones are asked for one by one. */
const RECEIPTS_MS = 20_000

/**
 * Asks once more, after a pause, what a gateway could not answer for the moment.
 * @throws GatewayError of the second time; the signal's reason when it was aborted
 */
export async function politely<Answer>(
  source: Source,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.isServerSide || !source.mayWait) throw error
    await sleep(pauseAfter(error), undefined, { signal: source.signal })
    return ask()
  }
}

function pauseAfter({ kind, retryAfterSeconds = 0 }: GatewayError): number {
  if (kind === 'open') return OPEN_PAUSE_MS
  return Math.min(Math.max(PAUSE_MS, retryAfterSeconds * 1000), LONGEST_PAUSE_MS)
}

/**
 * The history, newest first, a stretch at a time: no more of it is in memory than what is being
 * written. The first stretch is short, so that a file begins soon.
 */
export async function* readHistory(source: Source): AsyncGenerator<Transaction[]> {
  const { gateways, year, signal } = source
  const from = year === null ? -Infinity : Date.parse(`${year}-01-01T00:00:00+03:00`)
  const end = year === null ? null : `${year + 1}-01-01T00:00:00+03:00`
  let offset: number | null =
    end && Date.parse(end) <= Date.now()
      ? await politely(source, () => findOffset(gateways, end))
      : 0
  let pages = 1
  let before = new Set<string>()
  while (offset !== null) {
    signal.throwIfAborted()
    const at: number = offset
    const asked = pages
    const stretch: Stretch = await politely(source, () => readStretch(gateways, at, asked))
    const { transactions } = stretch
    const seen = before
    // One that does not heed the offset would be asked until the file's time is over.
    if (transactions.length > 0 && transactions.every(({ id }) => seen.has(id)))
      throw new GatewayError({ kind: 'contract', endpoint: 'GET /v3/user/transactions' })
    yield transactions.filter(({ id, createdAt }) => {
      const moment = Date.parse(createdAt)
      // The result in meanwhile moves the others on.
      return !seen.has(id) && moment >= from && (end === null || moment < Date.parse(end))
    })
    const oldest = transactions.at(-1)
    if (!oldest || Date.parse(oldest.createdAt) < from) return
    before = new Set(transactions.map(({ id }) => id))
    offset = stretch.nextOffset
    pages = 4
  }
}

/** The same with each operation's receipt, a page of fifty at a time. */
export async function* readOperations(source: Source): AsyncGenerator<Operation[]> {
  for await (const transactions of readHistory(source)) {
    for (let at = 0; at < Math.max(transactions.length, 1); at += HISTORY_PAGE)
      yield await withReceipts(source, transactions.slice(at, at + HISTORY_PAGE))
  }
}

async function withReceipts(
  source: Source,
  transactions: readonly Transaction[],
): Promise<Operation[]> {
  const { gateways, signal } = source
  const found = await readReceipts(gateways, transactions, RECEIPTS_MS, signal)
  const operations: Operation[] = []
  for (const transaction of transactions) {
    signal.throwIfAborted()
    const detail = found.get(transaction.id)
    const receipt = detail ? (detail.receipt ?? null) : await askAgain(source, transaction)
    operations.push({ transaction, receipt })
  }
  return operations
}

/** One broken receipt must not cost the others; a gateway that never answers ends the file. */
async function askAgain(source: Source, { id }: Transaction): Promise<Receipt> {
  const { gateways, signal } = source
  try {
    const detail = await politely(source, () => gateways.purchases.getTransaction(id, { signal }))
    return detail?.receipt ?? null
  } catch (error) {
    if (!(error instanceof GatewayError) || error.isUnauthorized) throw error
    if (error.isServerSide && error.kind !== 'contract') throw error
    return 'unreadable'
  }
}
