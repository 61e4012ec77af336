import type { Limits } from '../app/session/limits.server'
import type { CountedVisit, RetryLater, RoutedVisit } from './visit'

/** How long the limits of one request may wait for a hanging Redis, in milliseconds. */
const SLOWEST_COUNTS_MS = 500

/**
 * Counts a request for its session, or for the address of a guest, and refuses it above the limit. Steps of the
 * sign-in are never refused, because many shoppers may share the address: above the limit they need a captcha,
 * and start after other requests until they have answered it.
 */
export function createRateLimit(
  limitsOfProcess: () => Promise<Limits>,
): (visit: RoutedVisit) => Promise<CountedVisit | RetryLater> {
  return async (visit) => {
    const { request, address, bodyPolicy, sessionId } = visit
    const limits = (await limitsOfProcess()).within(SLOWEST_COUNTS_MS)
    const isWrite = request.method === 'POST'
    const counted = Object.assign(visit, { isSuspicious: false })
    if (bodyPolicy.isSignIn) {
      const limit = isWrite ? 'signInsUnasked' : 'reads'
      counted.isSuspicious = (await limits.consume([limit, address])).isOver
      if (sessionId === null) return counted
    }
    const isOfSession = sessionId !== null && bodyPolicy.limit === 'writes'
    const taken = isOfSession
      ? await limits.consume([isWrite ? 'writesOfSession' : 'readsOfSession', sessionId])
      : await limits.consume([isWrite ? bodyPolicy.limit : 'reads', address])
    if (!taken.isOver) return counted
    const seconds = Math.ceil((taken.until.getTime() - Date.now()) / 1000)
    return { status: 429, retryAfterSeconds: Math.max(1, seconds) }
  }
}
