import { randomUUID } from 'node:crypto'

import type { SpanOptions } from '~/platform/span.server'
import { inSpan } from '~/platform/tracing.server'

import {
  createMemoryStore,
  keyKindOf,
  type SharedStore,
  type StoreKey,
  type StoreKind,
} from './shared-store.server'

export const PREFIX = 'april:'
const SLOWEST_COMMAND_MS = 250
/**
 * Decisions that need the other containers wait longer for a slow Redis: a token refresh and a
 * check for revoked sessions. A wrong refresh would end the session.
 */
export const DECISION_TIMEOUT_MS = 2000
/**
 * Forms are claimed before they are written. Giving up too early would write a double tap twice.
 */
const CLAIM_MS = 1000
const SLOWEST_OF_KIND: Partial<Record<StoreKind, number>> = {
  lock: DECISION_TIMEOUT_MS,
  next: DECISION_TIMEOUT_MS,
  form: CLAIM_MS,
  'form-guest': CLAIM_MS,
}
/** After this silence requests no longer wait for Redis. */
const SILENT_MS = 750

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

export type Redis = Awaited<ReturnType<typeof connectRedis>>

/** Callbacks about the commands of one Redis. */
export interface RedisListener {
  /** @param code the error code of Redis, such as `READONLY` */
  onRefused?: (code: string) => void
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

const FIRST_RECONNECT_MS = 100
const LONGEST_RECONNECT_MS = 2000

/** Containers that lost Redis together come back one by one: half of the pause is chance. */
export function reconnectPause(tries: number, chance: number): number {
  return Math.min(FIRST_RECONNECT_MS * 2 ** tries, LONGEST_RECONNECT_MS) * (0.5 + chance / 2)
}

/**
 * Connects to Redis, and retries in the background while Redis is down.
 * @param onDegraded called on each change: Redis is down or back
 */
export async function connectRedis(
  url: string,
  onDegraded: (degraded: boolean) => void,
  { onRefused = nothing, onSlow = nothing, onSilent = nothing }: RedisListener = {},
) {
  // Loaded only when Redis is configured.
  const { createClient } = await import('./redis-library.server')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 1000,
      reconnectStrategy: (tries) => reconnectPause(tries, Math.random()),
    },
  })
  standings.set(client, {
    ...{ onRefused, onSlow, onSilent },
    ...{ pending: 0, silentSince: null, isLeftAlone: false },
  })
  let degraded = false
  const report = (now: boolean) => {
    if (now !== degraded) onDegraded(now)
    degraded = now
  }
  client.on('error', (error) => {
    report(true)
    // Redis refuses a connection without a password.
    const code = refusalCode(error)
    if (code) onRefused(code)
  })
  client.on('ready', () => report(false))
  const connected = client.connect().catch(() => undefined)
  await Promise.race([connected, new Promise((resolve) => setTimeout(resolve, 1000))])
  return client
}

const slow = new Error('Redis is slow')
const CODES =
  /\b(OOM|MISCONF|READONLY|CLUSTERDOWN|MOVED|ASK|TRYAGAIN|CROSSSLOT|NOAUTH|WRONGPASS|NOPERM|LOADING|MASTERDOWN|NOREPLICAS)\b/

/** The error code of Redis; null for any other error. */
export function refusalCode(error: unknown): string | null {
  return error instanceof Error ? (CODES.exec(error.message)?.[1] ?? null) : null
}

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
  return inSpan(`redis ${operation}`, redisSpan(operation), async ({ fail }) => {
    let timer: NodeJS.Timeout | undefined
    const tooSlow = new Promise<never>((_, reject) => {
      const giveUp = () => setImmediate(() => reject(slow))
      timer = setTimeout(() => setImmediate(giveUp), slowestMs)
    })
    try {
      return await Promise.race([watched(standing, shared), tooSlow])
    } catch (error) {
      const code = refusalCode(error)
      if (error === slow) standing?.onSlow()
      if (code) standing?.onRefused(code)
      fail(error === slow ? 'slow' : code ? 'refused' : 'failed')
      return await local()
    } finally {
      clearTimeout(timer)
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
  kind: 'client',
  facts: { 'db.system.name': 'redis', 'db.operation.name': operation },
})

/**
 * The store of several containers, in Redis. While Redis is down, slow or full, calls use this
 * process's memory. Shoppers notice nothing; containers then share no values.
 */
export function createRedisStore(client: Redis): SharedStore {
  const memory = createMemoryStore()
  const either = <T>(
    operation: string,
    key: StoreKey,
    shared: () => Promise<T>,
    local: () => Promise<T>,
  ) => withLocalFallback(client, operation, shared, local, SLOWEST_OF_KIND[keyKindOf(key)])
  return {
    async get(key) {
      // A value written locally during an outage is newer than the one in Redis.
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

/** A full Redis refuses every write before it looks at the key, so the key is read then. */
async function claimShared(client: Redis, key: string, value: string, lifeMs: number) {
  try {
    return (await client.set(PREFIX + key, value, { PX: lifeMs, NX: true })) === 'OK'
  } catch (error) {
    if (refusalCode(error) && (await client.get(PREFIX + key)) !== null) return false
    throw error
  }
}

/** This many random keys cover several slots of a cluster. */
const PROBE_KEYS = 8

/**
 * Writes, reads and deletes keys as the store does.
 * @throws Error of Redis
 */
export async function probeRedis(client: Pick<Redis, 'set' | 'get' | 'eval'>): Promise<void> {
  const probe = async () => {
    const key = `${PREFIX}probe:${randomUUID()}`
    await client.set(key, '1', { PX: 10_000 })
    if ((await client.get(key)) !== '1') throw new Error('does not know what was just written')
    await client.eval(RELEASE, { keys: [key], arguments: ['1'] })
  }
  await Promise.all(Array.from({ length: PROBE_KEYS }, probe))
}
