import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'
import type { RedisRole, RedisSettings } from '~/platform/redis-address.server'

import { createRedis, deadlinesMs, type Redis, type Refusal } from './redis-client.server'
import { getFullest, policyError, unwatchedError } from './redis-memory.server'
import { probeRedis } from './redis-store.server'

/** A full Redis refuses writes and still answers reads, so it counts as healthy. */
const isOnlyFull = ({ code }: Refusal) => code === 'OOM' || code === 'MISCONF'

const texts: Record<RedisRole, { name: string; alone: string }> = {
  state: { name: 'Redis', alone: 'this container works alone' },
  cache: { name: 'the Redis for public data', alone: 'this container keeps them by itself' },
}

const watched = [
  [metrics.redisMemory, 'usedBytes'],
  [metrics.redisMemoryLimit, 'limitBytes'],
  [metrics.redisEvicted, 'evicted'],
] as const

const REFUSED_AGAIN_MS = 60_000
const LOOK_EVERY_MS = 15_000

/**
 * Connects to the Redis of a role. Logs and metrics report when it is down, silent, refuses
 * commands or has the wrong eviction policy.
 * @returns null without settings
 */
export async function openRedis(
  role: RedisRole,
  settings: RedisSettings | null,
): Promise<Redis | null> {
  if (!settings) return null
  const { name, alone } = texts[role]
  const redis = await createRedis(settings)
  let isAway = false
  let isSilent = false
  /** False after a refused command or a failed probe, until a probe succeeds. */
  let isWell = true
  const note = () => metrics.redisUp.set({ role }, redis.isReady && !isSilent && isWell ? 1 : 0)

  /** Tests Redis, and reads its memory. */
  async function look(): Promise<void> {
    if (!redis.isReady) return note()
    isWell = await redis.run(
      'probe',
      () => probeRedis(redis).then(() => true),
      async (refusal) => refusal !== null && isOnlyFull(refusal),
      deadlinesMs.session,
    )
    note()
    if (!isWell) return
    const memory = await redis.run(
      'info',
      () => redis.infos().then(getFullest).catch(unwatchedError),
      async () => null,
    )
    if (!memory) return
    const isUnwatched = typeof memory === 'string'
    warn(isUnwatched ? memory : policyError(role, memory))
    for (const [gauge, field] of watched)
      if (isUnwatched) gauge.remove({ role })
      else gauge.set({ role }, memory[field])
  }

  let warnedOf: string | null = null
  /** Logs a wrong eviction policy or a refused INFO once, also when it begins later. */
  function warn(problem: string | null): void {
    if (problem && problem !== warnedOf) log.warn({ role }, `Redis ${problem}`)
    warnedOf = problem
  }

  const refusedAt = new Map<string, number>()
  /** Logs each refused command at most once a minute. */
  function logRefusal(refusal: Refusal): void {
    const { code, text } = refusal
    const now = performance.now()
    if (now - (refusedAt.get(text) ?? -Infinity) < REFUSED_AGAIN_MS) return
    refusedAt.set(text, now)
    const full = isOnlyFull(refusal) ? ' refuses to write, is it full? It' : ''
    const message = `${name}${full} ${text} (docs/reference/redis.md). This container keeps what is new by itself`
    log.error({ role, code }, message)
  }

  redis.on('away', () => {
    if (!isAway) log.warn(`${name} is away, ${alone}`)
    isAway = true
    note()
  })
  redis.on('ready', () => {
    if (isAway) log.info(`${name} is in use`)
    isAway = false
    note()
    void look()
  })
  redis.on('silent', (isNow) => {
    isSilent = isNow
    metrics.redisLeftAlone.set({ role }, isSilent ? 1 : 0)
    if (isSilent) log.warn({ role }, `${name} does not answer in time, ${alone}`)
    else log.info({ role }, `${name} answers again`)
    note()
    if (!isSilent && !isWell) void look()
  })
  redis.on('slow', () => metrics.redisSlow.inc({ role }))
  redis.on('refused', (refusal) => {
    metrics.redisRefused.inc({ role, code: refusal.code })
    if (!isOnlyFull(refusal)) isWell = false
    note()
    logRefusal(refusal)
  })
  setInterval(() => void look(), LOOK_EVERY_MS).unref()
  await redis.untilReady()
  note()
  return redis
}
