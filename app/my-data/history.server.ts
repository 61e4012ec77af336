import { setTimeout as sleep } from 'node:timers/promises'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { Gateways } from '~/gateways/gateways.server'
import { LARGEST_PAGE } from '~/gateways/all-pages.server'
import { findOffset, readStretch, type Stretch } from '~/gateways/history.server'
import { clockOf } from '~/lib/dates'
import { readReceipts } from '~/gateways/receipts.server'
import type { Transaction, TransactionDetail } from '~/gateways/schemas/purchases.server'

/** The source of a file: a shopper's gateways, a period and a signal. */
export interface Source {
  gateways: Pick<Gateways, 'account' | 'identity' | 'promotions' | 'purchases'>
  /** A year in Moscow's calendar; null: all years. */
  year: number | null
  /** Cancels the reading. */
  signal: AbortSignal
  /** True when calls may be retried after a pause; a visitor only waits for the first piece. */
  mayWait: boolean
}

/** `unreadable`: the gateway fails for this receipt. */
export type ReadReceipt = NonNullable<TransactionDetail['receipt']> | null | 'unreadable'
export interface OperationWithReceipt {
  transaction: Transaction
  receipt: ReadReceipt
}

/** A list is longer than what was read: the file ends with this reason. */
export class LongListError extends Error {}

const PAUSE_MS = 3_000
/** Longer than a breaker stays open. */
const OPEN_PAUSE_MS = 11_000
const LONGEST_PAUSE_MS = 15_000
/** For fifty receipts, eight in parallel; late ones are loaded one by one. */
const RECEIPTS_MS = 20_000

/**
 * Retries a call once after a pause when the gateway failed temporarily.
 * @throws GatewayError of the second attempt; the signal's reason when aborted
 */
export async function withRetry<Answer>(
  source: Source,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.isServerSide || !source.mayWait) throw error
    await sleep(pauseAfter(error, Math.random()), undefined, { signal: source.signal })
    return ask()
  }
}

/** Spreads downloads that failed together: a third of the pause is random. */
export function pauseAfter({ kind, retryAfterSeconds = 0 }: GatewayError, chance: number): number {
  const asked = Math.max(PAUSE_MS, retryAfterSeconds * 1000)
  const least = kind === 'open' ? OPEN_PAUSE_MS : asked
  return Math.min(least * (1 + chance / 2), LONGEST_PAUSE_MS)
}

/**
 * Reads the history newest first in stretches, to limit memory. The first stretch is short, so that
 * a file begins soon.
 */
export async function* readHistory(source: Source): AsyncGenerator<Transaction[]> {
  const { gateways, year, signal } = source
  // Moscow was three or four hours ahead of UTC: a day more on both sides has the whole year.
  const from = year === null ? -Infinity : Date.UTC(year, 0, 0)
  const end = year === null ? null : new Date(Date.UTC(year + 1, 0, 2)).toISOString()
  let offset: number | null =
    end && Date.parse(end) <= Date.now()
      ? await withRetry(source, () => findOffset(gateways, end))
      : 0
  /** A short first stretch begins the file soon. */
  let [length, step]: (number | undefined)[] = [LARGEST_PAGE, undefined]
  let before = new Set<string>()
  while (offset !== null) {
    signal.throwIfAborted()
    const at: number = offset
    const [most, distance] = [length, step]
    const stretch: Stretch = await withRetry(source, () =>
      readStretch(gateways, at, most, distance),
    )
    const { transactions } = stretch
    const seen = before
    // A gateway that ignores the offset would cause an endless loop.
    if (transactions.length > 0 && transactions.every(({ id }) => seen.has(id)))
      throw new GatewayError({ kind: 'contract', endpoint: 'GET /v3/user/transactions' })
    yield transactions.filter(
      ({ id, createdAt }) =>
        // A new operation shifts the others, so some appear twice.
        !seen.has(id) && (year === null || Number(clockOf(createdAt).year) === year),
    )
    const oldest = transactions.at(-1)
    if (!oldest || Date.parse(oldest.createdAt) < from) return
    before = new Set(transactions.map(({ id }) => id))
    ;({ nextOffset: offset, step } = stretch)
    length = undefined
  }
}

/** Reads the history with the receipt of each operation, fifty at a time. */
export async function* readOperations(source: Source): AsyncGenerator<OperationWithReceipt[]> {
  for await (const transactions of readHistory(source)) {
    for (let at = 0; at < Math.max(transactions.length, 1); at += LARGEST_PAGE)
      yield await withReceipts(source, transactions.slice(at, at + LARGEST_PAGE))
  }
}

async function withReceipts(
  source: Source,
  transactions: readonly Transaction[],
): Promise<OperationWithReceipt[]> {
  const { gateways, signal } = source
  const found = await readReceipts(gateways, transactions, RECEIPTS_MS, signal)
  const operations: OperationWithReceipt[] = []
  for (const transaction of transactions) {
    signal.throwIfAborted()
    const detail = found.get(transaction.id)
    const receipt = detail ? (detail.receipt ?? null) : await askAgain(source, transaction)
    operations.push({ transaction, receipt })
  }
  return operations
}

/** One broken receipt must not lose the others; a gateway without answers ends the file. */
async function askAgain(source: Source, { id }: Transaction): Promise<ReadReceipt> {
  const { gateways, signal } = source
  try {
    const detail = await withRetry(source, () => gateways.purchases.getTransaction(id, { signal }))
    return detail?.receipt ?? null
  } catch (error) {
    if (!(error instanceof GatewayError) || error.isUnauthorized) throw error
    if (error.isServerSide && error.kind !== 'contract') throw error
    return 'unreadable'
  }
}
