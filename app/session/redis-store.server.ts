import { createClient } from 'redis'

import { createMemoryStore, type SharedStore } from './shared-store.server'

const PREFIX = 'april:'
const SLOWEST_COMMAND_MS = 250
/** A Redis that hangs is not waited for by every command of every page. */
const LEFT_ALONE_MS = 2000

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`
const INCREMENT = `local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return count`

/**
 * The store of several containers, in Redis. While Redis is away or slow every call is answered
 * by this process's memory instead: shoppers notice nothing, and what containers share is
 * then shared within each only. `onDegraded` hears of it once per change.
 */
export async function createRedisStore(
  url: string,
  onDegraded: (degraded: boolean) => void,
): Promise<SharedStore> {
  const memory = createMemoryStore()
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

  let leftAloneUntil = 0
  async function either<T>(shared: () => Promise<T>, alone: () => Promise<T>): Promise<T> {
    if (!client.isReady || performance.now() < leftAloneUntil) return alone()
    let timer: NodeJS.Timeout | undefined
    const tooSlow = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        leftAloneUntil = performance.now() + LEFT_ALONE_MS
        reject(new Error('Redis is slow'))
      }, SLOWEST_COMMAND_MS)
    })
    try {
      return await Promise.race([shared(), tooSlow])
    } catch {
      return alone()
    } finally {
      clearTimeout(timer)
    }
  }

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
    increment: (key, lifeMs) =>
      either(
        async () =>
          Number(
            await client.eval(INCREMENT, { keys: [PREFIX + key], arguments: [String(lifeMs)] }),
          ),
        () => memory.increment(key, lifeMs),
      ),
    isShared: () => client.isReady,
    close: async () => {
      await memory.close()
      if (client.isOpen) client.destroy()
    },
  }
}
