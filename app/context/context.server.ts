import { redirect } from '@remix-run/node'

import { Analytics } from '~/analytics/analytics.server'
import { createEventQueue } from '~/analytics/queue.server'
import { env } from '~/platform/env.server'
import { createCaptchaCheck, type CaptchaCheck } from '~/gateways/captcha-check.server'
import { createGatewayClient, type Visitor } from '~/gateways/client.server'
import { createCollector } from '~/gateways/collector.server'
import { createGateways, type Gateways } from '~/gateways/gateways.server'
import { createPublicCache } from '~/gateways/public-cache.server'
import { withReturnTo } from '~/lib/return-to'
import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'
import { createPush, type Push } from '~/push/push.server'
import { ConsentChoice } from '~/session/consent.server'
import { CookieJar } from '~/session/cookies.server'
import { cookieFacts } from '~/session/cookie-catalogue'
import { createDenials } from '~/session/denials.server'
import { Device } from '~/session/device.server'
import { Experiments } from '~/analytics/experiments.server'
import { checkCompleteness } from '~/session/guards.server'
import { createLimits, limitTable, type Limits } from '~/session/limits.server'
import { createRedisStore } from '~/session/redis-store.server'
import { openRedis } from '~/session/open-redis.server'
import { createRefresher } from '~/session/refresh.server'
import { createSealer } from '~/session/seal.server'
import { Session } from '~/session/session.server'
import { createMemoryStore, divideStore, type SharedStore } from '~/session/shared-store.server'
import { Hints } from '~/session/hints.server'
import { ShopChoices } from '~/session/shop-choices.server'
import { loadChosenStore, type ChosenStore } from '~/stores/chosen-store.server'

const REFRESH_DEADLINE_MS = 8000
/** How long all counts of one visit may wait for Redis; those of the edge have half a second more. */
const SLOWEST_COUNTS_MS = 1500

/** Where events go; null without a collector. */
function openEventQueue() {
  const { ANALYTICS_URL, ANALYTICS_WRITE_KEY } = env()
  if (!ANALYTICS_URL || !ANALYTICS_WRITE_KEY) return null
  const collector = createCollector(ANALYTICS_URL, ANALYTICS_WRITE_KEY)
  return createEventQueue({ send: collector.send })
}

/** What one process has once. */
async function createServices() {
  const { REDIS_URL, CACHE_REDIS_URL, SESSION_SECRETS, ...config } = env()
  const { APP_VERSION: version, RELEASE: release } = config
  metrics.buildInfo.set({ version, release, node: process.version }, 1)
  const sealer = createSealer(SESSION_SECRETS)
  const [redis, cacheRedis] = await Promise.all([
    openRedis('state', REDIS_URL),
    openRedis('cache', CACHE_REDIS_URL),
  ])
  const state = redis ? createRedisStore(redis) : createMemoryStore()
  const forgetting = cacheRedis ? createRedisStore(cacheRedis) : createMemoryStore()
  if (!REDIS_URL) log.info('No REDIS_URL: shared state is in memory, which suits one container')
  const client = createGatewayClient({
    webUrl: config.WEB_GATEWAY_URL,
    magnitIdUrl: config.MAGNIT_ID_GATEWAY_URL,
    fraudUrl: config.FRAUD_PROTECTION_URL,
    captchaUrl:
      config.CAPTCHA_PROVIDER === 'sandbox'
        ? new URL('/captcha', config.WEB_GATEWAY_URL).href
        : undefined,
    clientName: config.CLIENT_NAME,
    loyaltyType: config.LOYALTY_TYPE,
    appVersion: config.APP_VERSION,
    timeoutMs: config.GATEWAY_TIMEOUT_MS,
    onCall(call) {
      const { endpoint, status, attempt, kind } = call
      metrics.gatewayCalls.observe({ endpoint, status: status ?? 'none', attempt }, call.ms / 1000)
      if (kind) metrics.gatewayFailures.inc({ endpoint, kind })
      log[call.kind ? 'warn' : 'debug'](call, 'gateway call')
    },
    onContractError: (fault) => log.error(fault, 'gateway broke the contract'),
    onBreaker: (gateway, isOpen) => metrics.breakerOpen.set({ gateway }, isOpen ? 1 : 0),
    onUnderWay: (gateway, change) => metrics.callsUnderWay.inc({ gateway }, change),
  })
  return {
    sealer,
    store: divideStore(state, forgetting),
    denials: createDenials({
      redis,
      lifeMs: (cookieFacts('v1_jwt').seconds ?? 0) * 1000,
      onUnsaved: (count) => metrics.denialsUnsaved.set(count),
    }),
    limits: createLimits({
      table: {
        ...limitTable,
        textsInMinute: { ...limitTable.textsInMinute, points: config.TEXTS_PER_MINUTE },
        textsInHour: { ...limitTable.textsInHour, points: config.TEXTS_PER_HOUR },
      },
      redis,
      secret: SESSION_SECRETS[0] ?? '',
      addressFactor: config.ADDRESS_LIMIT_FACTOR,
      onOver: (limit) => metrics.limitsHit.inc({ limit }),
    }),
    client,
    captcha: createCaptchaCheck({
      isOffered: config.CAPTCHA_PROVIDER !== 'none',
      url: config.CAPTCHA_VERIFY_URL,
      secret: config.CAPTCHA_SECRET_KEY ?? '',
    }),
    publicCache: createPublicCache(forgetting, { megabytes: config.CACHE_MEGABYTES }),
    refresher: createRefresher({
      store: state,
      sealer,
      onOutcome: (outcome) => metrics.refreshes.inc({ outcome }),
    }),
    push: createPush({ ...config, sealer }),
    events: openEventQueue(),
  }
}

let services: ReturnType<typeof createServices> | undefined

/** Connects to what the process shares, once; before the first request, to say what is amiss. */
export function openServices(): ReturnType<typeof createServices> {
  services ??= createServices()
  return services
}

export interface Visit {
  headers: Headers
  /** Path and query of the page, to return to after signing in; null for a form's address. */
  page: string | null
  requestId: string
  traceparent: string
  /** Hears of the calls that were made for this request. */
  onGatewayCall?: Visitor['onCall']
  /** Of the content security policy. */
  nonce: string
  /** The client's, as far as proxies can be trusted; of IPv6 the network. */
  address: string
  /** More was asked of signing in from this address than people do. */
  isSuspicious: boolean
  /** Which build of the application answers. */
  buildId: string
}

export interface Context {
  session: Session
  consent: ConsentChoice
  device: Device
  /** The store and what else the shopper chose for the catalogue. */
  shop: ShopChoices
  /** What this device has told its shopper already. */
  hints: Hints
  gateways: Gateways
  analytics: Analytics
  experiments: Experiments
  store: SharedStore
  limits: Limits
  captcha: CaptchaCheck
  /** The client's, and whether more was asked of signing in from there than people do. */
  address: string
  isSuspicious: boolean
  /** null: push is not configured and not offered. */
  push: Push | null
  requestId: string
  nonce: string
  buildId: string
  /** Set when a form was refused: the page's title says so. */
  hasFormErrors: boolean
  /** Set when a limit refused: the answer says when to come back. */
  retryAfter: Date | null
  /** Whether the profile is complete; the gateway is asked at most once per request. */
  completeness(): ReturnType<typeof checkCompleteness>
  /** The store whose prices and stock a page shows; the gateway is asked at most once per request. */
  chosenStore(): Promise<ChosenStore>
}

declare module '@remix-run/node' {
  // Loaders and actions see the context under Remix's own name.
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface AppLoadContext extends Context {}
}

/**
 * Everything that a request's loaders and actions may use: the only place where the session and
 * the gateways meet. `cookies.changes()` is for `server.ts`, which writes them once.
 */
export async function createContext(
  visit: Visit,
): Promise<{ context: Context; cookies: CookieJar }> {
  const { sealer, store, denials, limits, client, captcha, publicCache, refresher, push, events } =
    await openServices()
  const secure = env().PUBLIC_ORIGIN.startsWith('https:')
  const cookies = new CookieJar(visit.headers.get('Cookie'), { secure, sealer })
  const device = new Device(cookies, visit.headers.get('User-Agent'))

  const session = new Session(cookies, {
    denials,
    refresher,
    askGateway: (refreshToken) =>
      gateways.identity.refreshTokens(refreshToken, { deadlineMs: REFRESH_DEADLINE_MS }),
  })

  const callWith = (tokens: Pick<Visitor, 'accessToken' | 'renewAccessToken'>) =>
    client.for({
      userAgent: device.userAgent,
      platformVersion: device.platformVersion,
      get deviceId() {
        return device.id
      },
      get deviceTag() {
        return device.tag
      },
      requestId: visit.requestId,
      traceparent: visit.traceparent,
      onCall: visit.onGatewayCall,
      ...tokens,
    })
  const call = callWith({
    accessToken: () => session.accessToken(),
    async renewAccessToken(rejected) {
      const token = await session.renewAccessToken(rejected)
      // A session that the gateway ended in the middle of a page ends the page too.
      if (token === null) throw redirect(withReturnTo('/login', visit.page))
      return token
    },
  })
  // What is kept for everybody is asked for by a call that has no token to send.
  const guestCall = callWith({ accessToken: async () => null, renewAccessToken: async () => null })
  const gateways = createGateways(call, publicCache.wrap(guestCall))

  const consent = new ConsentChoice(cookies)
  const analytics = new Analytics({
    consent,
    device,
    requestId: visit.requestId,
    // What a form did is told on the next page.
    isAfterForm: cookies.get('v1_flash') !== null,
    store,
    queue: events,
  })

  let completeness: ReturnType<typeof checkCompleteness> | undefined
  let chosenStore: Promise<ChosenStore> | undefined
  const context: Context = {
    session,
    consent,
    device,
    shop: new ShopChoices(cookies),
    hints: new Hints(cookies),
    gateways,
    analytics,
    experiments: new Experiments({
      cookies,
      device,
      analytics,
      store,
      gateways: gateways.account,
    }),
    store,
    limits: limits.within(SLOWEST_COUNTS_MS),
    captcha,
    address: visit.address,
    isSuspicious: visit.isSuspicious,
    push,
    requestId: visit.requestId,
    nonce: visit.nonce,
    buildId: visit.buildId,
    hasFormErrors: false,
    retryAfter: null,
    completeness: () => (completeness ??= checkCompleteness({ session, gateways })),
    chosenStore: () => (chosenStore ??= loadChosenStore(context)),
  }
  return { context, cookies }
}

/** Lets go of what the process holds, after refreshes and events that are under way. */
export async function closeServices(): Promise<void> {
  if (!services) return
  const { refresher, client, captcha, store, denials, events } = await services
  await Promise.all([refresher.settle(), events?.close(), denials.close()])
  await client.close()
  await captcha.close()
  await store.close()
}
