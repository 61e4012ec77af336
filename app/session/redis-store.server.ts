import type { SpanOptions } from '~/platform/span.server'
import { inSpan } from '~/platform/tracing.server'

import { createMemoryStore, kindOf, type SharedStore } from './shared-store.server'

export const PREFIX = 'april:'
const SLOWEST_COMMAND_MS = 250
/**
 * Two containers that refresh with one token cost its shopper the session: a Redis that halts for a
 * moment is waited for by whoever asks for a refresh's lock or result.
 */
const SLOWEST_OF_KIND: Record<string, number> = { lock: 2000, next: 2000 }
/** A Redis that hangs is not waited for by every command of every page. */
const LEFT_ALONE_MS = 2000

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

export type Redis = Awaited<ReturnType<typeof connectRedis>>

/** What is known of one Redis besides what its client knows. */
interface Standing {
  /** It answered nothing for so long; who waits no longer than that leaves it alone until then. */
  waitedMs: number
  until: number
  onRefused: () => void
}
const standings = new WeakMap<Redis, Standing>()

/**
 * Connects to Redis, or keeps trying in the background.
 * @param onDegraded hears once per change that it is away or back
 * @param onRefused hears of each write that it refused, as a full one does
 */
export async function connectRedis(
  url: string,
  onDegraded: (degraded: boolean) => void,
  onRefused: () => void = () => undefined,
) {
  // Not loaded where there is no Redis.
  const { createClient } = await import('./redis-library.server')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 1000,
      reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2000),
    },
  })
  standings.set(client, { waitedMs: 0, until: 0, onRefused })
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
/** Full, on a disk that is, or a replica: what it knows it still tells. */
const isRefusal = (error: unknown) =>
  error instanceof Error && /\b(OOM|MISCONF|READONLY)\b/.test(error.message)

/**
 * Asks Redis, and while it is away or slow or refuses to write, this process alone. A reply that
 * has arrived while the process itself was busy is not slow: it is looked for before the deadline
 * is called. Who has waited in vain spares the same to all who would not wait longer.
 * @param operation names what is asked, in traces
 */
export async function sharedOrAlone<T>(
  redis: Redis,
  operation: string,
  shared: () => Promise<T>,
  alone: () => Promise<T>,
  slowestMs = SLOWEST_COMMAND_MS,
): Promise<T> {
  const standing = standings.get(redis)
  const isLeftAlone =
    standing && slowestMs <= standing.waitedMs && performance.now() < standing.until
  if (!redis.isReady || isLeftAlone || slowestMs <= 0) return alone()
  return inSpan(`redis ${operation}`, redisSpan(operation), async ({ fail }) => {
    let timer: NodeJS.Timeout | undefined
    const tooSlow = new Promise<never>((_, reject) => {
      const giveUp = () => setImmediate(() => reject(slow))
      timer = setTimeout(() => setImmediate(giveUp), slowestMs)
    })
    try {
      return await Promise.race([shared(), tooSlow])
    } catch (error) {
      if (error === slow && standing) leaveAlone(standing, slowestMs)
      if (isRefusal(error)) standing?.onRefused()
      fail(error === slow ? 'slow' : isRefusal(error) ? 'refused' : 'failed')
      return await alone()
    } finally {
      clearTimeout(timer)
    }
  })
}

const redisSpan = (operation: string): SpanOptions => ({
  kind: 'client',
  facts: { 'db.system.name': 'redis', 'db.operation.name': operation },
})

function leaveAlone(standing: Standing, waitedMs: number): void {
  const now = performance.now()
  if (waitedMs < standing.waitedMs && now < standing.until) return
  standing.waitedMs = waitedMs
  standing.until = now + LEFT_ALONE_MS
}

/**
 * The store of several containers, in Redis. While Redis is away, slow or full, every call is
 * answered by this process's memory instead: shoppers notice nothing, and what containers share is
 * then shared within each only.
 */
export function createRedisStore(client: Redis): SharedStore {
  const memory = createMemoryStore()
  const either = <T>(
    operation: string,
    key: string,
    shared: () => Promise<T>,
    alone: () => Promise<T>,
  ) => sharedOrAlone(client, operation, shared, alone, SLOWEST_OF_KIND[kindOf(key)])
  return {
    async get(key) {
      // What this container had to keep itself is newer than what Redis has.
      const own = await memory.get(key)
      return (
        own ??
        either(
          'get',
          key,
          () => client.get(PREFIX + key),
          async () => null,
        )
      )
    },
    set: (key, value, lifeMs) =>
      either(
        'set',
        key,
        async () => {
          await client.set(PREFIX + key, value, { PX: lifeMs })
          memory.delete(key)
        },
        () => memory.set(key, value, lifeMs),
      ),
    claim: (key, value, lifeMs) =>
      either(
        'claim',
        key,
        async () => (await memory.get(key)) === null && claimShared(client, key, value, lifeMs),
        () => memory.claim(key, value, lifeMs),
      ),
    async release(key, value) {
      await memory.release(key, value)
      await either(
        'release',
        key,
        async () => void (await client.eval(RELEASE, { keys: [PREFIX + key], arguments: [value] })),
        async () => undefined,
      )
    },
    isShared: () => client.isReady,
    close: async () => {
      await memory.close()
      if (client.isOpen) client.destroy()
    },
  }
}

/** A full Redis refuses every claim before it looks at the key: whether that is free is asked then. */
async function claimShared(client: Redis, key: string, value: string, lifeMs: number) {
  try {
    return (await client.set(PREFIX + key, value, { PX: lifeMs, NX: true })) === 'OK'
  } catch (error) {
    if (isRefusal(error) && (await client.get(PREFIX + key)) !== null) return false
    throw error
  }
}
