import { LRUCache } from 'lru-cache'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type IRateLimiterOptions,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'

import { PREFIX, sharedOrAlone, type Redis } from './redis-store.server'

/** A count that is given up too soon is a point too many: Redis gets longer than for other things. */
const SLOWEST_COUNT_MS = 1000
/** Of each limit, where this process counts by itself: 3 MB at most, measured. */
export const MOST_KEYS_ALONE = 5000

type Ask<T> = (limiter: RateLimiterAbstract, hash: string) => Promise<T>
/** How long the counts of one visit may still wait for Redis together, in ms. */
export interface Patience {
  leftMs: number
}
/** One limit's counts of all keys, in Redis, and in memory while there is none or it is away or slow. */
export type Counter = <T>(patience: Patience, hash: string, ask: Ask<T>) => Promise<T>

/** @param redis null: this process counts by itself */
export function createCounter(
  { keyPrefix, ...given }: IRateLimiterOptions & { keyPrefix: string },
  redis: Redis | null,
): Counter {
  const options = { ...given, keyPrefix: `${PREFIX}limit:${keyPrefix}` }
  const alone = createAlone(options)
  if (!redis) return (_, hash, ask) => ask(alone(hash), hash)
  const shared = new RateLimiterRedis({ ...options, storeClient: redis, useRedisPackage: true })
  return async (patience, hash, ask) => {
    const started = performance.now()
    try {
      return await sharedOrAlone(
        redis,
        'count',
        () => ask(shared, hash),
        () => ask(alone(hash), hash),
        Math.min(SLOWEST_COUNT_MS, patience.leftMs),
      )
    } finally {
      patience.leftMs -= performance.now() - started
    }
  }
}

/**
 * A limiter in memory that forgets the keys that were asked about longest ago rather than grow:
 * who comes often enough to be over a limit is never among them.
 */
function createAlone(options: IRateLimiterOptions): (hash: string) => RateLimiterMemory {
  const open = () => {
    const limiter = new RateLimiterMemory(options)
    const dispose = (_: true, hash: string) => void limiter.delete(hash)
    return { limiter, recent: new LRUCache<string, true>({ max: MOST_KEYS_ALONE, dispose }) }
  }
  // Most limits are never counted here: their room is made for the first key.
  let opened: ReturnType<typeof open> | undefined
  return (hash) => {
    const { limiter, recent } = (opened ??= open())
    if (!recent.get(hash)) recent.set(hash, true)
    return limiter
  }
}
