import pLimit from 'p-limit'

import { GatewayError } from './gateway-error.server'
import type { Gateways } from './gateways.server'
import type { Transaction, TransactionDetail } from '~/gateways/schemas/purchases.server'

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
