import {
  RateLimiterMemory,
  RateLimiterRedis,
  type IRateLimiterOptions,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'

import { deadlinesMs, PREFIX, type Redis } from '~/shared-state/redis-client.server'

/** Keys of each limit in local memory; at most `MEGABYTES_OF_A_LIMIT`. */
const MAX_LOCAL_KEYS = 5000
/** Timers hold no longer time; a process rarely lives so long. */
const MAX_TIMER_SECONDS = 2_147_483

/** Asks a limiter about the hash of a key. */
export type Ask<T> = (limiter: RateLimiterAbstract, hash: string) => Promise<T>
/** How long all counts of one request may still wait for Redis, in milliseconds. */
interface RedisTimeBudget {
  leftMs: number
}
/**
 * Counts the keys of one limit in Redis, or in local memory while Redis is absent, down or slow.
 */
export type Counter = <T>(timeBudget: RedisTimeBudget, hash: string, ask: Ask<T>) => Promise<T>

/**
 * Counts within the request's time, however many counts a hanging Redis delays. The library's
 * `insuranceLimiter` waits anew for each, and hides refusals from metrics.
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
      return await redis.run(
        'count',
        () => ask(shared, hash),
        () => local(hash, ask),
        Math.min(deadlinesMs.guard, timeBudget.leftMs),
      )
    } finally {
      timeBudget.leftMs -= performance.now() - started
    }
  }
}

/**
 * A visitor cannot lift a block by using other keys: keys that have reached the limit are evicted
 * last, after expired ones and the least recently used. Unused keys and reads take no memory.
 */
function createLocalCounter(
  options: IRateLimiterOptions,
): <T>(hash: string, ask: Ask<T>) => Promise<T> {
  const duration = Math.min(Number(options.duration), MAX_TIMER_SECONDS)
  const limiter = new RateLimiterMemory({ ...options, duration })
  /** Keys by their last use, the oldest first. */
  const [below, reached] = [new Set<string>(), new Set<string>()]

  async function evict(): Promise<void> {
    const [oldest = ''] = reached
    const isOver = reached.size > 0 && (await limiter.get(oldest)) === null
    // The only key below the limit may be the new one.
    const group = isOver || below.size < 2 ? reached : below
    const [evicted = ''] = group
    group.delete(evicted)
    await limiter.delete(evicted)
  }

  return async (hash, ask) => {
    try {
      return await ask(limiter, hash)
    } finally {
      const consumed = (await limiter.get(hash))?.consumedPoints ?? 0
      for (const group of [below, reached]) group.delete(hash)
      if (consumed > 0) (consumed < limiter.points ? below : reached).add(hash)
      else await limiter.delete(hash)
      if (below.size + reached.size > MAX_LOCAL_KEYS) await evict()
    }
  }
}
