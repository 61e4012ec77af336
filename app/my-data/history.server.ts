import { setTimeout as sleep } from 'node:timers/promises'

import pLimit from 'p-limit'

import { LARGEST_PAGE } from '~/gateways/all-pages.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import type { Gateways } from '~/gateways/gateways.server'
import { readHistory } from '~/gateways/history.server'
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

/** All operations, newest first, page by page of the gateway; a failed page is requested once more. */
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

/** Receipts of one shopper loaded in parallel, one call each. */
const AT_ONCE = 8
/** With this many failures the gateway has a problem, not a single receipt. */
const MAX_FAILURES = 4
const WORST_SHARE = 0.5

/**
 * Loads the receipts of these operations until the time is over. The result lacks operations with
 * failed or late receipts; operations without a receipt are in it. Loads one receipt first, then
 * several in parallel. Stops after four failures that are more than half, so that one shopper does
 * not open the breaker for all.
 * @param budgetMs the time for all receipts in milliseconds; 0 reads none
 * @param given cancels the reading
 */
export async function readReceipts(
  { purchases }: Pick<Gateways, 'purchases'>,
  operations: readonly Pick<Transaction, 'id'>[],
  budgetMs: number,
  given?: AbortSignal,
): Promise<Map<string, TransactionDetail>> {
  if (budgetMs <= 0) return new Map()
  // `AbortSignal.timeout` would count as a gateway timeout in the breaker.
  const over = new AbortController()
  const signal = given ? AbortSignal.any([over.signal, given]) : over.signal
  const timer = setTimeout(() => over.abort(), budgetMs)
  const found = new Map<string, TransactionDetail>()
  let failures = 0
  let answers = 0
  const isOver = () =>
    signal.aborted || (failures >= MAX_FAILURES && failures > (failures + answers) * WORST_SHARE)
  const read = async ({ id }: Pick<Transaction, 'id'>) => {
    if (isOver()) return
    try {
      const detail = await purchases.getTransaction(id, { signal, isNotRetried: true })
      answers += 1
      if (detail) found.set(id, detail)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof GatewayError)) throw error
      failures += 1
    }
  }
  try {
    const rest = [...operations]
    while (answers === 0 && !isOver()) {
      const first = rest.shift()
      if (!first) break
      await read(first)
    }
    await pLimit(AT_ONCE).map(rest, read)
  } finally {
    clearTimeout(timer)
  }
  return found
}
