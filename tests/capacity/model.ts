import { MAX_SCRIPT_BYTES, MAX_WORKER_BYTES } from '../bench/budgets'
import { readMeasured, type Measured } from '../bench/measured'
import { MAX_AT_ONCE } from '../../app/push/push.server'
import { BASE, readManifests } from '../support/manifests'
import type { ScreenName } from '../support/screens'

const [deployment] = readManifests(`${BASE}/deployment.yaml`)
const [autoscaler] = readManifests(`${BASE}/autoscaler.yaml`)
const { cpu, memory } = deployment!.spec.template.spec.containers[0].resources.requests
const { minReplicas, maxReplicas, metrics } = autoscaler!.spec as Autoscaler

interface Autoscaler {
  minReplicas: number
  maxReplicas: number
  metrics: [{ resource: { target: { averageUtilization: number } } }]
}

const requestedCores = Number.parseInt(cpu) / 1000

/** The figures of the manifests. */
export const manifest = {
  requestedCores,
  requestedMegabytes: Number.parseInt(memory),
  minReplicas,
  maxReplicas,
  /** Used processors at which the autoscaler adds containers. */
  targetCores: (metrics[0].resource.target.averageUtilization / 100) * requestedCores,
}

/** Addresses of the kinds. */
export const addresses = {
  landing: '/',
  today: '/today',
  card: '/qr',
  coupons: '/coupons',
  actions: '/actions',
  profile: '/profile',
  stars: '/profile/stars',
  transactions: '/profile/transactions',
  category: '/catalog/{categoryId}',
  product: '/product/{productId}',
  code: '/qr/code',
} as const satisfies Partial<Record<ScreenName | 'code', string>>

export type Kind = keyof typeof addresses

type PageKind = Kind & ScreenName

/** Shares of a day's pages by screen, which sum to one. An assumption until analytics has figures. */
export const PAGE_SHARES: Readonly<Partial<Record<PageKind, number>>> = {
  landing: 0.02,
  today: 0.28,
  card: 0.34,
  coupons: 0.11,
  actions: 0.04,
  profile: 0.05,
  stars: 0.03,
  transactions: 0.03,
  category: 0.06,
  product: 0.04,
}

/** The screen of a page chosen by its share; `chance` is random, from 0 to 1. */
export function pickPage(chance: number): PageKind {
  let left = chance
  const shares = Object.entries(PAGE_SHARES) as [PageKind, number][]
  return shares.find(([, share]) => (left -= share) < 0)?.[0] ?? 'today'
}

/** Habits of shoppers, for the model. Each one is an option of `npm run capacity`. */
export const HABITS = {
  /** Visits to a till in a week. */
  visitsPerWeek: 1.4,
  /** Share of a week's visits on its busiest day. */
  busiestDay: 0.2,
  /** Share of a day's visits in its busiest hour. */
  busiestHour: 0.1,
  /** The worst minute as a multiple of its hour's mean. */
  worstMinute: 3,
  pagesPerVisit: 3,
  /** Further codes that an open card requests in a visit. */
  codesPerVisit: 0.5,
  /** Share of shoppers with pushes. */
  enrolled: 0.3,
  /** Share of devices with a push that open the main screen soon after. */
  opensAfterPush: 0.05,
} as const

export type Habits = Record<keyof typeof HABITS, number>

/** The plan: number and habits of shoppers. */
export interface Plan extends Habits {
  shoppers: number
}

/** Requirements in the worst minute of the busiest day, unless a name says otherwise. */
export interface Need {
  visitsInBusiestHour: number
  pagesPerSecond: number
  pagesPerSecondOfHour: number
  containers: number
  /** Processors for the requests. */
  cores: number
  coreHoursOfDay: number
  coresRequested: number
  gigabytesRequested: number
  redisOperations: number
  stateMegabytes: number
  cacheMegabytes: number
  /** Calls a second by endpoint, most first. */
  gatewayCalls: [endpoint: string, perSecond: number][]
  gatewayCallsPerSecond: number
  megabitsPerSecond: number
  logLinesPerSecond: number
  logGigabytesOfDay: number
  metricSeries: number
  devices: number
  /** Hours of one relay command for all devices. */
  relayHours: number
  /** Hours for all devices at a pace that the planned containers allow outside the busiest hour. */
  pushHours: number
  devicesPerSecond: number
}

/** Revoked sessions are stored until their tokens expire. */
const SIGN_OUTS_PER_SHOPPER = 0.1
const BYTES_OF_SIGN_OUT = 120
/** Keys of limits and forms that a visit stores for an hour. */
const KEYS_OF_VISIT = 2
const BYTES_OF_KEY = 150
/** Redis commands of a refresh with a gateway call: read, lock, read twice, store twice, unlock. */
const COMMANDS_OF_REFRESH = 7
const REFRESH = 'POST /v1/auth/token/refresh'
/** Megabytes of cached public data, for any number of shoppers. */
const PUBLIC_MEGABYTES = 128
/** Share of visits that load the scripts: first visits, and first ones after a release. */
const VISITS_WITH_FILES = 0.1
/** Time of a push service for a message, in milliseconds. */
const PUSH_SERVICE_MS = 100
/** Share of the containers that pushes may use outside the busiest hour. */
const SHARE_FOR_PUSHES = 0.2
const HOUR = 3600
const MEGA = 1e6

/** The default plan. */
export const planFor = (shoppers: number, habits: Partial<Habits> = {}): Plan => ({
  shoppers,
  ...HABITS,
  ...habits,
})

/** Measured calls of one request of a kind. */
export function getCalls(kind: Kind, measured: Measured): [endpoint: string, count: number][] {
  return Object.entries(measured.requests[kind].calls).filter(([, count]) => count > 0)
}

/** Requests of each kind for one opened page. */
function requestsPerPage({ codesPerVisit, pagesPerVisit }: Habits): Map<Kind, number> {
  const shares = Object.entries(PAGE_SHARES) as [Kind, number][]
  return new Map<Kind, number>([...shares, ['code', codesPerVisit / pagesPerVisit]])
}

/** Computes the requirements of a plan, from the figures of the last bench and the manifests. */
export function getNeed(plan: Plan, measured = readMeasured()): Need {
  const { requests, container } = measured
  const visitsOfDay = plan.shoppers * plan.visitsPerWeek * plan.busiestDay
  const visitsInBusiestHour = visitsOfDay * plan.busiestHour
  const pagesPerSecondOfHour = (visitsInBusiestHour * plan.pagesPerVisit) / HOUR
  const pagesPerSecond = pagesPerSecondOfHour * plan.worstMinute
  const visitsPerSecond = pagesPerSecond / plan.pagesPerVisit
  const pagesOfDay = visitsOfDay * plan.pagesPerVisit
  const perPage = [...requestsPerPage(plan)]
  /** Sum over the requests of one page. */
  const sum = (of: (kind: Kind) => number) =>
    perPage.reduce((all, [kind, count]) => all + count * of(kind), 0)

  const cores = (pagesPerSecond * sum((kind) => requests[kind].processorMs)) / 1000
  const containers = Math.max(manifest.minReplicas, Math.ceil(cores / manifest.targetCores))
  const byEndpoint = new Map<string, number>([[REFRESH, visitsPerSecond]])
  for (const [kind, count] of perPage)
    for (const [endpoint, calls] of getCalls(kind, measured))
      byEndpoint.set(endpoint, (byEndpoint.get(endpoint) ?? 0) + pagesPerSecond * count * calls)
  const gatewayCalls = [...byEndpoint].sort(([, one], [, other]) => other - one)

  const files = (MAX_SCRIPT_BYTES + MAX_WORKER_BYTES) * VISITS_WITH_FILES
  const bytes = sum((kind) => requests[kind].bytes) + files / plan.pagesPerVisit
  const refreshesOfMinute = visitsPerSecond * 60
  const signOuts = plan.shoppers * SIGN_OUTS_PER_SHOPPER * BYTES_OF_SIGN_OUT
  const keys = visitsInBusiestHour * KEYS_OF_VISIT * BYTES_OF_KEY
  const devices = plan.shoppers * plan.enrolled
  const openMs = plan.opensAfterPush * requests.today.processorMs
  const devicesPerSecond =
    (SHARE_FOR_PUSHES * containers * manifest.targetCores * 1000) / (container.pushMs + openMs)
  return {
    visitsInBusiestHour,
    pagesPerSecond,
    pagesPerSecondOfHour,
    containers,
    cores,
    coreHoursOfDay: (pagesOfDay * sum((kind) => requests[kind].processorMs)) / 1000 / HOUR,
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
    relayHours: devices / (MAX_AT_ONCE / (PUSH_SERVICE_MS / 1000)) / HOUR,
    pushHours: devices / devicesPerSecond / HOUR,
    devicesPerSecond,
  }
}

/** Processor milliseconds of a page, over all kinds. */
export const getMsOfPage = (requests: Measured['requests']) =>
  Object.entries(PAGE_SHARES).reduce(
    (all, [kind, share]) => all + share * requests[kind as Kind].processorMs,
    0,
  )
