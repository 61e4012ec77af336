/** How a call ended: `ignored` says nothing about the gateway (the caller left). */
export type Outcome = 'success' | 'failure' | 'ignored'

/** Tells the breaker how the call ended; only the first time counts. */
export type Settle = (outcome: Outcome) => void

export interface Breaker {
  /** Asks for leave to call: `null` while the gateway is to be left alone. */
  enter(): Settle | null
}

const BUCKET_MS = 1_000
const WINDOW_BUCKETS = 10
const OPEN_MS = 10_000
const MINIMUM_CALLS = 20
const FAILING_SHARE = 0.5

/**
 * A circuit breaker: when of at least 20 calls in the last 10 s half have failed, nobody calls for
 * 10 s; then one call at a time probes, and the first one that succeeds closes it.
 * @param now a clock that never goes back, in ms
 * @param onChange hears when it opens, goes on being open, and closes
 */
export function createBreaker(now: () => number, onChange?: (isOpen: boolean) => void): Breaker {
  // Counts by the second, so that memory does not grow with traffic.
  let buckets = new Map<number, { calls: number; failures: number }>()
  let openUntil: number | null = null
  let isProbing = false
  // Calls that began before the last change of state say nothing about the present one.
  let era = 0

  function changeState(until: number | null): void {
    openUntil = until
    isProbing = false
    buckets = new Map()
    era += 1
    onChange?.(until !== null)
  }

  function count(failed: boolean): void {
    const current = Math.floor(now() / BUCKET_MS)
    for (const second of buckets.keys()) {
      if (second <= current - WINDOW_BUCKETS) buckets.delete(second)
    }
    const bucket = buckets.get(current) ?? { calls: 0, failures: 0 }
    buckets.set(current, bucket)
    bucket.calls += 1
    if (failed) bucket.failures += 1

    let calls = 0
    let failures = 0
    for (const each of buckets.values()) {
      calls += each.calls
      failures += each.failures
    }
    if (calls >= MINIMUM_CALLS && failures >= calls * FAILING_SHARE) changeState(now() + OPEN_MS)
  }

  return {
    enter() {
      const isProbe = openUntil !== null
      if (openUntil !== null) {
        if (isProbing || now() < openUntil) return null
        isProbing = true
      }
      const enteredEra = era
      let isSettled = false
      return (outcome) => {
        if (isSettled || enteredEra !== era) return
        isSettled = true
        if (!isProbe) {
          if (outcome !== 'ignored') count(outcome === 'failure')
        } else if (outcome === 'ignored') {
          isProbing = false
        } else {
          changeState(outcome === 'failure' ? now() + OPEN_MS : null)
        }
      }
    },
  }
}
