import { createEventQueue } from '~/analytics/queue.server'
import { env, tracesUrl } from '~/platform/env.server'
import { getRedis } from '~/platform/parse-env.server'
import { createCaptchaCheck } from '~/gateways/captcha-check.server'
import { createGatewayClient, gatewayConfig } from '~/gateways/client.server'
import { createCollector } from '~/gateways/collector.server'
import { createPublicCache } from '~/gateways/public-cache.server'
import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'
import { createPush } from '~/push/push.server'
import { cookieFacts } from '~/session/cookie-catalogue'
import { createRevokedSessions } from '~/session/revoked-sessions.server'
import { withSmsBudget } from '~/limits/limit-table.server'
import { createLimits } from '~/limits/limits.server'
import { openRedis } from '~/shared-state/open-redis.server'
import { connectRedis } from '~/shared-state/redis-client.server'
import { createStore } from '~/shared-state/redis-store.server'
import { createRefresher } from '~/session/refresh.server'
import { createSealer } from '~/session/seal.server'

import { openFiles } from './content-files.server'

declare const SOURCES: string | undefined

/**
 * The hash of the sources of this server, which differs between releases even if browser files are
 * equal. In development all builds count as one.
 */
const builtFrom = typeof SOURCES === 'undefined' ? 'development' : SOURCES

function openEventQueue() {
  const { ANALYTICS_URL, ANALYTICS_WRITE_KEY } = env()
  if (!ANALYTICS_URL || !ANALYTICS_WRITE_KEY) return null
  const collector = createCollector(ANALYTICS_URL, ANALYTICS_WRITE_KEY)
  return createEventQueue({ send: collector.send })
}

const TRACES_LOST_AGAIN_MS = 60_000

/** Stops tracing; null without it. */
let closeTracing: (() => Promise<void>) | null = null

/** Starts tracing if configured; logs errors at most once a minute. */
async function traceIfAsked(): Promise<void> {
  const settings = env()
  const url = tracesUrl(settings)
  if (!url) return
  let loggedAt = -Infinity
  // Not loaded without tracing.
  const { createTracing } = await import('~/platform/tracing-sdk.server')
  closeTracing ??= createTracing({
    url,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: settings.OTEL_SERVICE_NAME,
    sampler: settings.OTEL_TRACES_SAMPLER,
    share: settings.OTEL_TRACES_SAMPLER_ARG,
    onError() {
      metrics.tracesLost.inc()
      if (performance.now() - loggedAt < TRACES_LOST_AGAIN_MS) return
      loggedAt = performance.now()
      log.warn('traces cannot be delivered')
    },
  }).close
}

async function createServices() {
  await traceIfAsked()
  await openFiles()
  const { REDIS_URL, SESSION_SECRETS, ...config } = env()
  const { APP_VERSION: version, RELEASE: release } = config
  metrics.buildInfo.set({ version, release, node: process.version }, 1)
  const sealer = createSealer(SESSION_SECRETS)
  metrics.secretsInfo.set({ fingerprint: sealer.fingerprint }, 1)
  const stateSettings = getRedis('state', env())
  const [redis, writer, cacheRedis] = await Promise.all([
    openRedis('state', stateSettings),
    stateSettings && connectRedis(stateSettings),
    openRedis('cache', getRedis('cache', env())),
  ])
  const store = createStore(redis, cacheRedis)
  if (!REDIS_URL) log.info('No REDIS_URL: shared state is in memory, which suits one container')
  const client = createGatewayClient({
    ...gatewayConfig(env()),
    onCall(call) {
      const { endpoint, attempt, kind } = call
      const status = call.status ?? 'none'
      // Calls refused by our own breaker or slots would distort the gateway's metrics.
      if (kind !== 'open' && kind !== 'busy')
        metrics.gatewayCalls.observe({ endpoint, status, attempt }, call.ms / 1000)
      if (kind) metrics.gatewayFailures.inc({ endpoint, kind })
      log[call.kind ? 'warn' : 'debug'](call, 'gateway call')
    },
    onContractError: (error) =>
      log[error.lost === 'response' ? 'error' : 'warn'](error, 'gateway broke the contract'),
    onBreaker: (gateway, endpoint, isOpen) =>
      metrics.breakerOpen.set({ gateway, endpoint }, isOpen ? 1 : 0),
    onUnderWay: (gateway, change) => metrics.callsUnderWay.inc({ gateway }, change),
  })
  const limitTable = withSmsBudget(config.TEXTS_PER_MINUTE, config.TEXTS_PER_HOUR)
  // Starts each series at 0, so that alerts see the first refusal as a rise.
  for (const limit of Object.keys(limitTable)) metrics.limitsHit.inc({ limit }, 0)
  return {
    sealer,
    store,
    revokedSessions: createRevokedSessions({
      redis,
      writer,
      lifeMs: (cookieFacts('v1_jwt').seconds ?? 0) * 1000,
      onUnsaved: (count) => metrics.denialsUnsaved.set(count),
    }),
    limits: createLimits({
      table: limitTable,
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
    publicCache: createPublicCache(
      { ...store, isShared: () => cacheRedis?.isReady ?? false },
      { megabytes: config.CACHE_MEGABYTES, build: builtFrom },
    ),
    refresher: createRefresher({
      store,
      sealer,
      onOutcome: (outcome) => metrics.refreshes.inc({ outcome }),
    }),
    push: createPush({ ...config, sealer }),
    events: openEventQueue(),
  }
}

let services: ReturnType<typeof createServices> | undefined

/** Reads files and connects to shared services once, before the first request. */
export function openServices(): ReturnType<typeof createServices> {
  services ??= createServices()
  return services
}

/** Closes the services after running refreshes and events. */
export async function closeServices(): Promise<void> {
  if (!services) return
  const { refresher, client, captcha, store, revokedSessions, events } = await services
  await Promise.all([refresher.settle(), events?.close(), revokedSessions.close()])
  await client.close()
  await captcha.close()
  await store.close()
  await closeTracing?.()
}
