import { randomUUID } from 'node:crypto'
import { once } from 'node:events'

import { withTimeout } from '~/lib/with-timeout'
import type { RedisSettings } from '~/platform/redis-address.server'
import { failSpan, inSpan, SpanKind, type SpanOptions } from '~/platform/tracing.server'

import {
  createRedis,
  getRefusal,
  readPending,
  type Redis,
  type Refusal,
} from './redis-client.server'
import {
  createMemoryStore,
  getKeyKind,
  type SharedStore,
  type StoreKey,
  type StoreKind,
} from './shared-store.server'

export const PREFIX = 'april:'
const SLOWEST_COMMAND_MS = 250
/** A starting container waits this long for its Redis. */
const CONNECT_MS = 1000
/**
 * A token refresh and a check for revoked sessions wait longer for a slow Redis, because they depend on
 * other containers. Refreshing a token that another container has used would end the session.
 */
export const DECISION_TIMEOUT_MS = 2000
/**
 * A form's key is claimed before the form is written. Giving up on a slow Redis too early would write a
 * double tap twice.
 */
const CLAIM_MS = 1000
const SLOWEST_OF_KIND: Partial<Record<StoreKind, number>> = {
  lock: DECISION_TIMEOUT_MS,
  next: DECISION_TIMEOUT_MS,
  form: CLAIM_MS,
  'form-guest': CLAIM_MS,
}
/**
 * Kinds on which a token refresh depends. When they use local memory, containers may refresh independently.
 */
const REFRESH_KINDS: readonly StoreKind[] = ['lock', 'next']
/** Results of refreshes: each container stores its own, in case a new master lacks them. */
const SURVIVOR: StoreKind = 'next'
/** After this silence requests no longer wait for Redis. */
const SILENT_MS = 750

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

/** Callbacks about the commands of one Redis. */
interface RedisListener {
  onRefused?: (refusal: Refusal) => void
  /** A command exceeded its deadline. */
  onSlow?: () => void
  /** Called on each change: Redis is silent and skipped, or it answers again. */
  onSilent?: (isSilent: boolean) => void
}

/** The state of one Redis connection. */
interface Standing extends Required<RedisListener> {
  /** Commands that wait for a reply. */
  pending: number
  /** When the oldest unanswered command began; null without pending commands. */
  silentSince: number | null
  isLeftAlone: boolean
}
const standings = new WeakMap<Redis, Standing>()

const nothing = () => undefined

/**
 * Connects to Redis, and retries in the background while Redis is down.
 * @param onDegraded called on each change: Redis is down or back
 */
export async function connectRedis(
  settings: RedisSettings,
  onDegraded: (degraded: boolean) => void,
  { onRefused = nothing, onSlow = nothing, onSilent = nothing }: RedisListener = {},
): Promise<Redis> {
  let degraded = false
  const report = (now: boolean) => {
    if (now !== degraded) onDegraded(now)
    degraded = now
  }
  const redis = await createRedis(settings, (error) => {
    if (!redis.isReady) report(true)
    // Redis refuses a connection without a password.
    const refusal = getRefusal(error)
    if (refusal) onRefused(refusal)
  })
  standings.set(redis, {
    ...{ onRefused, onSlow, onSilent },
    ...{ pending: 0, silentSince: null, isLeftAlone: false },
  })
  const ready = once(
    redis.on('ready', () => report(false)),
    'ready',
  )
  await withTimeout(() => ready, CONNECT_MS, nothing)
  return redis
}

const slow = new Error('Redis is slow')

/**
 * Runs an operation in Redis, or in local memory while Redis is down, slow or refuses. The event
 * loop may have delayed a reply, so pending replies are read before the deadline counts. A single
 * slow reply affects one command; a silent Redis is skipped until it answers.
 * @param operation the name of the span in traces
 */
export async function withLocalFallback<T>(
  redis: Redis,
  operation: string,
  shared: () => Promise<T>,
  local: () => Promise<T>,
  slowestMs = SLOWEST_COMMAND_MS,
): Promise<T> {
  if (!redis.isReady || slowestMs <= 0) return local()
  const standing = standings.get(redis)
  if (standing && (await isSilent(standing, slowestMs))) return local()
  return inSpan(`redis ${operation}`, redisSpan(operation), async (span) => {
    try {
      return await withTimeout(
        () => watched(standing, shared),
        slowestMs,
        async () => {
          await readPending()
          throw slow
        },
      )
    } catch (error) {
      const refusal = getRefusal(error)
      if (error === slow) standing?.onSlow()
      if (refusal) standing?.onRefused(refusal)
      if (refusal?.code === 'READONLY' || refusal?.code === 'MOVED') redis.renew()
      failSpan(span, error === slow ? 'slow' : refusal ? 'refused' : 'failed')
      return await local()
    }
  })
}

/** Counts a pending command. A late reply also shows that Redis answers again. */
async function watched<T>(standing: Standing | undefined, shared: () => Promise<T>): Promise<T> {
  if (!standing) return shared()
  standing.pending += 1
  standing.silentSince ??= performance.now()
  try {
    return await shared()
  } finally {
    standing.pending -= 1
    standing.silentSince = standing.pending > 0 ? performance.now() : null
    leaveAlone(standing, false)
  }
}

/** True when Redis has not answered for longer than this caller would wait. */
async function isSilent(standing: Standing, slowestMs: number): Promise<boolean> {
  const isOver = () =>
    standing.silentSince !== null &&
    performance.now() - standing.silentSince >= Math.max(slowestMs, SILENT_MS)
  if (!isOver()) return false
  // The reply may have arrived while the event loop was busy.
  await new Promise((resolve) => setImmediate(resolve))
  if (!isOver()) return false
  leaveAlone(standing, true)
  return true
}

function leaveAlone(standing: Standing, isLeftAlone: boolean): void {
  if (standing.isLeftAlone === isLeftAlone) return
  standing.isLeftAlone = isLeftAlone
  standing.onSilent(isLeftAlone)
}

const redisSpan = (operation: string): SpanOptions => ({
  kind: SpanKind.CLIENT,
  attributes: { 'db.system.name': 'redis', 'db.operation.name': operation },
})

/**
 * The store of several containers, in Redis. While Redis is down, slow or full, calls use this
 * process's memory. Shoppers notice nothing; containers then share no values.
 */
export function createRedisStore(client: Redis): SharedStore {
  const memory = createMemoryStore()
  let dividedAt = -Infinity
  const either = <T>(
    operation: string,
    key: StoreKey,
    shared: () => Promise<T>,
    local: () => Promise<T>,
  ) => {
    const noted = () => {
      if (REFRESH_KINDS.includes(getKeyKind(key))) dividedAt = performance.now()
      return local()
    }
    return withLocalFallback(client, operation, shared, noted, SLOWEST_OF_KIND[getKeyKind(key)])
  }
  // A new master may lack the last writes of the old one, and the decisions of containers without Redis.
  client.on('ready', () => {
    dividedAt = performance.now()
    for (const [key, value, leftMs] of memory.entries(SURVIVOR))
      void claimShared(client, key, value, Math.ceil(leftMs)).catch(nothing)
  })
  return {
    async get(key) {
      // A value written locally during an outage is newer than the one in Redis.
      const own = await memory.get(key)
      if (own !== null && getKeyKind(key) !== SURVIVOR) return own
      return either(
        'get',
        key,
        async () => (await client.client.get(PREFIX + key)) ?? own,
        async () => own,
      )
    },
    set: (key, value, lifeMs) =>
      either(
        'set',
        key,
        async () => {
          await client.client.set(PREFIX + key, value, 'PX', lifeMs)
          if (getKeyKind(key) === SURVIVOR) await memory.set(key, value, lifeMs)
          else memory.delete(key)
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
        async () => void (await client.client.eval(RELEASE, 1, PREFIX + key, value)),
        async () => undefined,
      )
    },
    isShared: () => client.isReady,
    wasDivided: (withinMs) => performance.now() - dividedAt < withinMs,
    close: async () => {
      await memory.close()
      if (client.isOpen) client.destroy()
    },
  }
}

/** A full Redis refuses every write before it looks at the key, so the key is read then. */
async function claimShared(client: Redis, key: string, value: string, lifeMs: number) {
  try {
    return (await client.client.set(PREFIX + key, value, 'PX', lifeMs, 'NX')) === 'OK'
  } catch (error) {
    if (getRefusal(error) && (await client.client.get(PREFIX + key)) !== null) return false
    throw error
  }
}

/** This many random keys cover several slots of a cluster. */
const PROBE_KEYS = 8

/**
 * Writes, reads and deletes keys as the store and the limits do.
 * @throws Error of Redis
 */
export async function probeRedis(client: Redis): Promise<void> {
  const probe = async () => {
    const key = `${PREFIX}probe:${randomUUID()}`
    // All at once, so that a late event loop is waited for once.
    const [, value] = await Promise.all([
      client.client.set(key, '1', 'PX', 10_000),
      client.client.get(key),
      client.client.eval(RELEASE, 1, key, '1'),
      client.client.multi().get(key).pttl(key).exec(),
      client.client.del(key),
    ])
    if (value !== '1') throw new Error('does not know what was just written')
  }
  await Promise.all([...Array.from({ length: PROBE_KEYS }, probe), client.probeWait()])
}
