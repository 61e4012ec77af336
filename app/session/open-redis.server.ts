import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'

import { policyFault, redisMemoryOf, type RedisMemory, type RedisRole } from './redis-memory.server'
import { connectRedis, type Redis } from './redis-store.server'

const REFUSED_AGAIN_MS = 60_000
const LOOK_EVERY_MS = 15_000
const LONGEST_SILENCE_MS = 2000

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
  const warn = createPolicyWarning(role)
  const look = async () => {
    const memory = await redisMemoryOf(redis)
    // One that hangs keeps its connection, and is of no use.
    if (!memory && !(await answersAtAll(redis))) return metrics.redisUp.set({ role }, 0)
    note()
    if (!memory) return
    warn(memory)
    metrics.redisMemory.set({ role }, memory.usedBytes)
    metrics.redisMemoryLimit.set({ role }, memory.limitBytes)
    metrics.redisEvicted.set({ role }, memory.evicted)
  }
  for (const event of ['ready', 'error', 'end', 'reconnecting']) redis.on(event, note)
  note()
  redis.on('ready', () => void look())
  setInterval(() => void look(), LOOK_EVERY_MS).unref()
  void look()
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

/** Says each fault of the policy once, also of one that is set later. */
function createPolicyWarning(role: RedisRole): (memory: RedisMemory) => void {
  let said: string | null = null
  return (memory) => {
    const fault = policyFault(role, memory)
    if (fault && fault !== said) log.warn({ role }, `Redis ${fault}`)
    said = fault
  }
}

/** Whether any answer comes: one that forbids the question is one, too. */
async function answersAtAll(redis: Redis): Promise<boolean> {
  const { ErrorReply } = await import('./redis-library.server')
  const silence = AbortSignal.timeout(LONGEST_SILENCE_MS)
  const isSilent = new Promise<false>((resolve) =>
    silence.addEventListener('abort', () => resolve(false)),
  )
  const answer = redis.ping().then(
    () => true,
    (error: Error) => error instanceof ErrorReply,
  )
  return Promise.race([answer, isSilent])
}
