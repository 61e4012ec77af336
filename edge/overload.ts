import type * as entry from '../app/entry.server'
import { createOverloadGuard, type ShedRule } from './overload-guard'
import { createStartQueue } from './start-queue'
import type { Ending, RetryLater, RoutedVisit, WholeVisit } from './visit'

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
