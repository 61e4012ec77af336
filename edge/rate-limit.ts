import type { Limits } from '../app/session/limits.server'
import type { Middleware } from './request-context'

/** How long the counts here may wait together for a Redis that hangs. */
const SLOWEST_COUNTS_MS = 500

/**
 * Counts a request for its address. One that is over the limit of reads or writes is refused for
 * now; one of many to sign in goes on, under suspicion: many shoppers may share the address.
 */
export function createRateLimit(limitsOfProcess: () => Promise<Limits>): Middleware {
  return async (requestContext) => {
    const { request, address, bodyPolicy } = requestContext
    const limits = (await limitsOfProcess()).within(SLOWEST_COUNTS_MS)
    const isWrite = request.method === 'POST'
    const taken = await limits.consume([isWrite ? bodyPolicy.limit : 'reads', address])
    if (taken.isOver) {
      const seconds = Math.ceil((taken.until.getTime() - Date.now()) / 1000)
      return { status: 429, retryAfterSeconds: Math.max(1, seconds) }
    }
    if (isWrite && bodyPolicy.isSignIn)
      requestContext.isSuspicious = (await limits.consume(['signInsUnasked', address])).isOver
    return null
  }
}
