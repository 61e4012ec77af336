import { withTimeout } from '~/lib/with-timeout'
import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'
import type { RedisRole, RedisSettings } from '~/platform/redis-address.server'

import { getRefusal, type Redis, type Refusal } from './redis-client.server'
import { policyError, getRedisMemory } from './redis-memory.server'
import { connectRedis, probeRedis } from './redis-store.server'

/** Error codes of a Redis that still answers reads and refuses writes. */
const FULL: readonly string[] = ['OOM', 'MISCONF']

/** True when Redis still answers reads despite this code. */
const isOnlyFull = (code: string) => FULL.includes(code)

const names: Record<RedisRole, string> = { state: 'Redis', cache: 'the Redis for public data' }

/** The log message for a refused command. */
function refusalLine(role: RedisRole, { code, text }: Refusal): string {
  const full = isOnlyFull(code) ? ' refuses to write, is it full? It' : ''
  return `${names[role]}${full} ${text} (docs/reference/redis.md). This container keeps what is new by itself`
}

const watched = [
  [metrics.redisMemory, 'usedBytes'],
  [metrics.redisMemoryLimit, 'limitBytes'],
  [metrics.redisEvicted, 'evicted'],
] as const

const REFUSED_AGAIN_MS = 60_000
const LOOK_EVERY_MS = 15_000
const MAX_SILENCE_MS = 2000

const messages: Record<RedisRole, { away: string; back: string; silent: string; answers: string }> =
  {
    state: {
      away: 'Redis is away, this container works alone',
      back: 'Redis is in use',
      silent: 'Redis does not answer in time, this container works alone until it does',
      answers: 'Redis answers again',
    },
    cache: {
      away: 'the Redis for public data is away, this container keeps them by itself',
      back: 'the Redis for public data is in use',
      silent:
        'the Redis for public data does not answer in time, this container keeps them by itself',
      answers: 'the Redis for public data answers again',
    },
  }

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
  let isLeftAlone = false
  /** The code of the last refused command; null after a successful probe. */
  let refusal: string | null = null
  const logRefusal = createRefusalLog(role)
  const note = () => {
    const isUp = redis?.isReady && !isLeftAlone && refusal === null
    metrics.redisUp.set({ role }, isUp ? 1 : 0)
  }
  function onRefused(refused: Refusal) {
    metrics.redisRefused.inc({ role, code: refused.code })
    if (!isOnlyFull(refused.code)) refusal = refused.code
    note()
    logRefusal(refused)
  }
  let redis: Redis | null = null
  redis = await connectRedis(
    settings,
    (isAway) => log[isAway ? 'warn' : 'info'](isAway ? messages[role].away : messages[role].back),
    {
      onRefused,
      onSlow: () => metrics.redisSlow.inc({ role }),
      onSilent(isSilent) {
        isLeftAlone = isSilent
        metrics.redisLeftAlone.set({ role }, isSilent ? 1 : 0)
        log[isSilent ? 'warn' : 'info'](
          { role },
          isSilent ? messages[role].silent : messages[role].answers,
        )
        note()
      },
    },
  )
  const opened = redis
  const warn = createWarning(role)
  const look = async () => {
    if (!opened.isReady) return note()
    if (!(await probe(opened, onRefused))) return metrics.redisUp.set({ role }, 0)
    refusal = null
    note()
    const memory = await getRedisMemory(opened)
    if (!memory) return
    const isRefused = typeof memory === 'string'
    warn(isRefused ? memory : policyError(role, memory))
    for (const [gauge, field] of watched)
      if (isRefused) gauge.remove({ role })
      else gauge.set({ role }, memory[field])
  }
  for (const event of ['ready', 'away']) opened.on(event, note)
  note()
  opened.on('ready', () => void look())
  setInterval(() => void look(), LOOK_EVERY_MS).unref()
  void look()
  return opened
}

/** Logs each refused command at most once a minute. */
function createRefusalLog(role: RedisRole): (refusal: Refusal) => void {
  const loggedAt = new Map<string, number>()
  return (refusal) => {
    const now = performance.now()
    if (now - (loggedAt.get(refusal.text) ?? -Infinity) < REFUSED_AGAIN_MS) return
    loggedAt.set(refusal.text, now)
    log.error({ role, code: refusal.code }, refusalLine(role, refusal))
  }
}

/** Logs a wrong eviction policy or a refused INFO once, also when it begins later. */
function createWarning(role: RedisRole): (fault: string | null) => void {
  let lastState: string | null = null
  return (fault) => {
    if (fault && fault !== lastState) log.warn({ role }, `Redis ${fault}`)
    lastState = fault
  }
}

/**
 * True when commands succeed. A full Redis also counts as healthy, because it still answers reads.
 */
async function probe(redis: Redis, onRefused: (refusal: Refusal) => void): Promise<boolean> {
  const response = async () => probeRedis(redis).then(() => true)
  try {
    return await withTimeout(response, MAX_SILENCE_MS, () => false)
  } catch (error) {
    const refusal = getRefusal(error)
    if (refusal) onRefused(refusal)
    return refusal !== null && isOnlyFull(refusal.code)
  }
}
