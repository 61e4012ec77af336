import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'

import { policyFault, redisMemoryOf, type RedisRole } from './redis-memory.server'
import { connectRedis, type Redis } from './redis-store.server'

const REFUSED_AGAIN_MS = 60_000
const MEMORY_EVERY_MS = 15_000

const words: Record<RedisRole, { away: string; back: string; full: string }> = {
  state: {
    away: 'Redis is away, this container works alone',
    back: 'Redis is in use',
    full: 'Redis refuses to write, is it full? This container keeps what is new by itself',
  },
  cache: {
    away: 'the Redis for public data is away, this container keeps them by itself',
    back: 'the Redis for public data is in use',
    full: 'the Redis for public data refuses to write',
  },
}

/**
 * Connects to the Redis of a role; log and metrics tell when it is away, refuses to write or would
 * evict what it must not.
 * @returns null without an address
 */
export async function openRedis(role: RedisRole, url: string | undefined): Promise<Redis | null> {
  if (!url) return null
  const redis = await connectRedis(
    url,
    (isAway) => log[isAway ? 'warn' : 'info'](isAway ? words[role].away : words[role].back),
    createRefusalLog(role),
  )
  const note = () => metrics.redisUp.set({ role }, redis.isReady ? 1 : 0)
  for (const event of ['ready', 'error', 'end', 'reconnecting']) redis.on(event, note)
  note()
  const warn = () => void warnOfPolicy(role, redis)
  redis.on('ready', warn)
  warn()
  setInterval(() => void tellMemory(role, redis), MEMORY_EVERY_MS).unref()
  void tellMemory(role, redis)
  return redis
}

/** Counts every refused write and logs one a minute. */
function createRefusalLog(role: RedisRole): () => void {
  let loggedAt = -Infinity
  return () => {
    metrics.redisRefused.inc({ role })
    if (performance.now() - loggedAt < REFUSED_AGAIN_MS) return
    loggedAt = performance.now()
    log.error({ role }, words[role].full)
  }
}

async function warnOfPolicy(role: RedisRole, redis: Redis): Promise<void> {
  const memory = await redisMemoryOf(redis)
  const fault = memory && policyFault(role, memory)
  if (fault) log.warn({ role }, `Redis ${fault}`)
}

async function tellMemory(role: RedisRole, redis: Redis): Promise<void> {
  const memory = await redisMemoryOf(redis)
  if (!memory) return
  metrics.redisMemory.set({ role }, memory.usedBytes)
  metrics.redisMemoryLimit.set({ role }, memory.limitBytes)
  metrics.redisEvicted.set({ role }, memory.evicted)
}
