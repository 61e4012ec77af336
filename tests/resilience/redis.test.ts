import { readFileSync } from 'node:fs'

import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { startSandbox } from '../../sandbox/server'
import { startApp } from '../support/app-process'
import { untilEnd } from '../support/site'
import { startRedis } from '../support/redis'
import { createVisitor, signIn } from '../support/visitor'

/** The eviction policy in the Compose file. */
function getPolicy(service: 'redis' | 'redis-cache'): string {
  const { services } = parse(readFileSync('compose.yaml', 'utf8')) as {
    services: Record<string, { command: string[] }>
  }
  const { command = [] } = services[service] ?? {}
  return command[command.indexOf('--maxmemory-policy') + 1] ?? ''
}

const SITE = 'http://localhost:3997'

let nextPhone = 79089000000

const server = untilEnd(await startSandbox({ port: 0 }))
const redis = untilEnd(
  await startRedis(undefined, `--maxmemory 4mb --maxmemory-policy ${getPolicy('redis')}`),
)
const app = await startApp(server.url, { PUBLIC_ORIGIN: SITE, REDIS_URL: redis.url })

afterEach(() => redis.resume())
afterAll(() => app.stop())

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now()
  const result = await work()
  return [result, performance.now() - started]
}

describe('a Redis that hangs', () => {
  test('delays each step of signing in by less than 5 s, and health checks by less than 1.5 s', async () => {
    const visitor = createVisitor(app.address, SITE)
    const phone = String((nextPhone += 1))
    redis.pause()
    const [response, ms] = await timed(() => visitor.post('/login', { phone }))
    expect(response.headers.get('Location')).toBe('/login/code')
    expect(ms).toBeLessThan(4500)
    for (let visit = 0; visit < 5; visit += 1) {
      const [health, healthMs] = await timed(() => fetch(`${app.address}/healthz`))
      expect([health.status, healthMs < 1500]).toEqual([200, true])
      const [page, pageMs] = await timed(() => createVisitor(app.address, SITE).get('/login'))
      expect([page.status, pageMs < 4500]).toEqual([200, true])
    }
    const code = server.sandbox.inbox.lastCode(phone) ?? ''
    const [signedIn, checkMs] = await timed(() => visitor.post('/login/code', { code }))
    expect(signedIn.headers.get('Location')).toMatch(/^\/(today|onboarding)/)
    expect(checkMs).toBeLessThan(5000)
  })
})

describe('a Redis that evicts', () => {
  test('is reported at the start', async () => {
    const evicting = await startRedis(undefined, '--maxmemory 4mb --maxmemory-policy volatile-ttl')
    const cache = await startRedis(undefined, '--maxmemory 4mb --maxmemory-policy noeviction')
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
    const cache = await startRedis(
      undefined,
      `--maxmemory 4mb --maxmemory-policy ${getPolicy('redis-cache')}`,
    )
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
