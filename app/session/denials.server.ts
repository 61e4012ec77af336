import { PREFIX, sharedOrAlone, type Redis } from './redis-store.server'

/** About 11 MB. Only a sign-out of a real session makes one. */
const MOST_DENIALS = 100_000
const BATCH = 500
const RETRY_MS = 2000

/** The sessions that were signed out: every copy of their cookies is dead. */
export interface Denials {
  deny(sessionId: string): Promise<void>
  isDenied(sessionId: string): Promise<boolean>
  /** Writes once more what Redis does not know yet: a container leaves. */
  close(): Promise<void>
}

export interface DenialsOptions {
  /** null: one container, which remembers by itself. */
  redis: Redis | null
  /** How long a cookie of a session may live. */
  lifeMs: number
  now?: () => number
  /** Hears how many denials Redis does not know yet. */
  onUnsaved?: (count: number) => void
}

/**
 * Denials have a memory of their own, which nothing else can fill. Each is written to Redis for the
 * other containers: at once, or when Redis is back or has room again; to a Redis that comes back
 * everything is told anew, for it may have lost its own.
 */
export function createDenials({
  redis,
  lifeMs,
  now = Date.now,
  onUnsaved,
}: DenialsOptions): Denials {
  /** By session, until when; the oldest first. */
  const denied = new Map<string, number>()
  const unsaved = new Set<string>()
  let retry: NodeJS.Timeout | undefined
  let isFlushing = false

  function remember(sessionId: string): void {
    denied.delete(sessionId)
    denied.set(sessionId, now() + lifeMs)
    const [oldest] = denied.keys()
    if (denied.size <= MOST_DENIALS || oldest === undefined) return
    denied.delete(oldest)
    unsaved.delete(oldest)
  }

  function save(client: Redis, sessionIds: string[]): Promise<boolean> {
    const write = async (sessionId: string) => {
      const leftMs = Math.ceil((denied.get(sessionId) ?? 0) - now())
      if (leftMs > 0) await client.set(keyOf(sessionId), '1', { PX: leftMs })
      unsaved.delete(sessionId)
    }
    return sharedOrAlone(
      client,
      async () => {
        await Promise.all(sessionIds.map(write))
        return true
      },
      async () => false,
    )
  }

  /** Writes what is not saved, in batches; what fails is tried again a little later. */
  async function flush(): Promise<void> {
    clearTimeout(retry)
    if (!redis || isFlushing) return
    isFlushing = true
    let isSaved = true
    while (isSaved && unsaved.size > 0) isSaved = await save(redis, [...unsaved].slice(0, BATCH))
    isFlushing = false
    onUnsaved?.(unsaved.size)
    if (unsaved.size > 0) retry = setTimeout(() => void flush(), RETRY_MS).unref()
  }

  function saveAll(): void {
    for (const sessionId of denied.keys()) unsaved.add(sessionId)
    void flush()
  }
  redis?.on('ready', saveAll)

  return {
    async deny(sessionId) {
      remember(sessionId)
      if (!redis) return
      unsaved.add(sessionId)
      if (!(await save(redis, [sessionId]))) await flush()
      else onUnsaved?.(unsaved.size)
    },
    async isDenied(sessionId) {
      if ((denied.get(sessionId) ?? 0) > now()) return true
      if (!redis) return false
      return sharedOrAlone(
        redis,
        async () => (await redis.exists(keyOf(sessionId))) === 1,
        async () => false,
      )
    },
    async close() {
      await flush()
      clearTimeout(retry)
      redis?.off('ready', saveAll)
    },
  }
}

const keyOf = (sessionId: string) => `${PREFIX}deny:${sessionId}`
