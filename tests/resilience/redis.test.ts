import { readFileSync } from 'node:fs'

import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { startSandbox } from '../../sandbox/server'
import { freePort } from '../../scripts/local-server'
import { startApp } from '../support/app-process'
import { untilEnd } from '../support/site'
import { sumSamples } from '../support/metrics'
import { emptyRedis, fillRedis, startRedis } from '../support/redis'
import { timed } from '../support/timed'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

/** The eviction policy in the Compose file. */
function getPolicy(service: 'redis' | 'redis-cache'): string {
  const { services } = parse(readFileSync('compose.yaml', 'utf8')) as {
    services: Record<string, { command: string[] }>
  }
  const { command = [] } = services[service] ?? {}
  return command[command.indexOf('--maxmemory-policy') + 1] ?? ''
}

const SITE = 'http://localhost:3997'
const REFRESH = 'POST /v1/auth/token/refresh'

let nextPhone = 79089000000

const server = untilEnd(await startSandbox({ port: 0 }))
const redis = untilEnd(await startRedis(`--maxmemory 4mb --maxmemory-policy ${getPolicy('redis')}`))
const metricsPort = await freePort()
const shared = { PUBLIC_ORIGIN: SITE, REDIS_URL: redis.url }
const apps = await Promise.all([
  startApp(server.url, { ...shared, METRICS_PORT: String(metricsPort) }),
  startApp(server.url, shared),
])

afterEach(async () => {
  redis.resume()
  server.sandbox.faults.clear()
  server.sandbox.state.settings.accessTokenLifeSeconds = 300
})

afterAll(() => Promise.all(apps.map((app) => app.stop())))

const refreshes = () => server.sandbox.calls.filter(({ endpoint }) => endpoint === REFRESH).length

async function shopper(): Promise<Visitor> {
  const visitor = createVisitor(apps[0].address, SITE)
  await signIn(visitor, server.sandbox, String((nextPhone += 1)))
  return visitor
}

/** A visitor with an expired access token. */
async function shopperWithExpiredToken(): Promise<Visitor> {
  server.sandbox.state.settings.accessTokenLifeSeconds = 0
  const visitor = await shopper()
  server.sandbox.state.settings.accessTokenLifeSeconds = 300
  return visitor
}

const sees = async (visitor: Visitor) => (await visitor.get('/qr')).status

describe('a full Redis', () => {
  test('keeps the result of a refresh: a late tab with the old cookie stays signed in', async () => {
    const visitor = await shopperWithExpiredToken()
    const late = visitor.copy(apps[1].address)
    const before = refreshes()
    expect(await sees(visitor)).toBe(200)
    await fillRedis(redis.url)
    expect(await sees(late)).toBe(200)
    expect(refreshes()).toBe(before + 1)
    await emptyRedis(redis.url)
  })

  test('ends no session: each container stores new values in its memory', async () => {
    const visitors = [await shopperWithExpiredToken(), await shopper()] as const
    await fillRedis(redis.url)
    const before = refreshes()
    const tabs = Array.from({ length: 20 }, () => visitors[0].copy())
    expect(new Set(await Promise.all(tabs.map(sees)))).toEqual(new Set([200]))
    expect(refreshes()).toBe(before + 1)
    expect(await sees(visitors[1])).toBe(200)

    const copy = visitors[1].copy()
    await visitors[1].post('/logout')
    expect(await sees(copy.copy())).toBe(302)
    expect(
      await sumSamples(
        metricsPort,
        /^april_redis_refused_writes_total\{role="state",code="OOM"\} /,
      ),
    ).toBeGreaterThan(0)
    expect(apps[0].log()).toContain('Redis refuses to write')

    await emptyRedis(redis.url)
    const elsewhere = () => sees(copy.copy(apps[1].address))
    await expect.poll(elsewhere).toBe(302)
  })
})

describe('a Redis that hangs', () => {
  test('delays each step of signing in by less than 5 s, and health checks by less than 1.5 s', async () => {
    const visitor = createVisitor(apps[0].address, SITE)
    const phone = String((nextPhone += 1))
    redis.pause()
    const { value: response, ms } = await timed(visitor.post('/login', { phone }))
    expect(response.headers.get('Location')).toBe('/login/code')
    expect(ms).toBeLessThan(4500)
    for (let visit = 0; visit < 5; visit += 1) {
      const health = await timed(fetch(`${apps[0].address}/healthz`))
      expect([health.value.status, health.ms < 1500]).toEqual([200, true])
      const page = await timed(createVisitor(apps[0].address, SITE).get('/login'))
      expect([page.value.status, page.ms < 4500]).toEqual([200, true])
    }
    const code = server.sandbox.inbox.lastCode(phone) ?? ''
    const signedIn = await timed(visitor.post('/login/code', { code }))
    expect(signedIn.value.headers.get('Location')).toMatch(/^\/(today|onboarding)/)
    expect(signedIn.ms).toBeLessThan(5000)
  })
})

describe('a Redis that evicts', () => {
  test('is reported at the start', async () => {
    const evicting = await startRedis('--maxmemory 4mb --maxmemory-policy volatile-ttl')
    const cache = await startRedis('--maxmemory 4mb --maxmemory-policy noeviction')
    const app = await startApp(server.url, {
      REDIS_URL: evicting.url,
      CACHE_REDIS_URL: cache.url,
    })
    await expect.poll(() => app.log()).toContain('Redis evicts by volatile-ttl')
    await expect.poll(() => app.log()).toContain('Redis evicts by noeviction')
    await app.stop()
    await Promise.all([evicting.stop(), cache.stop()])
  })

  test('for the cache stores the public data, which the state Redis does not store', async () => {
    const cache = await startRedis(`--maxmemory 4mb --maxmemory-policy ${getPolicy('redis-cache')}`)
    const app = await startApp(server.url, { REDIS_URL: redis.url, CACHE_REDIS_URL: cache.url })
    const visitor = createVisitor(app.origin)
    await signIn(visitor, server.sandbox, String((nextPhone += 1)))
    expect((await visitor.get('/stores')).status).toBe(200)
    await expect.poll(() => cache.keys()).not.toEqual([])
    expect((await redis.keys()).filter((key) => key.startsWith('april:public:'))).toEqual([])
    await cache.stop()
    expect((await visitor.get('/stores')).status).toBe(200)
    await app.stop()
  })
})
