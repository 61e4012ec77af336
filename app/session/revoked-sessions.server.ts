import { DECISION_TIMEOUT_MS, PREFIX, withLocalFallback, type Redis } from './redis-store.server'
import type { SignedIn } from './session-schemas.server'
import { hashUserId } from './user-hash.server'

/** Limit of `otherBudgets.signOuts`. Only the sign-out of a real session adds an entry. */
const MAX_REVOKED_SESSIONS = 100_000
const BATCH = 500
const RETRY_MS = 2000
/**
 * A Redis script that keeps the later of two sign-outs from all devices, in any order of writing.
 */
const KEEP_LATER = `local known = tonumber(redis.call('get', KEYS[1]) or '')
if known and known >= tonumber(ARGV[1]) then return 0 end
return redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])`

/** Revoked sessions, single ones or all of a shopper; copies of their cookies are refused. */
export interface RevokedSessions {
  /** @param withAll true to revoke every session of the shopper that began until now */
  revoke(session: RevocableSession, withAll?: boolean): Promise<void>
  isRevoked(session: RevocableSession): Promise<boolean>
  /** Writes unsaved entries to Redis once more before the container exits. */
  close(): Promise<void>
}

type RevocableSession = Pick<SignedIn, 'sessionId' | 'userId' | 'beganAt'>

export interface RevokedSessionsOptions {
  /** null: a single container, which stores entries in memory. */
  redis: Redis | null
  /** How long a session cookie may live. */
  lifeMs: number
  now?: () => number
  /** Called with the number of entries that Redis does not have yet. */
  onUnsaved?: (count: number) => void
}

/**
 * Stores revoked sessions in memory of their own, which no other data can fill. Each entry is
 * written to Redis for other containers, and again after an outage or lack of space. A Redis that
 * reconnects gets all entries again, because it may have lost them.
 */
export function createRevokedSessions({
  redis,
  lifeMs,
  // A wall clock, because the result is compared with the start of sessions.
  now = () => Date.now(),
  onUnsaved,
}: RevokedSessionsOptions): RevokedSessions {
  /** By session or shopper: start and end of the entry, oldest first. */
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

  function save(client: Redis, keys: string[]): Promise<boolean> {
    const write = async (key: string) => {
      const { since = 0, until = 0 } = revoked.get(key) ?? {}
      const leftMs = Math.ceil(until - now())
      const command = { keys: [keyOf(key)], arguments: [String(since), String(leftMs)] }
      if (leftMs > 0) await client.eval(KEEP_LATER, command)
      unsaved.delete(key)
    }
    return withLocalFallback(
      client,
      'deny',
      async () => {
        await Promise.all(keys.map(write))
        return true
      },
      async () => false,
    )
  }

  /** Writes unsaved entries in batches; retries failed ones a little later. */
  async function flush(): Promise<void> {
    clearTimeout(retry)
    if (!redis || isFlushing) return
    isFlushing = true
    let isSaved = true
    while (isSaved && unsaved.size > 0) isSaved = await save(redis, [...unsaved].slice(0, BATCH))
    isFlushing = false
    onUnsaved?.(unsaved.size)
    if (unsaved.size > 0) {
      // Other containers wait, too.
      const pause = RETRY_MS * (0.5 + Math.random() / 2)
      retry = setTimeout(() => void flush(), pause).unref()
    }
  }

  function saveAll(): void {
    for (const key of revoked.keys()) unsaved.add(key)
    void flush()
  }
  redis?.on('ready', saveAll)

  /** Since when a key is revoked; null when it is not. */
  function sinceOf(key: string): number | null {
    const revokedAt = revoked.get(key)
    return revokedAt && revokedAt.until > now() ? revokedAt.since : null
  }

  return {
    async revoke({ sessionId, userId }, withAll = false) {
      const keys = withAll ? [sessionId, allOf(userId)] : [sessionId]
      for (const key of keys) remember(key)
      if (!redis) return
      for (const key of keys) unsaved.add(key)
      if (!(await save(redis, keys))) await flush()
      else onUnsaved?.(unsaved.size)
    },
    async isRevoked({ sessionId, userId, beganAt }) {
      const holds = (own: unknown, all: number | string | null) =>
        own !== null || (all !== null && beganAt <= Number(all))
      const keys = [sessionId, allOf(userId)] as const
      if (holds(sinceOf(keys[0]), sinceOf(keys[1]))) return true
      if (!redis) return false
      return withLocalFallback(
        redis,
        'is denied',
        async () => {
          // Two commands, because Redis Cluster refuses one command with two keys.
          const [own, all] = await Promise.all(keys.map((key) => redis.get(keyOf(key))))
          return holds(own ?? null, all ?? null)
        },
        async () => false,
        DECISION_TIMEOUT_MS,
      )
    },
    async close() {
      await flush()
      clearTimeout(retry)
      redis?.off('ready', saveAll)
    },
  }
}

const keyOf = (key: string) => `${PREFIX}deny:${key}`
const allOf = (userId: string) => `all:${hashUserId(userId)}`
