import figures from '../bench/figures.json' with { type: 'json' }
import { readMeasured, type Measured } from '../bench/measured'
import { MOST_AT_ONCE } from '../../app/push/push.server'
import { manifest } from './manifest'
import { declaredCalls, HABITS, PAGE_SHARES, type Habits, type Kind } from './traffic'

/** What the site is planned for. */
export interface Plan extends Habits {
  shoppers: number
}

/** What the plan needs in the worst minute of its busiest day, unless a name says otherwise. */
export interface Need {
  visitsInBusiestHour: number
  pagesPerSecond: number
  pagesPerSecondOfHour: number
  pagesOfDay: number
  containers: number
  /** Processors that the requests take. */
  cores: number
  coresRequested: number
  gigabytesRequested: number
  redisOperations: number
  stateMegabytes: number
  cacheMegabytes: number
  /** A second, by endpoint, most first. */
  gatewayCalls: [endpoint: string, perSecond: number][]
  gatewayCallsPerSecond: number
  megabitsPerSecond: number
  logLinesPerSecond: number
  logGigabytesOfDay: number
  metricSeries: number
  devices: number
  /** Hours of one relay command for all devices. */
  relayHours: number
  /** Hours for all devices at a pace that the planned containers bear besides the busiest hour. */
  pushHours: number
  devicesPerSecond: number
}

/** Signed-out sessions are remembered until their tokens end. */
const SIGN_OUTS_PER_SHOPPER = 0.1
const BYTES_OF_SIGN_OUT = 120
/** Keys of limits and forms that a visit leaves for an hour. */
const KEYS_OF_VISIT = 2
const BYTES_OF_KEY = 150
/** Commands of a refresh that asks the gateway: look, lock, look twice, remember twice, release. */
const COMMANDS_OF_REFRESH = 7
const REFRESH = 'POST /v1/auth/token/refresh'
/** Public data in the cache, whatever the number of shoppers: a release's goods, lists and stores. */
const PUBLIC_MEGABYTES = 128
/** Of visits, those that fetch the scripts anew: a first visit, or the first one after a release. */
const VISITS_WITH_FILES = 0.1
/** How long a push service takes for a message. */
const PUSH_SERVICE_MS = 100
/** Of the planned containers, the share that pushes may take besides the busiest hour. */
const SHARE_FOR_PUSHES = 0.2
/** One a zone that may be lost. */
const HOUR = 3600
const MEGA = 1e6

/** The defaults of a plan. */
export const planFor = (shoppers: number, habits: Partial<Habits> = {}): Plan => ({
  shoppers,
  ...HABITS,
  ...habits,
})

/** Calls of one request of a kind: what its endpoints declare, as often as the bench saw them; new ones count once. */
export function callsOf(kind: Kind, measured: Measured): [endpoint: string, count: number][] {
  const { calls } = measured.requests[kind]
  return [...new Set([...declaredCalls(kind), ...Object.keys(calls)])]
    .map((name): [string, number] => [name, calls[name] ?? 1])
    .filter(([, count]) => count > 0)
}

/** Requests of each kind for one page that is looked at. */
export function requestsPerPage({ codesPerVisit, pagesPerVisit }: Habits): Map<Kind, number> {
  const shares = Object.entries(PAGE_SHARES) as [Kind, number][]
  return new Map<Kind, number>([...shares, ['code', codesPerVisit / pagesPerVisit]])
}

/** Reckons what a plan needs, from the figures of the last bench and the manifests. */
export function needOf(plan: Plan, measured = readMeasured()): Need {
  const { requests, container } = measured
  const visitsOfDay = plan.shoppers * plan.visitsPerWeek * plan.busiestDay
  const visitsInBusiestHour = visitsOfDay * plan.busiestHour
  const pagesPerSecondOfHour = (visitsInBusiestHour * plan.pagesPerVisit) / HOUR
  const pagesPerSecond = pagesPerSecondOfHour * plan.worstMinute
  const visitsPerSecond = pagesPerSecond / plan.pagesPerVisit
  const pagesOfDay = visitsOfDay * plan.pagesPerVisit
  const perPage = [...requestsPerPage(plan)]
  /** Of one page, with what its scripts ask for. */
  const sum = (of: (kind: Kind) => number) =>
    perPage.reduce((all, [kind, count]) => all + count * of(kind), 0)

  const cores = (pagesPerSecond * sum((kind) => requests[kind].processorMs)) / 1000
  const containers = Math.max(manifest.minReplicas, Math.ceil(cores / manifest.targetCores))
  const byEndpoint = new Map<string, number>([[REFRESH, visitsPerSecond]])
  for (const [kind, count] of perPage)
    for (const [endpoint, calls] of callsOf(kind, measured))
      byEndpoint.set(endpoint, (byEndpoint.get(endpoint) ?? 0) + pagesPerSecond * count * calls)
  const gatewayCalls = [...byEndpoint].sort(([, one], [, other]) => other - one)

  const { frameworkJs, sharedJs, screenJs } = figures.screens.today
  const files = (frameworkJs + sharedJs + screenJs + figures.worker) * VISITS_WITH_FILES
  const bytes = sum((kind) => requests[kind].bytes) + files / plan.pagesPerVisit
  const refreshesOfMinute = visitsPerSecond * 60
  const signOuts = plan.shoppers * SIGN_OUTS_PER_SHOPPER * BYTES_OF_SIGN_OUT
  const keys = visitsInBusiestHour * KEYS_OF_VISIT * BYTES_OF_KEY
  const devices = plan.shoppers * plan.enrolled
  const dueMs = requests.due.processorMs + container.pushMs
  const openMs = plan.opensAfterPush * requests.today.processorMs
  const devicesPerSecond =
    (SHARE_FOR_PUSHES * containers * manifest.targetCores * 1000) / (dueMs + openMs)
  return {
    visitsInBusiestHour,
    pagesPerSecond,
    pagesPerSecondOfHour,
    pagesOfDay,
    containers,
    cores,
    coresRequested: containers * manifest.requestedCores,
    gigabytesRequested: (containers * manifest.requestedMegabytes) / 1024,
    redisOperations:
      pagesPerSecond * sum((kind) => requests[kind].redisCommands) +
      visitsPerSecond * COMMANDS_OF_REFRESH,
    stateMegabytes: (signOuts + keys + (refreshesOfMinute * measured.refreshBytes) / 2) / MEGA,
    cacheMegabytes: PUBLIC_MEGABYTES + (visitsInBusiestHour * measured.refreshBytes) / 2 / MEGA,
    gatewayCalls,
    gatewayCallsPerSecond: gatewayCalls.reduce((all, [, rate]) => all + rate, 0),
    megabitsPerSecond: (pagesPerSecond * bytes * 8) / MEGA,
    logLinesPerSecond: pagesPerSecond * sum((kind) => requests[kind].logLines),
    logGigabytesOfDay: (pagesOfDay * sum((kind) => requests[kind].logBytes)) / 1e9,
    metricSeries: containers * container.metricSeries,
    devices,
    relayHours: devices / (MOST_AT_ONCE / (PUSH_SERVICE_MS / 1000)) / HOUR,
    pushHours: devices / devicesPerSecond / HOUR,
    devicesPerSecond,
  }
}

/**
 * Containers per million shoppers and day, by what their pages take of processors at the autoscaler's target, and
 * the same for the plain React of the bench: no framework, no session, no checks, no compression.
 */
export function costOf(measured = readMeasured()) {
  const { pagesPerVisit, visitsPerWeek, busiestDay } = HABITS
  const pages = 1e6 * visitsPerWeek * busiestDay * pagesPerVisit
  const shares = Object.entries(PAGE_SHARES) as [Kind, number][]
  const coreHours = (of: (kind: Kind) => number) =>
    (pages * shares.reduce((all, [kind, share]) => all + share * of(kind), 0)) / 1000 / HOUR
  const ours = coreHours((kind) => measured.requests[kind].processorMs)
  const plain = coreHours((kind) => measured.requests[kind].plainMs ?? 0)
  const containerDays = (hours: number) => hours / manifest.targetCores / 24
  return { ours, plain, oursContainers: containerDays(ours), plainContainers: containerDays(plain) }
}
