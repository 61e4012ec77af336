import pLimit from 'p-limit'

import { GatewayError } from './gateway-error.server'
import type { Gateways } from './gateways.server'
import type { Transaction, TransactionDetail } from '~/gateways/shapes/purchases.server'

/** Receipts of one shopper that are asked for at a time, one call each. */
const AT_ONCE = 8

/**
 * The receipts of these operations, read a few at a time until the time is over. An operation
 * whose receipt failed or came too late is not in the answer; one that has none is, without it.
 * Nothing personal is kept between requests (docs/decisions/007).
 * @param budgetMs how long all of it may take, in milliseconds
 * @param given gives the rest up
 */
export async function readReceipts(
  { purchases }: Pick<Gateways, 'purchases'>,
  operations: readonly Pick<Transaction, 'id'>[],
  budgetMs: number,
  given?: AbortSignal,
): Promise<Map<string, TransactionDetail>> {
  // Not `AbortSignal.timeout`: to the breaker that would be a gateway that does not answer in time.
  const over = new AbortController()
  const signal = given ? AbortSignal.any([over.signal, given]) : over.signal
  const timer = setTimeout(() => over.abort(), budgetMs)
  const found = new Map<string, TransactionDetail>()
  try {
    await pLimit(AT_ONCE).map(operations, async ({ id }) => {
      if (signal.aborted) return
      try {
        const detail = await purchases.getTransaction(id, { signal })
        if (detail) found.set(id, detail)
      } catch (error) {
        if (!(error instanceof GatewayError) && !signal.aborted) throw error
      }
    })
  } finally {
    clearTimeout(timer)
  }
  return found
}
