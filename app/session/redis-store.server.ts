import { createClient } from 'redis'

import { createMemoryStore, type SharedStore } from './shared-store.server'

export const PREFIX = 'april:'
const SLOWEST_COMMAND_MS = 250
/** A Redis that hangs is not waited for by every command of every page. */
const LEFT_ALONE_MS = 2000

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

export type Redis = Awaited<ReturnType<typeof connectRedis>>

/**
 * Connects to Redis, or goes on trying behind the requests' back. `onDegraded` hears once per
 * change that it is away or back.
 */
export async function connectRedis(url: string, onDegraded: (degraded: boolean) => void) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 1000,
      reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2000),
    },
  })
  let degraded = false
  const report = (now: boolean) => {
    if (now !== degraded) onDegraded(now)
    degraded = now
  }
  client.on('error', () => report(true))
  client.on('ready', () => report(false))
  const connected = client.connect().catch(() => undefined)
  await Promise.race([connected, new Promise((resolve) => setTimeout(resolve, 1000))])
  return client
}

const slow = new Error('Redis is slow')
const leftAloneUntil = new WeakMap<Redis, number>()

/**
 * Asks Redis, and while it is away or slow, this process alone. A reply that has arrived while the
 * process itself was busy is not slow: it is looked for before the deadline is called.
 */
export async function sharedOrAlone<T>(
  redis: Redis,
  shared: () => Promise<T>,
  alone: () => Promise<T>,
  slowestMs = SLOWEST_COMMAND_MS,
): Promise<T> {
  // Who would rather wait longer, such as a count, asks each time.
  const isPatient = slowestMs > SLOWEST_COMMAND_MS
  const isLeftAlone = !isPatient && performance.now() < (leftAloneUntil.get(redis) ?? 0)
  if (!redis.isReady || isLeftAlone) return alone()
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    const giveUp = () => setImmediate(() => reject(slow))
    timer = setTimeout(() => setImmediate(giveUp), slowestMs)
  })
  try {
    return await Promise.race([shared(), tooSlow])
  } catch (error) {
    if (error === slow) leftAloneUntil.set(redis, performance.now() + LEFT_ALONE_MS)
    return await alone()
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The store of several containers, in Redis. While Redis is away or slow every call is answered
 * by this process's memory instead: shoppers notice nothing, and what containers share is
 * then shared within each only.
 */
export function createRedisStore(client: Redis): SharedStore {
  const memory = createMemoryStore()
  const either = <T>(shared: () => Promise<T>, alone: () => Promise<T>) =>
    sharedOrAlone(client, shared, alone)
  return {
    get: (key) =>
      either(
        // What was said while Redis was away, such as a sign-out, holds when it is back.
        async () => (await client.get(PREFIX + key)) ?? memory.get(key),
        () => memory.get(key),
      ),
    set: (key, value, lifeMs) =>
      either(
        async () => void (await client.set(PREFIX + key, value, { PX: lifeMs })),
        () => memory.set(key, value, lifeMs),
      ),
    claim: (key, value, lifeMs) =>
      either(
        async () => (await client.set(PREFIX + key, value, { PX: lifeMs, NX: true })) === 'OK',
        () => memory.claim(key, value, lifeMs),
      ),
    release: (key, value) =>
      either(
        async () => void (await client.eval(RELEASE, { keys: [PREFIX + key], arguments: [value] })),
        () => memory.release(key, value),
      ),
    isShared: () => client.isReady,
    close: async () => {
      await memory.close()
      if (client.isOpen) client.destroy()
    },
  }
}
