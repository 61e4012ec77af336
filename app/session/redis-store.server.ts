import { randomUUID } from 'node:crypto'

import type { SpanOptions } from '~/platform/span.server'
import { inSpan } from '~/platform/tracing.server'

import {
  createMemoryStore,
  kindOf,
  type SharedStore,
  type StoreKey,
  type StoreKind,
} from './shared-store.server'

export const PREFIX = 'april:'
const SLOWEST_COMMAND_MS = 250
/**
 * What must not be decided without the other containers while Redis only halts for a moment: a refresh, which
 * would cost its shopper the session, and whether a session was signed out.
 */
export const PATIENT_MS = 2000
/** Forms are claimed before they are carried out: too soon given up, a double tap is carried out twice. */
const CLAIM_MS = 1000
const SLOWEST_OF_KIND: Partial<Record<StoreKind, number>> = {
  lock: PATIENT_MS,
  next: PATIENT_MS,
  form: CLAIM_MS,
  'form-guest': CLAIM_MS,
}
/** A Redis that has been silent for so long is not waited for by every command of every page. */
const SILENT_MS = 750

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

export type Redis = Awaited<ReturnType<typeof connectRedis>>

/** Hears what becomes of the commands of one Redis. */
export interface RedisListener {
  /** @param code what Redis refused a command with, such as `READONLY` */
  onRefused?: (code: string) => void
  /** A command had no answer in time. */
  onSlow?: () => void
  /** Called once per change: it is silent and left alone, or answers again. */
  onSilent?: (isSilent: boolean) => void
}

/** How one Redis answers. */
interface Standing extends Required<RedisListener> {
  /** Commands without an answer. */
  pending: number
  /** Since when there is no answer to any of them; null: nothing is asked. */
  silentSince: number | null
  isLeftAlone: boolean
}
const standings = new WeakMap<Redis, Standing>()

const nothing = () => undefined

/**
 * Connects to Redis, or keeps trying in the background.
 * @param onDegraded hears once per change that it is away or back
 */
export async function connectRedis(
  url: string,
  onDegraded: (degraded: boolean) => void,
  { onRefused = nothing, onSlow = nothing, onSilent = nothing }: RedisListener = {},
) {
  // Not loaded where there is no Redis.
  const { createClient } = await import('./redis-library.server')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 1000,
      reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2000),
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
    // It may refuse the connection itself, for want of a password.
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

/** What Redis refuses a command with, in its own word; null for any other error. */
export function refusalCode(error: unknown): string | null {
  return error instanceof Error ? (CODES.exec(error.message)?.[1] ?? null) : null
}

/**
 * Asks Redis, and while it is away or slow or refuses, this process alone. A reply that
 * has arrived while the process itself was busy is not slow: it is looked for before the deadline
 * is called. One slow answer is given up for itself; a Redis that answers nothing is left alone until it does.
 * @param operation names what is asked, in traces
 */
export async function sharedOrAlone<T>(
  redis: Redis,
  operation: string,
  shared: () => Promise<T>,
  alone: () => Promise<T>,
  slowestMs = SLOWEST_COMMAND_MS,
): Promise<T> {
  if (!redis.isReady || slowestMs <= 0) return alone()
  const standing = standings.get(redis)
  if (standing && (await isSilent(standing, slowestMs))) return alone()
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
      return await alone()
    } finally {
      clearTimeout(timer)
    }
  })
}

/** Notes that a command is under way, and that Redis answers when its answer comes, however late. */
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

/** Whether Redis has answered nothing for longer than this caller would wait. */
async function isSilent(standing: Standing, slowestMs: number): Promise<boolean> {
  const isOver = () =>
    standing.silentSince !== null &&
    performance.now() - standing.silentSince >= Math.max(slowestMs, SILENT_MS)
  if (!isOver()) return false
  // Its answer may have come while this process was busy.
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
 * The store of several containers, in Redis. While Redis is away, slow or full, every call is
 * answered by this process's memory instead: shoppers notice nothing, and what containers share is
 * then shared within each only.
 */
export function createRedisStore(client: Redis): SharedStore {
  const memory = createMemoryStore()
  const either = <T>(
    operation: string,
    key: StoreKey,
    shared: () => Promise<T>,
    alone: () => Promise<T>,
  ) => sharedOrAlone(client, operation, shared, alone, SLOWEST_OF_KIND[kindOf(key)])
  return {
    async get(key) {
      // What this container had to keep itself is newer than what Redis has.
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

/** A full Redis refuses every claim before it looks at the key: whether that is free is asked then. */
async function claimShared(client: Redis, key: string, value: string, lifeMs: number) {
  try {
    return (await client.set(PREFIX + key, value, { PX: lifeMs, NX: true })) === 'OK'
  } catch (error) {
    if (refusalCode(error) && (await client.get(PREFIX + key)) !== null) return false
    throw error
  }
}

/** So many random keys lie in several parts of a cluster. */
const PROBE_KEYS = 8

/**
 * Writes, reads and deletes keys as the store does.
 * @throws Error as Redis says it
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
