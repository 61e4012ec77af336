import { createOverloadGuard } from './overload-guard'
import type { Middleware, RetryLater } from './request-context'
import { createStartQueue } from './start-queue'

/** `Retry-After` of a refused request, in seconds. */
const OVERLOAD_RETRY_SECONDS = 3

const overloaded: RetryLater = { status: 503, retryAfterSeconds: OVERLOAD_RETRY_SECONDS }

/** Asks the guard twice: before anything is counted, and when the work begins. */
export function createOverloadSteps(
  maxWhileBusy: number,
  onUnderWay: (count: number) => void,
): { refuse: Middleware; begin: Middleware } {
  const guard = createOverloadGuard(maxWhileBusy, onUnderWay)
  const mayStart = createStartQueue()
  return {
    refuse: ({ address, sessionId }) =>
      guard.isOverloaded(address, sessionId) ? overloaded : null,
    /** Runs after the body is read, so that slow senders take no slots. */
    async begin({ address, sessionId, isSuspicious, response, releases }) {
      if (isSuspicious && guard.isBusy()) return overloaded
      const end = guard.begin(address, sessionId)
      if (!end) return overloaded
      releases.push(end)
      await mayStart()
      // Skips clients that have disconnected.
      return response.destroyed ? 'answered' : null
    },
  }
}
