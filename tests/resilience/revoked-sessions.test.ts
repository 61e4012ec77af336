import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, describe, expect, test } from 'vitest'

import {
  createRevokedSessions,
  type RevokedSessions,
} from '../../app/session/revoked-sessions.server'
import { redisSettings } from '../../app/platform/redis-address.server'
import { connectRedis, type Redis } from '../../app/shared-state/redis-client.server'
import { createStore } from '../../app/shared-state/redis-store.server'
import type { SharedStore } from '../../app/shared-state/shared-store.server'
import { command, emptyRedis, fillRedis, startRedis } from '../support/redis'
import { untilEnd } from '../support/site'

const LIFE_MS = 3_600_000
const SMALL = '--maxmemory 4mb --maxmemory-policy noeviction'

interface Container {
  redis: Redis
  revokedSessions: RevokedSessions
}

const server = untilEnd(await startRedis(SMALL))
const containers: Container[] = []

async function container(): Promise<Container> {
  const redis = await connectRedis(redisSettings(server.url))
  const made = { redis, revokedSessions: createRevokedSessions({ redis, lifeMs: LIFE_MS }) }
  containers.push(made)
  return made
}

const newSession = (userId: string = randomUUID(), beganAt = Date.now()) => ({
  sessionId: randomUUID(),
  userId,
  beganAt,
})

afterAll(async () => {
  for (const { redis, revokedSessions } of containers) {
    await revokedSessions.close()
    redis.destroy()
  }
})

describe('a sign-out', () => {
  test('of every session ends the sessions that had begun, and no later one', async () => {
    const [one, other] = [await container(), await container()]
    const userId = randomUUID()
    const sessions = [newSession(userId, 0), newSession(userId), newSession(userId)] as const
    await one.revokedSessions.revoke(sessions[1], true)
    for (const session of sessions) {
      expect(await one.revokedSessions.isRevoked(session)).toBe(true)
      expect(await other.revokedSessions.isRevoked(session)).toBe(true)
    }
    for (const key of await one.redis.client.keys('april:deny:*'))
      expect(await one.redis.client.pttl(key)).toBeGreaterThan(LIFE_MS - 60_000)
    const later = newSession(userId, Date.now() + 1000)
    for (const { revokedSessions } of [one, other]) {
      expect(await revokedSessions.isRevoked(later)).toBe(false)
      expect(await revokedSessions.isRevoked(newSession())).toBe(false)
    }
  })

  test('while Redis is down is written when it returns', async () => {
    const [one, other] = [await container(), await container()]
    const session = newSession()
    await server.stop()
    await one.revokedSessions.revoke(session)
    expect(await one.revokedSessions.isRevoked(session)).toBe(true)
    await server.restart()
    await expect.poll(() => other.revokedSessions.isRevoked(session)).toBe(true)
  })

  test('while Redis hangs is written when it responds', async () => {
    const [one, other] = [await container(), await container()]
    const session = newSession()
    server.pause()
    const started = performance.now()
    await one.revokedSessions.revoke(session)
    expect(performance.now() - started).toBeLessThan(5000)
    server.resume()
    await expect.poll(() => other.revokedSessions.isRevoked(session)).toBe(true)
  })

  test('is written again to a Redis that comes back without its data', async () => {
    const [one, other] = [await container(), await container()]
    const session = newSession()
    await one.revokedSessions.revoke(session)
    await server.stop()
    await server.restart()
    await expect.poll(() => other.revokedSessions.isRevoked(session)).toBe(true)
  })

  test('of every session is not replaced by an earlier one that is written again', async () => {
    const [one, other, third] = [await container(), await container(), await container()]
    const userId = randomUUID()
    await one.revokedSessions.revoke(newSession(userId), true)
    const between = newSession(userId, Date.now() + 50)
    await sleep(100)
    await other.revokedSessions.revoke(newSession(userId), true)
    const isBack = once(one.redis, 'ready')
    await command(server.url, 'CLIENT', 'KILL', 'TYPE', 'normal')
    await isBack
    // Sent after the earlier ones, which it must not undo.
    const last = newSession()
    await one.revokedSessions.revoke(last)
    await expect.poll(() => third.revokedSessions.isRevoked(last)).toBe(true)
    expect(await third.revokedSessions.isRevoked(between)).toBe(true)
  })

  test('with a full Redis applies in its container at once, and in all others after Redis has room', async () => {
    const [one, other] = [await container(), await container()]
    const session = newSession()
    await fillRedis(server.url)
    await one.revokedSessions.revoke(session)
    expect(await one.revokedSessions.isRevoked(session)).toBe(true)
    expect(await other.revokedSessions.isRevoked(session)).toBe(false)
    await emptyRedis(server.url)
    await expect.poll(() => other.revokedSessions.isRevoked(session)).toBe(true)
  })
})

describe('a full Redis', () => {
  test('keeps its locks and results, and containers store new ones in memory', async () => {
    const [one, two] = [await container(), await container()].map(({ redis }) =>
      createStore(redis, null),
    ) as [SharedStore, SharedStore]
    await emptyRedis(server.url)
    await one.claim('lock:before', 'owner', 60_000)
    await one.set('next:before', 'sealed', 60_000)
    await fillRedis(server.url)
    expect(await two.claim('lock:before', 'somebody else', 60_000)).toBe(false)
    expect(await two.get('next:before')).toBe('sealed')

    expect(await one.claim('lock:after', 'owner', 60_000)).toBe(true)
    expect(await one.claim('lock:after', 'a second', 60_000)).toBe(false)
    await one.set('next:after', 'sealed', 60_000)
    expect(await one.get('next:after')).toBe('sealed')
    await one.release('lock:after', 'owner')
    expect(await one.claim('lock:after', 'a third', 60_000)).toBe(true)
    await emptyRedis(server.url)
  })

  test('does not return an older value than the one that a container stores in memory', async () => {
    const { redis } = await container()
    const store = createStore(redis, null)
    await store.claim('form:x', 'under way', 60_000)
    await fillRedis(server.url)
    await store.set('form:x', 'done', 60_000)
    expect(await store.get('form:x')).toBe('done')
    await emptyRedis(server.url)
    expect(await store.claim('form:x', 'under way', 60_000)).toBe(false)
  })
})
