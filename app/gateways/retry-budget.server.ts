/** How many calls of a gateway may be sent a second time. */
export interface RetryBudget {
  /** Counts a call that is sent for the first time. */
  count(): void
  /** Takes one retry; false when there have been too many. */
  take(): boolean
}

/** Of the calls of a window this share may be repeated, and so many in any case. */
export const RETRY_BUDGET = { share: 0.5, least: 20, windowMs: 10_000 } as const

/**
 * Bounds the retries of a process: while a gateway fails all calls and no breaker is open yet, it gets half as many
 * again and not twice as many.
 * @param now a clock in ms that never goes back
 */
export function createRetryBudget(now: () => number, most = RETRY_BUDGET): RetryBudget {
  let window = { since: now(), calls: 0, retries: 0 }
  /** Of the window before: the first moments of one have few calls. */
  let before = 0
  function turn(): void {
    const passed = now() - window.since
    if (passed < most.windowMs) return
    before = passed < 2 * most.windowMs ? window.calls : 0
    window = { since: now(), calls: 0, retries: 0 }
  }
  return {
    count() {
      turn()
      window.calls += 1
    },
    take() {
      turn()
      const allowed = Math.max(most.least, most.share * Math.max(before, window.calls))
      if (window.retries >= allowed) return false
      window.retries += 1
      return true
    },
  }
}
