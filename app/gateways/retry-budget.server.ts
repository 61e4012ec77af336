/** Limits the retries of a gateway's calls. */
export interface RetryBudget {
  /** Counts a first attempt. */
  count(): void
  /** Uses one retry; false when too many were used. */
  take(): boolean
}

/** Share of a window's calls that may be retried, and a number that always may. */
const RETRY_BUDGET = { share: 0.5, least: 20, windowMs: 10_000 } as const

/**
 * Bounds the retries of a process: a failing gateway gets half as many calls again, not twice as many, before
 * a breaker opens.
 * @param now monotonic clock in ms
 */
export function createRetryBudget(now: () => number): RetryBudget {
  let window = { since: now(), calls: 0, retries: 0 }
  /** First attempts in the previous window, because a new window has few calls at first. */
  let before = 0
  function turn(): void {
    const passed = now() - window.since
    if (passed < RETRY_BUDGET.windowMs) return
    before = passed < 2 * RETRY_BUDGET.windowMs ? window.calls : 0
    window = { since: now(), calls: 0, retries: 0 }
  }
  return {
    count() {
      turn()
      window.calls += 1
    },
    take() {
      turn()
      const allowed = Math.max(
        RETRY_BUDGET.least,
        RETRY_BUDGET.share * Math.max(before, window.calls),
      )
      if (window.retries >= allowed) return false
      window.retries += 1
      return true
    },
  }
}
