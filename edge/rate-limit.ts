import type { Limits } from '../app/session/limits.server'
import type { Middleware } from './request-context'

/** How long the limits of one request may wait for a hanging Redis, in milliseconds. */
const SLOWEST_COUNTS_MS = 500

/**
 * Consumes the limit of the request's address. Refuses reads and writes above it. Above the sign-in limit the
 * request continues as suspicious, because many shoppers may share the address.
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
