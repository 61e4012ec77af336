import {
  RateLimiterMemory,
  RateLimiterRedis,
  type IRateLimiterOptions,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'

import type { Redis } from './redis-client.server'
import { PREFIX, withLocalFallback } from './redis-store.server'

/** Giving up on a count too early grants an extra point, so Redis gets more time here. */
const SLOWEST_COUNT_MS = 1000
/** Keys of each limit in local memory; at most `MEGABYTES_OF_A_LIMIT`. */
const MAX_LOCAL_KEYS = 5000

/** Timers hold no longer time; a process rarely lives so long. */
const MAX_TIMER_SECONDS = 2_147_483

type Ask<T> = (limiter: RateLimiterAbstract, hash: string) => Promise<T>
/** How long all counts of one request may still wait for Redis, in milliseconds. */
interface RedisTimeBudget {
  leftMs: number
}
/**
 * Counts the keys of one limit in Redis, or in local memory while Redis is absent, down or slow.
 */
export type Counter = <T>(timeBudget: RedisTimeBudget, hash: string, ask: Ask<T>) => Promise<T>

/**
 * Creates the counter of one limit.
 * @param redis null: this process counts locally
 * @param localPoints the local limit while Redis is down or silent: other containers grant as many
 */
export function createCounter(
  { keyPrefix, ...given }: IRateLimiterOptions & { keyPrefix: string },
  redis: Redis | null,
  localPoints = given.points,
): Counter {
  const options = { ...given, keyPrefix: `${PREFIX}limit:${keyPrefix}` }
  const local = createLocalCounter(redis ? { ...options, points: localPoints } : options)
  if (!redis) return (_, hash, ask) => local(hash, ask)
  const shared = new RateLimiterRedis({ ...options, storeClient: redis.client })
  return async (timeBudget, hash, ask) => {
    const started = performance.now()
    try {
      return await withLocalFallback(
        redis,
        'count',
        () => ask(shared, hash),
        () => local(hash, ask),
        Math.min(SLOWEST_COUNT_MS, timeBudget.leftMs),
      )
    } finally {
      timeBudget.leftMs -= performance.now() - started
    }
  }
}

/** Keys counted in memory with the end of their window, in Unix milliseconds. */
type Places = Map<string, number>

/** A limiter in memory with its keys in three groups, each ordered by the last use. */
interface LocalCounter {
  limiter: RateLimiterMemory
  /** Keys with all points returned. */
  idle: Places
  below: Places
  /** Keys without points left: blocked now, or at their next request. */
  spent: Places
}

/**
 * A limiter in memory of bounded size. It first evicts expired and unused keys, then the least
 * recently used, and blocked keys last. So a visitor cannot lift a block by using other keys.
 * Reading a key takes no memory.
 */
function createLocalCounter(
  options: IRateLimiterOptions & { keyPrefix: string },
): <T>(hash: string, ask: Ask<T>) => Promise<T> {
  // Most limits never count locally, so the limiter is created for the first key.
  let opened: LocalCounter | undefined
  return async (hash, ask) => {
    const local = (opened ??= {
      limiter: new RateLimiterMemory({
        ...options,
        duration: Math.min(Number(options.duration), MAX_TIMER_SECONDS),
      }),
      idle: new Map(),
      below: new Map(),
      spent: new Map(),
    })
    try {
      return await ask(local.limiter, hash)
    } finally {
      await place(local, hash)
    }
  }
}

async function place(local: LocalCounter, hash: string): Promise<void> {
  const { limiter, idle, below, spent } = local
  const count = await limiter.get(hash)
  for (const places of [idle, below, spent]) places.delete(hash)
  if (!count) return
  const { consumedPoints, msBeforeNext } = count
  const places = consumedPoints <= 0 ? idle : consumedPoints < limiter.points ? below : spent
  places.set(hash, Date.now() + msBeforeNext)
  if (idle.size + below.size + spent.size <= MAX_LOCAL_KEYS) return
  const evicted = keyToEvict(local, hash)
  for (const others of [idle, below, spent]) others.delete(evicted)
  await limiter.delete(evicted)
}

/** The key to evict for a new one. */
function keyToEvict({ idle, below, spent }: LocalCounter, newcomer: string): string {
  let soonest = newcomer
  let end = Infinity
  for (const [hash, until] of spent)
    if (until < end && hash !== newcomer) [soonest, end] = [hash, until]
  if (end <= Date.now()) return soonest
  for (const places of [idle, below])
    for (const hash of places.keys()) if (hash !== newcomer) return hash
  return soonest
}
