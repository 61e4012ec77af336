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

interface Counts {
  calls: number
  failures: number
  /** Callers of failures, up to the minimum that matters. */
  callers: Set<string | symbol>
}

const noCounts = (): Counts => ({ calls: 0, failures: 0, callers: new Set() })

/** One endpoint. Open for ten seconds, then one call at a time probes; the first success closes it. */
class Circuit {
  /** Until when all calls are refused, also while calls probe; null while closed. */
  openUntil: number | null = null
  /** Opened by its own failures, not with the whole gateway. */
  isOwn = false
  isProbing = false
  /** Callers with failed probes, who may not probe again for ten seconds. */
  readonly unlucky = new Set<string>()
  unluckyUntil = 0
  /** Calls that began before the last change of state do not count. */
  era = 0
  /** By the second, so that memory does not grow with traffic. */
  readonly #counts = new Map<number, Counts>()

  count(nowMs: number, isFailure: boolean, caller: string | null): void {
    const second = Math.floor(nowMs / BUCKET_MS)
    const counts = this.#counts.get(second) ?? noCounts()
    this.#counts.set(second, counts)
    counts.calls += 1
    if (!isFailure) return
    counts.failures += 1
    if (counts.callers.size < MINIMUM_CALLERS) counts.callers.add(caller ?? Symbol('anybody'))
  }

  /** The counts of the last ten seconds. */
  recent(nowMs: number): Counts {
    const sum = noCounts()
    for (const [second, { calls, failures, callers }] of this.#counts) {
      if (second <= Math.floor(nowMs / BUCKET_MS) - WINDOW_BUCKETS) this.#counts.delete(second)
      else {
        sum.calls += calls
        sum.failures += failures
        for (const caller of callers) sum.callers.add(caller)
      }
    }
    return sum
  }
}

const isFailing = ({ calls, failures, callers }: Counts) =>
  calls >= MINIMUM_CALLS && failures >= calls * FAILING_SHARE && callers.size >= MINIMUM_CALLERS

/**
 * The circuit breakers of a gateway. An endpoint opens when half of at least 20 calls in the last ten
 * seconds failed, for three callers: a failing shopper affects no other. When at least three
 * endpoints with 20 calls in total all fail like this, all open, until a probe of any succeeds. A
 * half-open endpoint opens again after failed probes of three callers.
 * @param now a monotonic clock in milliseconds
 * @param onChange called when a breaker opens, stays open or closes: an endpoint's, or ALL_ENDPOINTS
 */
export function createBreaker(
  now: () => number,
  onChange?: (endpoint: string, isOpen: boolean) => void,
): Breaker {
  const circuits = new Map<string, Circuit>()
  /** Until when the whole gateway is open; null without an outage. */
  let outageUntil: number | null = null

  function getCircuit(name: string): Circuit {
    const present = circuits.get(name)
    if (present) return present
    const made = new Circuit()
    made.openUntil = outageUntil
    circuits.set(name, made)
    return made
  }

  function change(name: string, circuit: Circuit, openUntil: number | null, isOwn: boolean): void {
    if (circuit.isOwn || isOwn) onChange?.(name, openUntil !== null)
    circuit.unlucky.clear()
    const era = circuit.era + 1
    Object.assign(circuit, { openUntil, isOwn, isProbing: false, era })
  }

  function changeOutage(until: number | null): void {
    outageUntil = until
    for (const [name, circuit] of circuits)
      if (until !== null || !circuit.isOwn) change(name, circuit, until, circuit.isOwn)
    onChange?.(ALL_ENDPOINTS, until !== null)
  }

  function isGatewayDown(): boolean {
    let endpoints = 0
    const all = noCounts()
    for (const circuit of circuits.values()) {
      const { calls, failures, callers } = circuit.recent(now())
      // An open breaker counts no calls, and an endpoint without calls has no state.
      const isLeftAlone = now() < (circuit.openUntil ?? -Infinity) + OPEN_MS
      if (calls === 0 && !isLeftAlone) continue
      if (failures < calls * FAILING_SHARE) return false
      endpoints += 1
      all.calls += calls
      all.failures += failures
      for (const caller of callers) all.callers.add(caller)
    }
    return endpoints >= MINIMUM_ENDPOINTS && isFailing(all)
  }

  function endProbe(name: string, circuit: Circuit, outcome: Outcome, caller: string | null): void {
    circuit.isProbing = false
    if (outcome === 'success') {
      if (outageUntil !== null) changeOutage(null)
      if (circuit.isOwn) change(name, circuit, null, false)
    } else if (outcome === 'failure') {
      if (caller !== null) circuit.unlucky.add(caller)
      circuit.unluckyUntil = now() + OPEN_MS
      if (caller === null || circuit.unlucky.size >= MINIMUM_CALLERS)
        change(name, circuit, now() + OPEN_MS, circuit.isOwn)
      if (outageUntil === null && isGatewayDown()) changeOutage(now() + OPEN_MS)
    }
  }

  return {
    enter(name, caller) {
      const circuit = getCircuit(name)
      const isProbe = circuit.openUntil !== null
      if (circuit.openUntil !== null) {
        if (now() >= circuit.unluckyUntil) circuit.unlucky.clear()
        if (circuit.isProbing || now() < circuit.openUntil || circuit.unlucky.has(caller))
          return null
        circuit.isProbing = true
      }
      const { era } = circuit
      let isSettled = false
      return (outcome, isReached = true) => {
        if (isSettled || era !== circuit.era) return
        isSettled = true
        const counted = isReached ? caller : null
        if (isProbe) return endProbe(name, circuit, outcome, counted)
        if (outcome === 'ignored') return
        circuit.count(now(), outcome === 'failure', counted)
        if (outcome === 'success') return
        if (isFailing(circuit.recent(now()))) change(name, circuit, now() + OPEN_MS, true)
        if (isGatewayDown()) changeOutage(now() + OPEN_MS)
      }
    },
  }
}
