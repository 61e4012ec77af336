/**
 * Result of a call; `ignored` means that it says nothing about the gateway (the caller cancelled).
 */
export type Outcome = 'success' | 'failure' | 'ignored'

/**
 * Reports the result of a call; only the first report counts.
 * @param isReached false when no connection was made, so the failure belongs to no caller
 */
type Settle = (outcome: Outcome, isReached?: boolean) => void

export interface Breaker {
  /**
   * Asks to call an endpoint: `null` while its breaker or the gateway's is open.
   * @param caller the caller that a failure counts for
   */
  enter(endpoint: string, caller: string): Settle | null
}

/** Stands for the gateway as a whole in place of an endpoint. */
export const ALL_ENDPOINTS = 'all'

const BUCKET_MS = 1_000
const WINDOW_BUCKETS = 10
const OPEN_MS = 10_000
const MINIMUM_CALLS = 20
const FAILING_SHARE = 0.5
/**
 * Failures of fewer callers do not open a breaker: one shopper's broken records must not affect
 * others.
 */
const MINIMUM_CALLERS = 3
/**
 * Fewer failing endpoints do not open the gateway's breaker, because other endpoints may have had
 * no calls.
 */
const MINIMUM_ENDPOINTS = 3

/** The results of an endpoint's calls in the last ten seconds. */
interface Recent {
  count(failed: boolean, caller: string | null): void
  sum(): { calls: number; failures: number; callers: Set<string | symbol> }
}

function createRecent(now: () => number): Recent {
  // Counts by the second, so that memory does not grow with traffic.
  const buckets = new Map<
    number,
    { calls: number; failures: number; callers: Set<string | symbol> }
  >()
  const forget = () => {
    const current = Math.floor(now() / BUCKET_MS)
    for (const second of buckets.keys())
      if (second <= current - WINDOW_BUCKETS) buckets.delete(second)
    return current
  }
  return {
    count(failed, caller) {
      const current = forget()
      const bucket = buckets.get(current) ?? { calls: 0, failures: 0, callers: new Set() }
      buckets.set(current, bucket)
      bucket.calls += 1
      if (!failed) return
      bucket.failures += 1
      // The set stops growing at the minimum, which is all that the breaker needs.
      if (bucket.callers.size < MINIMUM_CALLERS) bucket.callers.add(caller ?? Symbol('anybody'))
    },
    sum() {
      forget()
      let calls = 0
      let failures = 0
      const callers = new Set<string | symbol>()
      for (const bucket of buckets.values()) {
        calls += bucket.calls
        failures += bucket.failures
        for (const caller of bucket.callers) callers.add(caller)
      }
      return { calls, failures, callers }
    },
  }
}

/** Reports the result and the caller of a failure; `null`: no single caller. */
type Leave = (outcome: Outcome, caller: string | null) => boolean

/**
 * The breaker's state. Open for ten seconds, then one call at a time probes; the first success
 * closes it. It opens again after failed probes of three callers, so that one caller alone cannot
 * keep it open.
 */
interface CircuitState {
  /** `null` while open. The returned function reports whether the result counted. */
  enter(caller: string): Leave | null
  open(until: number): void
  /** Until when the breaker was open, also while it is half-open; `null` while closed. */
  openUntil(): number | null
}

function createCircuitState(now: () => number, onChange?: (isOpen: boolean) => void): CircuitState {
  let openUntil: number | null = null
  let isProbing = false
  // Callers with failed probes, and until when they may not probe.
  const unlucky = new Set<string>()
  let unluckyUntil = 0
  // Calls that began before the last change of state do not count.
  let era = 0

  function changeState(until: number | null): void {
    openUntil = until
    isProbing = false
    unlucky.clear()
    era += 1
    onChange?.(until !== null)
  }

  function endProbe(outcome: Outcome, caller: string | null): void {
    isProbing = false
    if (outcome === 'success') return changeState(null)
    if (outcome === 'ignored') return
    if (caller !== null) unlucky.add(caller)
    if (caller === null || unlucky.size >= MINIMUM_CALLERS) return changeState(now() + OPEN_MS)
    unluckyUntil = now() + OPEN_MS
  }

  return {
    enter(caller) {
      const isProbe = openUntil !== null
      if (openUntil !== null) {
        if (now() >= unluckyUntil) unlucky.clear()
        if (isProbing || now() < openUntil || unlucky.has(caller)) return null
        isProbing = true
      }
      const enteredEra = era
      return (outcome, counted) => {
        if (enteredEra !== era) return false
        if (!isProbe) return outcome !== 'ignored'
        endProbe(outcome, counted)
        return false
      }
    },
    open: changeState,
    openUntil: () => openUntil,
  }
}

/**
 * The circuit breakers of a gateway. An endpoint's breaker opens for 10 s when half of at least 20
 * calls in the last 10 s failed. The gateway's breaker opens when at least three endpoints with 20
 * calls in total all fail like this. Then each endpoint probes until one answers, because an
 * endpoint that keeps failing says nothing about the others. Failures of one or two callers open no
 * breaker. So a failing endpoint affects its own blocks only, and a failing shopper no other.
 * @param now a monotonic clock in milliseconds
 * @param onChange called when a breaker opens, stays open or closes: an endpoint's, or
 * ALL_ENDPOINTS
 */
export function createBreaker(
  now: () => number,
  onChange?: (endpoint: string, isOpen: boolean) => void,
): Breaker {
  const endpoints = new Map<string, { own: CircuitState; recent: Recent }>()
  /** Set while the gateway's breaker is open or half-open: its end and the probes by endpoint. */
  let outage: { until: number; probes: Map<string, CircuitState> } | null = null

  function endpointOf(name: string) {
    const breaker = endpoints.get(name)
    if (breaker) return breaker
    const own = createCircuitState(now, (isOpen) => onChange?.(name, isOpen))
    const made = { own, recent: createRecent(now) }
    endpoints.set(name, made)
    return made
  }

  function probesOf({ until, probes }: NonNullable<typeof outage>, name: string): CircuitState {
    const breaker = probes.get(name)
    if (breaker) return breaker
    const made = createCircuitState(now)
    made.open(until)
    probes.set(name, made)
    return made
  }

  function changeGateway(next: typeof outage): void {
    outage = next
    onChange?.(ALL_ENDPOINTS, next !== null)
  }

  function isGatewayDown(): boolean {
    let asked = 0
    let total = 0
    const unlucky = new Set<string | symbol>()
    for (const { own, recent } of endpoints.values()) {
      const { calls, failures, callers } = recent.sum()
      // An open breaker counts no calls, and an endpoint without calls has no state.
      const isLeftAlone = now() < (own.openUntil() ?? -Infinity) + OPEN_MS
      if (calls === 0 && !isLeftAlone) continue
      if (failures < calls * FAILING_SHARE) return false
      asked += 1
      total += calls
      for (const caller of callers) unlucky.add(caller)
    }
    return asked >= MINIMUM_ENDPOINTS && total >= MINIMUM_CALLS && unlucky.size >= MINIMUM_CALLERS
  }

  return {
    enter(name, caller) {
      const { own, recent } = endpointOf(name)
      const entered = outage
      const leaveOutage = entered && probesOf(entered, name).enter(caller)
      if (entered && !leaveOutage) return null
      const leaveEndpoint = own.enter(caller)
      if (!leaveEndpoint) {
        leaveOutage?.('ignored', caller)
        return null
      }
      let isSettled = false
      return (outcome, isReached = true) => {
        if (isSettled) return
        isSettled = true
        const counted = isReached ? caller : null
        leaveOutage?.(outcome, counted)
        if (entered && entered === outage && outcome === 'success') changeGateway(null)
        const counts = leaveEndpoint(outcome, counted)
        const failed = outcome === 'failure'
        if (counts) recent.count(failed, counted)
        if (!failed) return
        if (counts) {
          const { calls, failures, callers } = recent.sum()
          const isFailing = calls >= MINIMUM_CALLS && failures >= calls * FAILING_SHARE
          if (isFailing && callers.size >= MINIMUM_CALLERS) own.open(now() + OPEN_MS)
        }
        if (!entered && !outage && isGatewayDown())
          changeGateway({ until: now() + OPEN_MS, probes: new Map() })
      }
    },
  }
}
