import { setTimeout as sleep } from 'node:timers/promises'

import { LARGEST_PAGE } from '~/gateways/all-pages.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import type { Gateways } from '~/gateways/gateways.server'
import { readHistory } from '~/gateways/history.server'
import { readReceipts } from '~/gateways/receipts.server'
import { jitter } from '~/lib/jitter'
import type { Transaction, TransactionDetail } from '~/gateways/schemas/purchases.server'

/** The source of a file: a shopper's gateways and a signal. */
export interface Source {
  gateways: Pick<Gateways, 'account' | 'identity' | 'promotions' | 'purchases' | 'stores'>
  /** Cancels the reading. */
  signal: AbortSignal
  /** True when calls may be retried after a pause; a visitor only waits for the first piece. */
  mayWait: boolean
}

/** `unreadable`: the gateway fails for this receipt. */
export interface OperationWithReceipt {
  transaction: Transaction
  receipt: NonNullable<TransactionDetail['receipt']> | null | 'unreadable'
}

/** For fifty receipts, eight in parallel; late ones are loaded one by one. */
const RECEIPTS_MS = 20_000

const PAUSE_MS = 3_000
/** Longer than a breaker stays open. */
const OPEN_PAUSE_MS = 11_000
const MAX_PAUSE_MS = 15_000

/** The pause before a retry. Spreads downloads that failed together: a third is random. @internal */
export function pauseBeforeRetry(
  { kind, retryAfterSeconds = 0 }: GatewayError,
  chance?: number,
): number {
  const asked = Math.max(PAUSE_MS, retryAfterSeconds * 1000)
  const least = kind === 'open' ? OPEN_PAUSE_MS : asked
  return Math.min(jitter(least, 1.5 * least, chance), MAX_PAUSE_MS)
}

/**
 * Retries a call once after a pause when the gateway failed temporarily.
 * @throws GatewayError of the second attempt; the signal's reason when aborted
 */
export async function withRetry<Result>(
  source: Source,
  ask: () => Promise<Result>,
): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.isServerSide || !source.mayWait) throw error
    await sleep(pauseBeforeRetry(error), undefined, { signal: source.signal })
    return ask()
  }
}

/** All operations newest first, in stretches. */
export function readOperations(source: Source): AsyncGenerator<Transaction[]> {
  const { purchases } = source.gateways
  const listTransactions: typeof purchases.listTransactions = (page) =>
    withRetry(source, () => purchases.listTransactions(page))
  return readHistory({ purchases: { ...purchases, listTransactions } }, { signal: source.signal })
}

/** All operations with their receipts, fifty at a time. */
export async function* readReceiptsOfAll(source: Source): AsyncGenerator<OperationWithReceipt[]> {
  for await (const transactions of readOperations(source)) {
    for (let at = 0; at < transactions.length; at += LARGEST_PAGE)
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
    const receipt = detail ? (detail.receipt ?? null) : await readAgain(source, transaction)
    operations.push({ transaction, receipt })
  }
  return operations
}

/** One broken receipt must not lose the others; a gateway without responses ends the file. */
async function readAgain(
  source: Source,
  { id }: Transaction,
): Promise<OperationWithReceipt['receipt']> {
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
