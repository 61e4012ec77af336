import { readMeasured } from '../bench/measured'
import { createRandom } from '../support/random'
import { createAutoscaler } from './autoscaler'
import { CHANCES, codePause, FOUND_OUT_MS, OPEN_CARD_MS, PATIENT, reloadPause } from './clients'
import {
  addTo,
  emptyCohort,
  MOST_FAILURES,
  MOST_TRIES,
  part,
  sizeOf,
  sum,
  type Cohort,
} from './cohort'
import type { Day, Span } from './day'
import { createEventQueue } from './event-queue'
import { createFleet, factorOf, type Container } from './fleet'
import { createGateway, USUAL_CALL_MS } from './gateway'
import { callsOf, requestsPerPage } from './model'
import type { Rules } from './rules'
import { HABITS, PAGE_SHARES, type Kind } from './traffic'

/** Totals of one minute. */
export interface Minute {
  /** Minutes since midnight. */
  minute: number
  asked: number
  refused: number
  /** Requests lost with their container. */
  broken: number
  /** Pages without some of their data. */
  degraded: number
  /** Longest wait for a processor, in milliseconds. */
  queueMs: number
  /** Ready containers at the start of the minute, and the number that the autoscaler wants then. */
  containers: number
  wanted: number
  /** Containers needed for the minute's work at the autoscaler's target. */
  needed: number
  gatewayCalls: number
  codes: number
}

const TICK_MS = 1000
const LOOK_MS = 15_000
const MINUTE_MS = 60_000
/** Share of the phones in the failing network. */
const OF_NETWORK = 1 / 3
const RESULTS = ['good', 'degraded', 'refused', 'broken'] as const
type Result = (typeof RESULTS)[number]

/**
 * Simulates a day in steps of one second. Arrivals pass balancer, load shedding, processors and gateways,
 * and return by the rules of their client. Autoscaler and events change the containers.
 */
export function simulate(day: Day, rules: Rules): Minute[] {
  const random = createRandom(day.seed)
  const events = createEventQueue<{ at: number; run(): void }>()
  const measured = readMeasured()
  const costs = (kind: Kind) => ({
    ms: measured.requests[kind].processorMs,
    calls: sum(callsOf(kind, measured).map(([, count]) => count)),
  })
  const mean = (of: 'ms' | 'calls') =>
    sum(Object.entries(PAGE_SHARES).map(([kind, share]) => share * costs(kind as Kind)[of]))
  const page = { ms: mean('ms'), calls: mean('calls') + 1 / HABITS.pagesPerVisit }
  const code = costs('code')
  const codesPerPage = requestsPerPage(HABITS).get('code')!
  const callsPerSecond = day.peakPagesPerSecond * (page.calls + codesPerPage * code.calls)

  let now = day.fromMs
  let workMs = 0
  let minute: Minute
  const minutes: Minute[] = []
  const calendar = new Map<number, Cohort>()
  let lastWanted = rules.autoscaler.minReplicas
  const answers = Object.fromEntries(RESULTS.map((result) => [result, emptyCohort()])) as Record<
    Result,
    Cohort
  >
  let offlinePhones = 0
  let offlinePages = 0

  const gateway = createGateway({
    ...{ day, rules, callsPerSecond, random },
    now: () => now,
    onCalls: (count) => (minute.gatewayCalls += count),
  })
  const later = (ms: number, run: () => void) => events.push({ at: now + ms, run })
  const fleet = createFleet({ rules, now: () => now, later })
  const isIn = (span: Span | undefined) =>
    span !== undefined && now >= span.fromMs && now < span.toMs
  /** A count of independent arrivals. */
  const poisson = (expected: number) =>
    Math.max(
      0,
      expected + Math.sqrt(expected) * (sum(Array.from({ length: 6 }, random)) - 3) * 1.41,
    )
  const waiting = (ms: number): Cohort => {
    const tick = Math.max(Math.floor(now / TICK_MS) + 1, Math.floor((now + ms) / TICK_MS))
    const cohort = calendar.get(tick) ?? emptyCohort()
    calendar.set(tick, cohort)
    return cohort
  }

  function serve(container: Container, cohort: Cohort): void {
    const count = sizeOf(cohort)
    if (count === 0) return
    if (container.state === 'lost') {
      // The balancer chooses another container when this one does not respond.
      minute.asked -= count
      return addTo(waiting(rules.connectSeconds * 1000), cohort)
    }
    const [pages, codes] = [sum(cohort.pages), sum(cohort.codes)]
    const factor = factorOf(container)
    const ms = (factor * (pages * page.ms + codes * code.ms)) / count
    const taken = fleet.admitted(container, count, ms)
    if (taken < count) settle(part(cohort, 1 - taken / count), 'refused')
    const share = taken / count
    const waits = Math.max(0, container.freeAt - now)
    minute.queueMs = Math.max(minute.queueMs, waits)
    container.delayMs = Math.max(container.delayMs, waits)
    container.freeAt = now + waits + taken * ms
    container.usedMs += taken * ms
    workMs += taken * ms
    container.answered += taken
    container.underWay += taken
    const calls = share * (pages * page.calls + codes * code.calls)
    const loaded = gateway.load(container.breaker, calls)
    later(waits + ms + loaded.ms, () => {
      container.underWay -= taken
      const own = part(cohort, share)
      if (container.state === 'lost') return settle(own, 'broken')
      if (loaded.lacking > 0) settle(part(own, loaded.lacking), 'degraded')
      settle(part(own, 1 - loaded.lacking), 'good')
    })
  }

  const settle = (cohort: Cohort, result: Result) => addTo(answers[result], cohort)

  /** Reactions of clients to the responses of the last step. */
  function react(cohort: Cohort, result: Result): void {
    if (result !== 'good') minute[result] += sizeOf(cohort)
    const opened = sum(cohort.pages) * (PAGE_SHARES.card ?? 0)
    if (result === 'good' || result === 'degraded') waitForCode(opened, 0, 0)
    for (const [failures, count] of cohort.codes.entries())
      waitForCode(count, result === 'good' ? 0 : failures + 1, result === 'refused' ? 1 : 0)
    if (result === 'good') return
    for (const [tries, count] of cohort.pages.entries())
      if (tries < MOST_TRIES && count > 0)
        for (const chance of CHANCES) {
          const pause = reloadPause(result === 'degraded', rules.retryAfter(chance), chance)
          waiting(pause).pages[tries + 1]! += (count * PATIENT) / CHANCES.length
        }
  }

  /** Open cards request their next code by the page's own rule; some are closed by then. */
  function waitForCode(count: number, failures: number, refusals: number): void {
    if (count === 0) return
    for (const chance of CHANCES) {
      const pause = codePause(failures, refusals * rules.retryAfter(chance), chance)
      const open = (count / CHANCES.length) * Math.exp(-pause / OPEN_CARD_MS)
      waiting(pause).codes[Math.min(failures, MOST_FAILURES)]! += open
    }
  }

  /** Distributes requests over the containers as the balancer does. */
  function deliver(cohort: Cohort): void {
    const open = fleet.all.filter(({ state }) => state === 'ready' || state === 'lost')
    const weights = open.map((container) => {
      if (rules.balance === 'roundRobin') return 1
      if (container.state === 'lost') return 1 / (rules.connectSeconds * 1000)
      const waits = Math.max(0, container.freeAt - now)
      return 1 / (USUAL_CALL_MS + page.ms * factorOf(container) + waits)
    })
    const all = sum(weights)
    if (open.length === 0) return settle(cohort, 'broken')
    for (const [index, container] of open.entries())
      serve(container, part(cohort, weights[index]! / all))
  }

  function tick(): void {
    for (const result of RESULTS) {
      react(answers[result], result)
      answers[result] = emptyCohort()
    }
    const index = Math.floor(now / TICK_MS)
    const cohort = calendar.get(index) ?? emptyCohort()
    calendar.delete(index)
    const seconds = TICK_MS / 1000
    let pages = poisson(day.pagesPerSecond(now) * seconds)
    if (isIn(day.networkDown)) {
      offlinePages += pages * OF_NETWORK
      offlinePhones += sum(cohort.codes) * OF_NETWORK
      pages *= 1 - OF_NETWORK
      cohort.codes = cohort.codes.map((count) => count * (1 - OF_NETWORK))
    }
    const pushed = day.push ? poisson(day.push.perSecond(now) * seconds) : 0
    cohort.pages[0]! += pages + pushed * HABITS.opensAfterPush
    minute.asked += sizeOf(cohort)
    minute.codes += sum(cohort.codes)
    deliver(cohort)
    later(TICK_MS, tick)
  }

  /** The network returns: pages notice at once, people later. */
  function reconnect(): void {
    const spread = (ms: number, put: (cohort: Cohort, share: number) => void) => {
      const ticks = Math.max(1, Math.ceil(ms / TICK_MS))
      for (let index = 0; index < ticks; index += 1) put(waiting(index * TICK_MS), 1 / ticks)
    }
    spread(rules.reconnectSpreadMs, ({ codes }, share) => (codes[1]! += offlinePhones * share))
    spread(FOUND_OUT_MS, ({ pages }, share) => (pages[1]! += offlinePages * PATIENT * share))
  }

  const autoscaler = createAutoscaler(rules.autoscaler)
  function scale(): void {
    const present = fleet.all.filter(({ state }) => state !== 'draining')
    const serving = fleet.ready()
    const meanOf = (of: (container: Container) => number) =>
      serving.length > 0 ? sum(serving.map(of)) / serving.length : 0
    const targets = rules.autoscaler
    const shown = {
      processor: meanOf(({ usedMs }) => Math.min(usedMs, LOOK_MS) / LOOK_MS) / targets.targetCores,
      delay: meanOf(({ delayMs }) => delayMs) / targets.targetDelayMs,
      underWay: meanOf(({ underWay }) => underWay) / targets.targetUnderWay,
    }
    for (const each of fleet.all) Object.assign(each, { usedMs: 0, delayMs: 0 })
    const signals = targets.signals.map((signal) => shown[signal])
    const seen = { present: present.length, ready: serving.length, signals }
    const wanted = autoscaler.wanted(now, seen)
    lastWanted = wanted
    fleet.resize(wanted)
    later(LOOK_MS, scale)
  }

  function beginMinute(): void {
    const target = rules.autoscaler.targetCores * MINUTE_MS
    if (minute) {
      minute.needed = Math.max(rules.autoscaler.minReplicas, Math.ceil(workMs / target))
      minutes.push(minute)
    }
    minute = {
      ...{ minute: Math.round(now / MINUTE_MS), containers: fleet.ready().length, needed: 0 },
      wanted: lastWanted,
      ...{ asked: 0, refused: 0, broken: 0, degraded: 0, queueMs: 0 },
      ...{ gatewayCalls: 0, codes: 0 },
    }
    workMs = 0
    later(MINUTE_MS, beginMinute)
  }

  const at = (ms: number | undefined, run: () => void) => ms && events.push({ at: ms, run })
  beginMinute()
  tick()
  later(LOOK_MS, scale)
  at(day.rolloutAtMs, fleet.roll)
  at(day.zoneLostAtMs, fleet.loseZone)
  at(day.networkDown?.toMs, reconnect)
  while (events.next < day.toMs) {
    const event = events.pop()!
    now = event.at
    event.run()
  }
  return minutes
}
