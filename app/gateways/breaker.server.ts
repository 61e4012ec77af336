/** How a call ended: `ignored` says nothing about the gateway (the caller left). */
export type Outcome = 'success' | 'failure' | 'ignored'

/**
 * Tells the breaker how the call ended; only the first time counts.
 * @param isReached false: the gateway was not even reached, so the failure belongs to no caller
 */
export type Settle = (outcome: Outcome, isReached?: boolean) => void

export interface Breaker {
  /**
   * Asks for leave to call an endpoint: `null` while it, or the whole gateway, is to be left alone.
   * @param caller the caller that a failure counts for
   */
  enter(endpoint: string, caller: string): Settle | null
}

/** In the place of an endpoint: the gateway as a whole. */
export const ALL_ENDPOINTS = 'all'

const BUCKET_MS = 1_000
const WINDOW_BUCKETS = 10
const OPEN_MS = 10_000
const MINIMUM_CALLS = 20
const FAILING_SHARE = 0.5
/** A shopper with records that break a gateway affects no other shopper. */
const MINIMUM_CALLERS = 3
/** Fewer that fail say nothing of the others: whoever is there alone may ask for no more. */
const MINIMUM_ENDPOINTS = 3

/** The result of the calls of one endpoint in the last ten seconds. */
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
      // That they are enough is all that is asked.
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

/** How a call ended, and the caller of the failure; `null`: no single caller. */
type Leave = (outcome: Outcome, caller: string | null) => boolean

/**
 * Is open for a while; then one call at a time probes, and the first one that succeeds closes it. It opens again when
 * the probes of three callers have failed: one alone would keep it from all others, if quick enough.
 */
interface Switch {
  /** `null`: not now. What is given says whether the call counts. */
  enter(caller: string): Leave | null
  open(until: number): void
  /** Until when it was to be left alone, also once it may be probed; `null` while it is closed. */
  openUntil(): number | null
}

function createSwitch(now: () => number, onChange?: (isOpen: boolean) => void): Switch {
  let openUntil: number | null = null
  let isProbing = false
  // Callers of failed probes, and until when theirs are not used.
  const unlucky = new Set<string>()
  let unluckyUntil = 0
  // Calls that began before the last change of state say nothing about the present one.
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
 * The circuit breakers of a gateway. When of at least 20 calls of an endpoint in the last 10 s half have failed,
 * no call is made for 10 s. The gateway as a whole is left alone when nothing of it answers: of at least 20 calls,
 * of three endpoints or more, half have failed with each of these; then each endpoint is probed by itself until
 * any answers, since one that goes on failing says nothing of the others. Neither opens, nor stays open, for what
 * one or two callers alone have met. So an endpoint that fails costs what needs it, and no card; a shopper whom it
 * fails, no other.
 * @param now a clock that never goes back, in ms
 * @param onChange hears when one opens, goes on being open, and closes: an endpoint's, or that of ALL_ENDPOINTS
 */
export function createBreaker(
  now: () => number,
  onChange?: (endpoint: string, isOpen: boolean) => void,
): Breaker {
  const endpoints = new Map<string, { own: Switch; recent: Recent }>()
  /** While the gateway as a whole is left alone, or only probed: since when, and each endpoint's probes. */
  let outage: { until: number; probes: Map<string, Switch> } | null = null

  function endpointOf(name: string) {
    const breaker = endpoints.get(name)
    if (breaker) return breaker
    const own = createSwitch(now, (isOpen) => onChange?.(name, isOpen))
    const made = { own, recent: createRecent(now) }
    endpoints.set(name, made)
    return made
  }

  function probesOf({ until, probes }: NonNullable<typeof outage>, name: string): Switch {
    const breaker = probes.get(name)
    if (breaker) return breaker
    const made = createSwitch(now)
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
      // Of one that is left alone nothing is counted; one without calls since has no state.
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
