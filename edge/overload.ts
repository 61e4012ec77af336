import type * as entry from '../app/entry.server'
import { createOverloadGuard, type ShedRule } from './overload-guard'
import type { Middleware, RequestContext, RetryLater } from './request-context'
import { createStartQueue } from './start-queue'

/** `Retry-After` of a refused request, in seconds. */
const OVERLOAD_RETRY_SECONDS = 3

/** Refuses a request, and names the rule in its line of the log. */
function shed({ visit }: RequestContext, shedBy: ShedRule): RetryLater {
  visit.refusal = { shedBy }
  return { status: 503, retryAfterSeconds: OVERLOAD_RETRY_SECONDS }
}

/** Asks the guard twice: before anything is counted, and when the work begins. */
export function createOverloadSteps(
  maxWhileBusy: number,
  onUnderWay: (count: number) => void,
  hasAnsweredCaptcha: typeof entry.hasAnsweredCaptcha,
): { refuse: Middleware; begin: Middleware } {
  const guard = createOverloadGuard(maxWhileBusy, onUnderWay)
  const mayStart = createStartQueue()
  const refuse = (requestContext: RequestContext) => {
    const { address, sessionId } = requestContext
    const rule = guard.getShedRule(address, sessionId)
    return rule && shed(requestContext, rule)
  }
  return {
    refuse,
    /** Runs after the body is read, so that slow senders take no slots. */
    async begin(requestContext) {
      const refused = refuse(requestContext)
      if (refused) return refused
      const { address, sessionId, isSuspicious, cookies, body, response, releases } = requestContext
      releases.push(guard.begin(address, sessionId))
      await mayStart(isSuspicious && !hasAnsweredCaptcha(cookies, body))
      // Skips clients that have disconnected.
      return response.destroyed ? 'answered' : null
    },
  }
}
