/** How a call ended: `ignored` says nothing about the gateway (the caller left). */
export type Outcome = 'success' | 'failure' | 'ignored'

/**
 * Tells the breaker how the call ended; only the first time counts.
 * @param caller whose failure it is; `null`: nobody's own, since the gateway was not even reached
 */
export type Settle = (outcome: Outcome, caller: string | null) => void

export interface Breaker {
  /** Asks for leave to call an endpoint: `null` while it, or the whole gateway, is to be left alone. */
  enter(endpoint: string): Settle | null
}

/** In the place of an endpoint: the gateway as a whole. */
export const ALL_ENDPOINTS = 'all'

const BUCKET_MS = 1_000
const WINDOW_BUCKETS = 10
const OPEN_MS = 10_000
const MINIMUM_CALLS = 20
const FAILING_SHARE = 0.5
/** A shopper whose own records a gateway stumbles over takes nothing from anybody else. */
const MINIMUM_CALLERS = 3
/** Fewer that fail say nothing of the others: whoever is there alone may ask for no more. */
const MINIMUM_ENDPOINTS = 3

/** What came of the calls of one endpoint in the last ten seconds. */
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

/** Is open for ten seconds; then one call at a time probes, and the first one that succeeds closes it. */
interface Switch {
  /** `null`: not now. What is given takes how the call ended, and says whether that counts. */
  enter(): ((outcome: Outcome) => boolean) | null
  open(): void
  isOpen(): boolean
}

function createSwitch(now: () => number, onChange: (isOpen: boolean) => void): Switch {
  let openUntil: number | null = null
  let isProbing = false
  // Calls that began before the last change of state say nothing about the present one.
  let era = 0

  function changeState(until: number | null): void {
    openUntil = until
    isProbing = false
    era += 1
    onChange(until !== null)
  }

  return {
    enter() {
      const isProbe = openUntil !== null
      if (openUntil !== null) {
        if (isProbing || now() < openUntil) return null
        isProbing = true
      }
      const enteredEra = era
      return (outcome) => {
        if (enteredEra !== era) return false
        if (!isProbe) return outcome !== 'ignored'
        if (outcome === 'ignored') isProbing = false
        else changeState(outcome === 'failure' ? now() + OPEN_MS : null)
        return false
      }
    },
    open: () => changeState(now() + OPEN_MS),
    isOpen: () => openUntil !== null,
  }
}

/**
 * The circuit breakers of a gateway. When of at least 20 calls of an endpoint in the last 10 s half have failed,
 * nobody calls it for 10 s. The gateway as a whole is left alone when nothing of it answers: of at least 20 calls,
 * of three endpoints or more, half have failed with each of these. Neither opens for what one or two callers
 * alone have met. So an endpoint that fails costs what needs it, and no card; a shopper whom it fails, nobody else.
 * @param now a clock that never goes back, in ms
 * @param onChange hears when one opens, goes on being open, and closes: an endpoint's, or that of ALL_ENDPOINTS
 */
export function createBreaker(
  now: () => number,
  onChange?: (endpoint: string, isOpen: boolean) => void,
): Breaker {
  const listener = (endpoint: string) => (isOpen: boolean) => onChange?.(endpoint, isOpen)
  const gateway = createSwitch(now, listener(ALL_ENDPOINTS))
  const endpoints = new Map<string, { own: Switch; recent: Recent }>()

  function endpointOf(name: string) {
    const known = endpoints.get(name)
    if (known) return known
    const made = { own: createSwitch(now, listener(name)), recent: createRecent(now) }
    endpoints.set(name, made)
    return made
  }

  function isGatewayDown(): boolean {
    let asked = 0
    let total = 0
    const unlucky = new Set<string | symbol>()
    for (const { own, recent } of endpoints.values()) {
      const { calls, failures, callers } = recent.sum()
      if (calls === 0 && !own.isOpen()) continue
      if (failures < calls * FAILING_SHARE) return false
      asked += 1
      total += calls
      for (const caller of callers) unlucky.add(caller)
    }
    return asked >= MINIMUM_ENDPOINTS && total >= MINIMUM_CALLS && unlucky.size >= MINIMUM_CALLERS
  }

  return {
    enter(name) {
      const { own, recent } = endpointOf(name)
      const leaveGateway = gateway.enter()
      if (!leaveGateway) return null
      const leaveEndpoint = own.enter()
      if (!leaveEndpoint) {
        leaveGateway('ignored')
        return null
      }
      let isSettled = false
      return (outcome, caller) => {
        if (isSettled) return
        isSettled = true
        const countsForGateway = leaveGateway(outcome)
        const countsForEndpoint = leaveEndpoint(outcome)
        const failed = outcome === 'failure'
        if (countsForEndpoint) recent.count(failed, caller)
        if (!failed) return
        if (countsForEndpoint) {
          const { calls, failures, callers } = recent.sum()
          const isFailing = calls >= MINIMUM_CALLS && failures >= calls * FAILING_SHARE
          if (isFailing && callers.size >= MINIMUM_CALLERS) own.open()
        }
        if (countsForGateway && isGatewayDown()) gateway.open()
      }
    },
  }
}
