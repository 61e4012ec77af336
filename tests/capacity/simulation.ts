import { pauseAfter } from '../../app/card/code-refresher'
import { createBreaker, type Breaker } from '../../app/gateways/breaker.server'
import { BUDGET_MS } from '../../app/gateways/load-blocks.server'
import {
  ALWAYS_TAKEN,
  LONGEST_DELAY_MS,
  MOST_UNDER_WAY,
  WINDOW_MS,
  WINDOWS_AT_FIRST,
} from '../../edge/overload'
import { readMeasured } from '../bench/measured'
import { createAutoscaler } from './autoscaler'
import type { Day, Span } from './day'
import { createRandom } from '../support/random'
import { createEventQueue } from './event-queue'
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
  /** Requests of `/push/due`. */
  due: number
  codes: number
}

interface Container {
  zone: number
  state: 'starting' | 'ready' | 'draining' | 'lost'
  /** Time at which its processor is free, in milliseconds. */
  freeAt: number
  /** Since when requests wait longer than load shedding allows. */
  lateSince: number
  underWay: number
  answered: number
  /** Work and longest wait since the autoscaler's last decision. */
  usedMs: number
  delayMs: number
  breaker: Breaker
}

/** Requests of one moment with one result: pages by attempts, codes by failures, `/push/due`. */
interface Cohort {
  pages: number[]
  codes: number[]
  due: number
}

const TICK_MS = 500
const LOOK_MS = 15_000
const MINUTE_MS = 60_000
const USUAL_CALL_MS = 60
const SLOW_CALL_MS = 900
/** Share of failing calls while a gateway is flaky. */
const FLAKY_SHARE = 0.4
/** A gateway with a longer queue responds with 503 at once. */
const LONGEST_GATEWAY_QUEUE_MS = 1500
/** Capacity of gateways as a multiple of the worst minute. */
const GATEWAY_RESERVE = 1.5
const START_MS = 10_000
/** Time until a lost node is noticed, and until a draining container has stopped. */
const UNNOTICED_MS = 40_000
const DRAIN_MS = 15_000
const OPEN_CARD_MS = 400_000
/** Share of shoppers who reload a refused or degraded page, and how often. */
const PATIENT = 0.35
const MOST_TRIES = 3
const MOST_FAILURES = 6
/** Time in which people notice that their network is back. */
const FOUND_OUT_MS = 180_000
/** Share of the phones in the failing network. */
const OF_NETWORK = 1 / 3
/** Random values that represent all clients. */
const CHANCES = Array.from({ length: 12 }, (_, index) => (index + 0.5) / 12)

const RESULTS = ['good', 'degraded', 'refused', 'broken'] as const
type Result = (typeof RESULTS)[number]

const emptyCohort = (): Cohort => ({
  pages: Array<number>(MOST_TRIES + 1).fill(0),
  codes: Array<number>(MOST_FAILURES + 1).fill(0),
  due: 0,
})
const sum = (list: readonly number[]) => list.reduce((all, each) => all + each, 0)
const sizeOf = ({ pages, codes, due }: Cohort) => sum(pages) + sum(codes) + due
function addTo(all: Cohort, { pages, codes, due }: Cohort): void {
  for (const [index, count] of pages.entries()) all.pages[index]! += count
  for (const [index, count] of codes.entries()) all.codes[index]! += count
  all.due += due
}
const part = ({ pages, codes, due }: Cohort, share: number): Cohort => ({
  pages: pages.map((count) => count * share),
  codes: codes.map((count) => count * share),
  due: due * share,
})

/**
 * Simulates a day in steps of half a second. Arrivals pass balancer, load shedding, processors and gateways,
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
  // A device that a push wakes has an expired access token.
  const due = { ms: costs('due').ms, calls: costs('due').calls + 1 }
  const codesPerPage = requestsPerPage(HABITS).get('code')!
  const callsPerSecond = day.peakPagesPerSecond * (page.calls + codesPerPage * code.calls)
  const gateway = { freeAt: 0, perMs: (GATEWAY_RESERVE * callsPerSecond) / 1000, troubledUntil: 0 }

  let now = day.fromMs
  let workMs = 0
  let minute: Minute
  const minutes: Minute[] = []
  const containers: Container[] = []
  const calendar = new Map<number, Cohort>()
  let lastWanted = rules.autoscaler.minReplicas
  const answers = Object.fromEntries(RESULTS.map((result) => [result, emptyCohort()])) as Record<
    Result,
    Cohort
  >
  let offlinePhones = 0
  let offlinePages = 0

  const later = (ms: number, run: () => void) => events.push({ at: now + ms, run })
  const isIn = (span: Span | undefined) =>
    span !== undefined && now >= span.fromMs && now < span.toMs
  const ready = () => containers.filter(({ state }) => state === 'ready')
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

  function add(zone: number, delayMs = START_MS): void {
    const made: Container = {
      ...{ zone, state: 'starting', freeAt: 0, lateSince: Infinity, underWay: 0 },
      ...{ usedMs: 0, delayMs: 0 },
      ...{ answered: rules.warmPages, breaker: createBreaker(() => now) },
    }
    containers.push(made)
    later(delayMs, () => {
      if (made.state === 'starting') made.state = 'ready'
    })
  }
  /** The zone with the fewest containers, as the manifests spread them. */
  const emptiestZone = () =>
    [0, 1, 2].sort(
      (one, other) =>
        containers.filter(({ zone }) => zone === one).length -
        containers.filter(({ zone }) => zone === other).length,
    )[0]!
  const drop = (container: Container) => containers.splice(containers.indexOf(container), 1)
  function remove(container: Container): void {
    container.state = 'draining'
    later(DRAIN_MS, () => drop(container))
  }

  /** Extra cost of a page in a cold container. */
  const factorOf = ({ answered }: Container) =>
    measured.container.warmth.find(([pages]) => answered < pages)?.[1] ?? 1

  /** Calls the gateways; returns their time and the share of failures. */
  function callGateway(count: number): { ms: number; failing: number } {
    minute.gatewayCalls += count
    if (isIn(day.gatewayDown)) return { ms: 5, failing: 1 }
    const queueMs = Math.max(0, gateway.freeAt - now)
    if (queueMs > LONGEST_GATEWAY_QUEUE_MS) return { ms: 5, failing: 1 }
    gateway.freeAt = Math.max(now, gateway.freeAt) + count / gateway.perMs
    const usualMs = isIn(day.gatewaySlow) ? SLOW_CALL_MS : USUAL_CALL_MS
    const failing = isIn(day.gatewayFlaky) ? FLAKY_SHARE : 0
    return { ms: usualMs * (0.8 + 0.4 * random()) + queueMs, failing }
  }

  function load(container: Container, count: number): { ms: number; lacking: number } {
    // The breaker sees a few calls that represent all, and only while some fail.
    const sample = now < gateway.troubledUntil ? 5 : 0
    const settles = Array.from({ length: sample }, () =>
      container.breaker.enter('calls', String(random())),
    )
    const allowed = sample === 0 ? 1 : settles.filter(Boolean).length / sample
    const first = callGateway(count * allowed)
    const repeated = Math.min(first.failing, rules.retryShare)
    const again = callGateway(count * allowed * repeated)
    const failing = first.failing - repeated * (1 - again.failing)
    if (first.failing > 0) gateway.troubledUntil = now + 30_000
    for (const [index, settle] of settles.entries())
      settle?.((index + 0.5) / sample < first.failing ? 'failure' : 'success')
    const ms = Math.min(first.ms, BUDGET_MS.critical)
    return { ms, lacking: first.ms > BUDGET_MS.optional ? 1 : 1 - allowed + allowed * failing }
  }

  /** Requests that the guard of `edge/overload.ts` admits. */
  function admitted(container: Container, count: number, ms: number): number {
    const lateMs = container.freeAt - now
    if (lateMs <= LONGEST_DELAY_MS) container.lateSince = Infinity
    else container.lateSince = Math.min(container.lateSince, now)
    const isLate = now - container.lateSince >= WINDOWS_AT_FIRST * WINDOW_MS
    const isBusy = lateMs > TICK_MS && lateMs / ms >= rules.overloadRequests
    const places = isLate || isBusy ? ALWAYS_TAKEN : MOST_UNDER_WAY
    return Math.min(count, Math.max(0, places - container.underWay))
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
    const ms = (factor * (pages * page.ms + codes * code.ms + cohort.due * due.ms)) / count
    const taken = admitted(container, count, ms)
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
    const calls = share * (pages * page.calls + codes * code.calls + cohort.due * due.calls)
    const loaded = load(container, calls)
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
          const pause =
            result === 'degraded'
              ? 20_000 + chance * 60_000
              : rules.retryAfter(chance) * 1000 + chance * 1000
          waiting(pause).pages[tries + 1]! += (count * PATIENT) / CHANCES.length
        }
  }

  /** Open cards request their next code by the page's own rule; some are closed by then. */
  function waitForCode(count: number, failures: number, refusals: number): void {
    if (count === 0) return
    const fault = failures > 0 ? ('unreachable' as const) : null
    for (const chance of CHANCES) {
      const retryAfterMs = refusals * rules.retryAfter(chance) * 1000
      const pause = pauseAfter({ fault, retryAfterMs }, failures, chance)!
      const open = (count / CHANCES.length) * Math.exp(-pause / OPEN_CARD_MS)
      waiting(pause).codes[Math.min(failures, MOST_FAILURES)]! += open
    }
  }

  /** Distributes requests over the containers as the balancer does. */
  function deliver(cohort: Cohort): void {
    const open = containers.filter(({ state }) => state === 'ready' || state === 'lost')
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
    const pushed = day.push ? poisson(day.push.perSecond(now, rules.rampSeconds) * seconds) : 0
    cohort.pages[0]! += pages + pushed * HABITS.opensAfterPush
    cohort.due += pushed
    minute.asked += sizeOf(cohort)
    minute.due += cohort.due
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
    const present = containers.filter(({ state }) => state !== 'draining')
    const serving = ready()
    const meanOf = (of: (container: Container) => number) =>
      serving.length > 0 ? sum(serving.map(of)) / serving.length : 0
    const targets = rules.autoscaler
    const shown = {
      processor: meanOf(({ usedMs }) => Math.min(usedMs, LOOK_MS) / LOOK_MS) / targets.targetCores,
      delay: meanOf(({ delayMs }) => delayMs) / targets.targetDelayMs,
      underWay: meanOf(({ underWay }) => underWay) / targets.targetUnderWay,
    }
    for (const each of containers) Object.assign(each, { usedMs: 0, delayMs: 0 })
    const signals = targets.signals.map((signal) => shown[signal])
    const seen = { present: present.length, ready: serving.length, signals }
    const wanted = autoscaler.wanted(now, seen)
    lastWanted = wanted
    for (let missing = wanted - present.length; missing > 0; missing -= 1) add(emptiestZone())
    for (const each of serving.slice(0, Math.max(0, present.length - wanted))) remove(each)
    later(LOOK_MS, scale)
  }

  function beginMinute(): void {
    const target = rules.autoscaler.targetCores * MINUTE_MS
    if (minute) {
      minute.needed = Math.max(rules.autoscaler.minReplicas, Math.ceil(workMs / target))
      minutes.push(minute)
    }
    minute = {
      ...{ minute: Math.round(now / MINUTE_MS), containers: ready().length, needed: 0 },
      wanted: lastWanted,
      ...{ asked: 0, refused: 0, broken: 0, degraded: 0, queueMs: 0 },
      ...{ gatewayCalls: 0, due: 0, codes: 0 },
    }
    workMs = 0
    later(MINUTE_MS, beginMinute)
  }

  /** Replaces one old container at a time by a new one. */
  function roll(): void {
    for (const [index, old] of ready().entries())
      later(index * (START_MS + DRAIN_MS), () => {
        add(old.zone)
        later(START_MS + rules.minReadySeconds * 1000, () => {
          if (old.state === 'ready') remove(old)
        })
      })
  }

  function loseZone(): void {
    for (const lost of ready().filter(({ zone }) => zone === 1)) {
      lost.state = 'lost'
      later(UNNOTICED_MS, () => {
        drop(lost)
        add(0, rules.tolerationSeconds * 1000 + START_MS)
      })
    }
  }

  for (let index = 0; index < rules.autoscaler.minReplicas; index += 1) add(index % 3, 0)
  for (const each of containers) Object.assign(each, { answered: 5000, state: 'ready' })
  const at = (ms: number | undefined, run: () => void) => ms && events.push({ at: ms, run })
  beginMinute()
  tick()
  later(LOOK_MS, scale)
  at(day.rolloutAtMs, roll)
  at(day.zoneLostAtMs, loseZone)
  at(day.networkDown?.toMs, reconnect)
  while (events.next < day.toMs) {
    const event = events.pop()!
    now = event.at
    event.run()
  }
  return minutes
}
