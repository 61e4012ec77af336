import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { log } from '../../app/platform/log.server'
import { metrics } from '../../app/platform/metrics.server'
import { createRevokedSessions } from '../../app/session/revoked-sessions.server'
import { openRedis } from '../../app/shared-state/open-redis.server'
import { redisSettings, type RedisRole } from '../../app/platform/redis-address.server'
import type { Redis } from '../../app/shared-state/redis-client.server'
import { createStore } from '../../app/shared-state/redis-store.server'
import { command, startRedis } from '../support/redis'
import { untilEnd } from '../support/site'

const containers: Redis[] = []

async function container(url = server.url, role: RedisRole = 'state'): Promise<Redis> {
  const redis = (await openRedis(role, redisSettings(url)))!
  containers.push(redis)
  return redis
}

/** Delays every response. */
async function halt(ms: number): Promise<void> {
  await command(server.url, 'CLIENT', 'PAUSE', String(ms))
}

async function getValue(
  metric: 'redisUp' | 'redisSlow' | 'redisLeftAlone' | 'redisMemory',
  role: RedisRole = 'state',
): Promise<number> {
  const { values } = await metrics[metric].get()
  return values.find(({ labels }) => labels.role === role)?.value ?? NaN
}

const server = untilEnd(await startRedis())

beforeEach(() => {
  for (const redis of containers.splice(0)) redis.destroy()
})
afterAll(async () => {
  for (const redis of containers) redis.destroy()
})

test('keys that may be evicted are in the Redis of the cache, and others in that of the state', async () => {
  const cache = await startRedis()
  onTestFinished(() => cache.stop())
  const store = createStore(await container(), await container(cache.url, 'cache'))
  const id = randomUUID()
  const forgettable = ['event-batch', 'crossing', 'experiments', 'later', 'public'] as const
  const others = ['lock', 'next', 'form', 'captcha', 'review', 'virtual-card'] as const
  for (const kind of [...forgettable, ...others]) await store.set(`${kind}:${id}`, 'x', 60_000)
  const getKinds = async ({ keys }: typeof cache) =>
    (await keys()).filter((key) => key.endsWith(id)).map((key) => key.split(':')[1])
  expect((await getKinds(cache)).sort()).toEqual([...forgettable].sort())
  expect((await getKinds(server)).sort()).toEqual([...others].sort())
})

describe('one slow response of Redis', () => {
  test('is counted, and the next command is sent at once', async () => {
    const store = createStore(await container(), null)
    const slow = await getValue('redisSlow')
    await halt(600)
    expect(await store.get('review:key')).toBeNull()
    expect(await getValue('redisSlow')).toBeGreaterThan(slow)
    await sleep(450)
    await store.set('review:key', 'shared', 10_000)
    expect(await createStore(await container(), null).get('review:key')).toBe('shared')
  })

  test('lets no signed-out session in', async () => {
    const [one, other] = [await container(), await container()]
    const [revokedSessions, others] = [one, other].map((redis) =>
      createRevokedSessions({ redis, lifeMs: 60_000 }),
    )
    const session = { sessionId: randomUUID(), userId: randomUUID(), beganAt: Date.now() }
    await halt(600)
    // A page of another shopper reads from Redis while its responses are late.
    await createStore(other, null).get('review:look')
    await sleep(400)
    await revokedSessions!.revoke(session)
    expect(await others!.isRevoked(session)).toBe(true)
    await halt(600)
    expect(await others!.isRevoked(session)).toBe(true)
  })

  test('executes no form twice in two containers', async () => {
    const stores = [await container(), await container()].map((redis) => createStore(redis, null))
    await halt(600)
    const claims = await Promise.all(
      stores.map((store) => store.claim('form:coupon:1', 'under way', 10_000)),
    )
    expect(claims.sort()).toEqual([false, true])
  })
})

describe('a Redis that never responds', () => {
  test('is skipped after less than a second, visible in metrics, until it responds', async () => {
    const redis = await container()
    const store = createStore(redis, null)
    const ask = async () => {
      const started = performance.now()
      await store.get(`review:${randomUUID()}`)
      return performance.now() - started
    }
    server.pause()
    const first = [await ask(), await ask(), await ask(), await ask()]
    expect(Math.max(...first)).toBeLessThan(400)
    expect(await ask()).toBeLessThan(20)
    expect([await getValue('redisLeftAlone'), await getValue('redisUp')]).toEqual([1, 0])
    server.resume()
    await expect.poll(() => getValue('redisLeftAlone')).toBe(0)
    expect(await getValue('redisUp')).toBe(1)
    await store.set('review:after', 'shared', 10_000)
    expect(await createStore(await container(), null).get('review:after')).toBe('shared')
  })

  test('gives a form that was claimed meanwhile to no second tap afterwards', async () => {
    const store = createStore(await container(), null)
    const claim = () => store.claim('form:coupon:2', 'under way', 10_000)
    server.pause()
    while ((await getValue('redisLeftAlone')) === 0) await store.get('review:key')
    // A form waits a second for Redis; later it does not ask.
    await sleep(1000)
    const first = await claim()
    server.resume()
    await expect.poll(() => getValue('redisLeftAlone')).toBe(0)
    expect([first, await claim()]).toEqual([true, false])
  })

  test('is still awaited by commands with a time budget of two seconds', async () => {
    const redis = await container()
    server.pause()
    await redis.run(
      'get',
      () => redis.client.get('x'),
      async () => null,
      250,
    )
    await sleep(600)
    const waiting = redis.run(
      'get',
      () => redis.client.del('x'),
      async () => null,
      2000,
    )
    server.resume()
    expect(await waiting).toBe(0)
  })
})

describe('a Redis that refuses commands', () => {
  const cases: [
    name: string,
    settings: () => string,
    code: string,
    url?: (port: number) => string,
  ][] = [
    ['because its cluster has no slots', () => '--cluster-enabled yes', 'CLUSTERDOWN'],
    [
      'because it is a replica',
      () => `--replicaof 127.0.0.1 ${new URL(server.url).port}`,
      'READONLY',
    ],
    ['because it requires a password', () => '--requirepass secret', 'NOAUTH'],
    [
      'because of a read-only user',
      () => '--user default on nopass ~* &* +@read +@connection +info',
      'NOPERM',
    ],
    ['because it is full', () => '--maxmemory 1kb --maxmemory-policy noeviction', 'OOM'],
  ]

  test.each(cases)(
    '%s is counted by its error code, and the container stores values in its memory',
    async (_, settings, code) => {
      const refusing = await startRedis(settings())
      try {
        const redis = await container(refusing.url)
        const counted = async () => {
          const { values } = await metrics.redisRefused.get()
          return values.find(({ labels }) => labels.code === code)?.value ?? 0
        }
        await expect.poll(counted).toBeGreaterThan(0)
        // A full Redis still returns stored values.
        await expect.poll(() => getValue('redisUp')).toBe(code === 'OOM' ? 1 : 0)
        const store = createStore(redis, null)
        await store.set('review:key', 'own', 10_000)
        expect(await store.get('review:key')).toBe('own')
      } finally {
        await refusing.stop()
      }
    },
  )

  test.each<[string, RedisRole, string, answer: string]>([
    ['by its user', 'state', '--user default on nopass ~* &* +@all -@dangerous -@admin', 'NOPERM'],
    ['under that name', 'cache', '--rename-command INFO hidden', "ERR unknown command 'info'"],
  ])(
    'but only INFO, %s, is used by the %s, and the log says once what is not watched',
    async (_, role, settings, answer) => {
      const [warn, print] = [vi.spyOn(log, 'warn'), vi.spyOn(console, 'warn')]
      const said = () => warn.mock.calls.map(String).filter((line) => line.includes('INFO'))
      await container(server.url, role)
      await expect.poll(() => getValue('redisMemory', role)).toBeGreaterThan(0)
      const refusing = await startRedis(settings)
      onTestFinished(() => refusing.stop())
      const redis = await container(refusing.url, role)
      await expect.poll(() => getValue('redisMemory', role)).toBeNaN()
      await createStore(redis, null).set('review:info', 'shared', 10_000)
      expect(await redis.client.get('april:review:info')).toBe('shared')
      const unsaved = vi.fn()
      const session = { sessionId: randomUUID(), userId: randomUUID(), beganAt: Date.now() }
      await createRevokedSessions({ redis, lifeMs: 60_000, onUnsaved: unsaved }).revoke(session)
      expect(unsaved).toHaveBeenLastCalledWith(0)
      redis.renew()
      await expect.poll(() => redis.isReady).toBe(false)
      await expect.poll(() => redis.isReady).toBe(true)
      await expect.poll(() => getValue('redisUp', role)).toBe(1)
      expect(said()).toEqual([
        `[object Object],Redis says ${answer} to INFO: its memory, policy and evictions are not watched, and no replica is awaited`,
      ])
      expect(print).not.toHaveBeenCalled()
    },
  )

  test('under another name is named with its answer, and reported as down', async () => {
    const error = vi.spyOn(log, 'error')
    const refusing = await startRedis('--rename-command PTTL hidden')
    onTestFinished(() => refusing.stop())
    await container(refusing.url)
    await expect.poll(() => getValue('redisUp')).toBe(0)
    expect(String(error.mock.calls)).toContain("says ERR unknown command 'pttl' to PTTL")
  })

  test('for the keys of missing cluster slots is reported as down', async () => {
    const refusing = await startRedis('--cluster-enabled yes')
    try {
      await command(refusing.url, 'CLUSTER', 'ADDSLOTSRANGE', '0', '8191')
      await command(refusing.url, 'CONFIG', 'SET', 'cluster-require-full-coverage', 'no')
      await container(refusing.url)
      await expect.poll(() => getValue('redisUp')).toBe(0)
    } finally {
      await refusing.stop()
    }
  })
})
