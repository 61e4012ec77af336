import {
  RateLimiterMemory,
  RateLimiterRedis,
  type IRateLimiterOptions,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'

import { PREFIX, sharedOrAlone, type Redis } from './redis-store.server'

/** A count that is given up too soon is a point too many: Redis gets longer than for other things. */
const SLOWEST_COUNT_MS = 1000
/** Of each limit, where this process counts by itself: `MEGABYTES_OF_A_LIMIT` of memory at most. */
export const MOST_KEYS_ALONE = 5000

type Ask<T> = (limiter: RateLimiterAbstract, hash: string) => Promise<T>
/** How long the counts of one visit may still wait for Redis together, in ms. */
export interface RedisTimeBudget {
  leftMs: number
}
/** One limit's counts of all keys, in Redis, and in memory while there is none or it is away or slow. */
export type Counter = <T>(patience: RedisTimeBudget, hash: string, ask: Ask<T>) => Promise<T>

/**
 * @param redis null: this process counts by itself
 * @param pointsAlone the limit in memory while Redis is away or silent: other containers give as many
 */
export function createCounter(
  { keyPrefix, ...given }: IRateLimiterOptions & { keyPrefix: string },
  redis: Redis | null,
  pointsAlone = given.points,
): Counter {
  const options = { ...given, keyPrefix: `${PREFIX}limit:${keyPrefix}` }
  const alone = createAlone(redis ? { ...options, points: pointsAlone } : options)
  if (!redis) return (_, hash, ask) => alone(hash, ask)
  const shared = new RateLimiterRedis({ ...options, storeClient: redis, useRedisPackage: true })
  return async (patience, hash, ask) => {
    const started = performance.now()
    try {
      return await sharedOrAlone(
        redis,
        'count',
        () => ask(shared, hash),
        () => alone(hash, ask),
        Math.min(SLOWEST_COUNT_MS, patience.leftMs),
      )
    } finally {
      patience.leftMs -= performance.now() - started
    }
  }
}

/** The keys that have a place in memory, and when each count ends, in Unix milliseconds. */
type Places = Map<string, number>

/** A limiter in memory with its places; of each kind the one that was asked about longest ago first. */
interface LocalCounter {
  limiter: RateLimiterMemory
  /** Everything that was counted was given back. */
  idle: Places
  below: Places
  /** Nothing is left: what refuses, or will refuse next. */
  spent: Places
}

/**
 * A limiter in memory that forgets rather than grow: counts that have ended and those with nothing
 * in them, then those that were asked about longest ago, and the ones that are spent last of all, by
 * their ends. So a visitor cannot lift a pause by asking for others. A look takes no place.
 */
function createAlone(
  options: IRateLimiterOptions & { keyPrefix: string },
): <T>(hash: string, ask: Ask<T>) => Promise<T> {
  // Most limits are never counted here: theirs is made for the first key.
  let opened: LocalCounter | undefined
  return async (hash, ask) => {
    const alone = (opened ??= {
      limiter: new RateLimiterMemory(options),
      idle: new Map(),
      below: new Map(),
      spent: new Map(),
    })
    try {
      return await ask(alone.limiter, hash)
    } finally {
      await place(alone, hash)
    }
  }
}

async function place(alone: LocalCounter, hash: string): Promise<void> {
  const { limiter, idle, below, spent } = alone
  const count = await limiter.get(hash)
  for (const places of [idle, below, spent]) places.delete(hash)
  if (!count) return
  const { consumedPoints, msBeforeNext } = count
  const places = consumedPoints <= 0 ? idle : consumedPoints < limiter.points ? below : spent
  places.set(hash, Date.now() + msBeforeNext)
  if (idle.size + below.size + spent.size <= MOST_KEYS_ALONE) return
  const evicted = keyToEvict(alone, hash)
  for (const others of [idle, below, spent]) others.delete(evicted)
  await limiter.delete(evicted)
}

/** The key to evict for one that has just come. */
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
