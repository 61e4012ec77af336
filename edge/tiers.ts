import type { IncomingMessage } from 'node:http'

import type { Limits } from '../app/session/limits.server'
import type { RefusedForNow } from './for-now'

/** How long the counts here may wait together for a Redis that hangs. */
const SLOWEST_COUNTS_MS = 500
const SIGN_IN = /^\/(login(\/code|\/resend)?|registration)(\.data)?(\?|$)/

/**
 * Counts a request for its address. One that is over a tier of reads or writes is refused for now;
 * one of many to sign in goes on, under suspicion: many shoppers may share the address.
 */
export async function countVisit(
  allLimits: Limits,
  { method, url = '' }: IncomingMessage,
  address: string,
): Promise<RefusedForNow | { isSuspicious: boolean }> {
  const isWrite = method === 'POST'
  const limits = allLimits.within(SLOWEST_COUNTS_MS)
  const taken = await limits.take([isWrite ? 'writes' : 'reads', address])
  if (taken.isOver) {
    const seconds = Math.ceil((taken.until.getTime() - Date.now()) / 1000)
    return { status: 429, retryAfterSeconds: Math.max(1, seconds) }
  }
  const isSignIn = isWrite && SIGN_IN.test(url)
  return { isSuspicious: isSignIn && (await limits.take(['signInsUnasked', address])).isOver }
}
