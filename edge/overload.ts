import type * as entry from '../app/entry.server'
import type { Limits } from '../app/limits/limits.server'

import { createOverloadGuard, type ShedRule } from './overload-guard'
import type { Ending, RetryLater, RoutedVisit, WholeVisit, CountedVisit } from './visit'

/** How long requests may start one after another before the event loop continues, in milliseconds. */
const ROUND_MS = 2

/**
 * Starts requests in order of arrival, for two milliseconds of each event-loop round. A page without gateway
 * calls renders without a pause: a thousand at once would delay the health check to the end, and the server
 * would notice disconnected clients too late.
 * @returns a function with a promise that resolves when the request may start; a later one lets others pass, but
 * one of them starts in each round
 */
export function createStartQueue(): (isLater?: boolean) => Promise<void> {
  const waiting: (() => void)[] = []
  const later: (() => void)[] = []
  const isEmpty = () => waiting.length + later.length === 0

  function beginRound(): void {
    const endsAt = performance.now() + ROUND_MS
    function startOne() {
      const start = waiting.shift() ?? later.shift()
      start?.()
      if (!isEmpty()) whenIdle(startNext)
    }
    function startNext() {
      if (performance.now() < endsAt) return startOne()
      later.shift()?.()
      if (!isEmpty()) setImmediate(beginRound)
    }
    startOne()
  }
  return (isLater = false) =>
    new Promise((start) => {
      if (isEmpty()) setImmediate(beginRound)
      ;(isLater ? later : waiting).push(start)
    })
}

/** Runs after the started request has done its synchronous work: the check phase follows all promises. */
function whenIdle(callback: () => void): void {
  queueMicrotask(() => process.nextTick(callback))
}

/** `Retry-After` of a refused request, in seconds. */
const OVERLOAD_RETRY_SECONDS = 3

/** Refuses a request, and names the rule in its line of the log. */
function shed(visit: RoutedVisit, shedBy: ShedRule): RetryLater {
  visit.refusal = { shedBy }
  return { status: 503, retryAfterSeconds: OVERLOAD_RETRY_SECONDS }
}

/** Asks the guard twice: before anything is counted, and when the work begins. */
export function createOverloadSteps(
  maxWhileBusy: number,
  onUnderWay: (count: number) => void,
  hasAnsweredCaptcha: typeof entry.hasAnsweredCaptcha,
): {
  refuse: (visit: RoutedVisit) => RetryLater | null
  begin: (visit: WholeVisit) => Promise<Ending | null>
} {
  const guard = createOverloadGuard(maxWhileBusy, onUnderWay)
  const mayStart = createStartQueue()
  const refuse = (visit: RoutedVisit) => {
    const { address, sessionId } = visit
    const rule = guard.getShedRule(address, sessionId)
    return rule && shed(visit, rule)
  }
  return {
    refuse,
    /** Runs after the body is read, so that slow senders take no slots. */
    async begin(visit) {
      const refused = refuse(visit)
      if (refused) return refused
      const { address, sessionId, isSuspicious, cookies, body, response, releases } = visit
      releases.push(guard.begin(address, sessionId))
      await mayStart(isSuspicious && !hasAnsweredCaptcha(cookies, body))
      // Skips clients that have disconnected.
      return response.destroyed ? 'answered' : null
    },
  }
}

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
