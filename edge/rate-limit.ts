import type { Limits } from '../app/session/limits.server'
import type { RetryLater } from './retry-later'

/** How long the counts here may wait together for a Redis that hangs. */
const SLOWEST_COUNTS_MS = 500

/**
 * Counts a request for its address. One that is over the limit of reads or writes is refused for
 * now; one of many to sign in goes on, under suspicion: many shoppers may share the address.
 */
export async function limitRate(
  allLimits: Limits,
  { isWrite, isSignIn, address }: { isWrite: boolean; isSignIn: boolean; address: string },
): Promise<RetryLater | { isSuspicious: boolean }> {
  const limits = allLimits.within(SLOWEST_COUNTS_MS)
  const taken = await limits.take([isWrite ? 'writes' : 'reads', address])
  if (taken.isOver) {
    const seconds = Math.ceil((taken.until.getTime() - Date.now()) / 1000)
    return { status: 429, retryAfterSeconds: Math.max(1, seconds) }
  }
  const isCounted = isWrite && isSignIn
  return { isSuspicious: isCounted && (await limits.take(['signInsUnasked', address])).isOver }
}
