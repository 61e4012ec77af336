import pLimit from 'p-limit'

import { GatewayError } from './gateway-error.server'
import type { Gateways } from './gateways.server'
import type { Transaction, TransactionDetail } from '~/gateways/shapes/purchases.server'

/** Receipts of one shopper that are asked for at a time, one call each. */
const AT_ONCE = 8
/** So many failures before the first answer, or among the answers, are the gateway's, not a receipt's. */
const MOST_FAILURES = 4
const WORST_SHARE = 0.5

/**
 * The receipts of these operations, read a few at a time until the time is over. An operation
 * with a failed or late receipt is not in the answer; one that has none is, without it.
 * One at a time until the first has come, and no more once four have failed that are more than
 * half: one shopper's look must not open the breaker, which is everybody's, when a gateway
 * has trouble with receipts alone.
 * @param budgetMs how long all of it may take, in milliseconds; 0: none is read
 * @param given gives the rest up
 */
export async function readReceipts(
  { purchases }: Pick<Gateways, 'purchases'>,
  operations: readonly Pick<Transaction, 'id'>[],
  budgetMs: number,
  given?: AbortSignal,
): Promise<Map<string, TransactionDetail>> {
  if (budgetMs <= 0) return new Map()
  // Not `AbortSignal.timeout`: to the breaker that would be a gateway that does not answer in time.
  const over = new AbortController()
  const signal = given ? AbortSignal.any([over.signal, given]) : over.signal
  const timer = setTimeout(() => over.abort(), budgetMs)
  const found = new Map<string, TransactionDetail>()
  let failures = 0
  let answers = 0
  const isOver = () =>
    signal.aborted || (failures >= MOST_FAILURES && failures > (failures + answers) * WORST_SHARE)
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
