import { withJitter } from '~/lib/jitter'
import { deadlinesMs, getRefusal, PREFIX, type Redis } from '~/shared-state/redis-client.server'
import type { SignedIn } from './session-schemas.server'
import { hashUserId } from './user-hash.server'

/**
 * This many entries fit into the memory budget `otherBudgets.signOuts`. Only the sign-out of a real session
 * adds an entry.
 */
const MAX_REVOKED_SESSIONS = 100_000
const BATCH = 500
const RETRY_MS = 2000
/** A sign-out waits this long for a replica. */
const REPLICA_MS = 500
/** Keeps the later of two sign-outs from all devices, in any order; always writes, for `WAIT`. */
const KEEP_LATER = `local since, life = redis.call('get', KEYS[1]) or '0', redis.call('pttl', KEYS[1])
if tonumber(since) < tonumber(ARGV[1]) then since = ARGV[1] end
if life < tonumber(ARGV[2]) then life = ARGV[2] end
return redis.call('set', KEYS[1], since, 'PX', life)`

/** Revoked sessions, single ones or all of a shopper; copies of their cookies are refused. */
export interface RevokedSessions {
  /** @param withAll true to revoke every session of the shopper that began until now */
  revoke(session: RevocableSession, withAll?: boolean): Promise<void>
  isRevoked(session: RevocableSession): Promise<boolean>
  /** Writes unsaved entries to Redis once more before the container exits. */
  close(): Promise<void>
}

type RevocableSession = Pick<SignedIn, 'sessionId' | 'userId' | 'beganAt'>

interface RevokedSessionsOptions {
  /** null: a single container, which stores entries in memory. */
  redis: Redis | null
  /** A second connection for sign-outs: commands behind a `WAIT` would wait as well. */
  writer?: Redis | null
  /** How long a session cookie may live. */
  lifeMs: number
  now?: () => number
  /** Called with the number of entries that Redis does not have yet. */
  onUnsaved?: (count: number) => void
}

/**
 * Stores revoked sessions in a map of this process, which no other data can fill. Writes each entry to Redis
 * for other containers, and again after an outage, after a lack of space, and after each reconnect. An entry
 * that no replica has confirmed is written again, so that no failover undoes a sign-out.
 */
export function createRevokedSessions({
  redis,
  writer = redis,
  lifeMs,
  // A wall clock, because the result is compared with the start of sessions.
  now = () => Date.now(),
  onUnsaved,
}: RevokedSessionsOptions): RevokedSessions {
  /** Revocations by session or shopper, oldest first: they hold for sessions begun before `since`, and expire at `until`. */
  const revoked = new Map<string, { since: number; until: number }>()
  const unsaved = new Set<string>()
  let retry: NodeJS.Timeout | undefined
  let isFlushing = false

  function remember(key: string): void {
    const since = now()
    revoked.delete(key)
    revoked.set(key, { since, until: since + lifeMs })
    const [oldest] = revoked.keys()
    if (revoked.size <= MAX_REVOKED_SESSIONS || oldest === undefined) return
    revoked.delete(oldest)
    unsaved.delete(oldest)
  }

  /**
   * @returns whether Redis has the entries of all keys, and one replica of each master, if any, has them too
   */
  async function save(to: Redis, keys: string[]): Promise<boolean> {
    const write = async () => {
      const writes = keys.map(async (key) => {
        const { since = 0, until = 0 } = revoked.get(key) ?? {}
        const leftMs = Math.ceil(until - now())
        if (leftMs > 0) await to.client.eval(KEEP_LATER, 1, getKey(key), since, leftMs)
      })
      await Promise.all(writes)
      return (await Promise.all(to.masters.map(isReplicated))).every(Boolean)
    }
    const isSaved = await to.run('deny', write, async () => false, deadlinesMs.guard)
    if (isSaved) for (const key of keys) unsaved.delete(key)
    return isSaved
  }

  /** Reports unsaved entries, and retries them a little later. */
  function report(): void {
    onUnsaved?.(unsaved.size)
    clearTimeout(retry)
    if (unsaved.size > 0) retry = setTimeout(() => void flush(), withJitter(RETRY_MS)).unref()
  }

  /** Writes unsaved entries in batches. */
  async function flush(): Promise<void> {
    if (!writer || isFlushing) return
    isFlushing = true
    let isSaved = true
    while (isSaved && unsaved.size > 0) isSaved = await save(writer, [...unsaved].slice(0, BATCH))
    isFlushing = false
    report()
  }

  function saveAll(): void {
    for (const key of revoked.keys()) unsaved.add(key)
    void flush()
  }
  writer?.on('ready', saveAll)

  /** Since when a key is revoked; null when it is not. */
  function getSince(key: string): number | null {
    const revokedAt = revoked.get(key)
    return revokedAt && revokedAt.until > now() ? revokedAt.since : null
  }

  return {
    async revoke({ sessionId, userId }, withAll = false) {
      const keys = withAll ? [sessionId, getUserKey(userId)] : [sessionId]
      for (const key of keys) remember(key)
      if (!writer) return
      for (const key of keys) unsaved.add(key)
      await save(writer, keys)
      report()
    },
    async isRevoked({ sessionId, userId, beganAt }) {
      const holds = (own: unknown, all: number | string | null) =>
        own !== null || (all !== null && beganAt <= Number(all))
      const keys = [sessionId, getUserKey(userId)] as const
      if (holds(getSince(keys[0]), getSince(keys[1]))) return true
      if (!redis) return false
      const look = async () => {
        // Two commands, because Redis Cluster refuses one command with two keys.
        const [own, all] = await Promise.all(keys.map((key) => redis.client.get(getKey(key))))
        return holds(own ?? null, all ?? null)
      }
      return redis.run('is denied', look, async () => false, deadlinesMs.session)
    },
    async close() {
      await flush()
      clearTimeout(retry)
      writer?.off('ready', saveAll)
      if (writer !== redis) writer?.destroy()
    },
  }
}

const getKey = (key: string) => `${PREFIX}deny:${key}`
const getUserKey = (userId: string) => `all:${hashUserId(userId)}`

/** Whether a replica of the master has the last writes in time; true without replicas. */
async function isReplicated(master: Redis['masters'][number]): Promise<boolean> {
  const info = await master.info('replication').catch((error: unknown) => {
    // Without INFO no replica is awaited.
    if (getRefusal(error)) return ''
    throw error
  })
  const replicas = Number(/^connected_slaves:(\d+)/m.exec(info)?.[1] ?? 0)
  return replicas === 0 || (await master.wait(1, REPLICA_MS)) > 0
}
