import { createHash } from 'node:crypto'

import type { LRUCache } from 'lru-cache'
import type { z } from 'zod'

import { bytesOfParsed, createByteCache } from '~/lib/byte-cache.server'
import { jitter } from '~/lib/jitter'

import type { Call, CallInput, CallOptions, Declaration, Endpoint } from './endpoint.server'

/** A public endpoint: no token, a read, declared fresh. */
type PublicDeclaration = Declaration & { auth: 'none'; effect: 'safe'; freshMs: number }

/** Whether a visitor's token can have no part in the response, and how long it stays fresh is declared. */
export const isPublic = ({ auth, effect, freshMs }: Endpoint) =>
  auth === 'none' && effect === 'safe' && freshMs !== undefined

/** A `Call` for public endpoints only; a personal one does not compile. */
export type PublicCall = <Declared extends PublicDeclaration>(
  endpoint: Endpoint<Declared>,
  ...input: CallOptions extends CallInput<Declared>
    ? [input?: CallInput<Declared>]
    : [input: CallInput<Declared>]
) => Promise<z.output<Declared['response']>>

/** The store that containers share. */
export interface SharedValues {
  get(key: string): Promise<string | null>
  set(key: string, value: string, lifeMs: number): Promise<void>
  isShared(): boolean
}

interface PublicCache {
  /**
   * Reads through the cache. Serves a stale response while it revalidates, deduplicates parallel
   * calls, and never stores errors.
   * @param call sends calls of a visitor without a token
   */
  wrap(call: Call): PublicCall
}

interface Stored {
  value: unknown
  storedAt: number
}
/** A response in memory with the length of its JSON. */
interface Entry extends Stored {
  bytes: number
}

/** How long past its freshness a response is still served. */
const STALE_MS = 10 * 60_000
/** The shortest pause after a failed revalidation; a random part can double it. */
const RETRY_MS = 5_000
const MAX_SHARED_VALUE_LENGTH = 512_000

/** Loads a missing or stale entry. */
interface Renewal {
  freshMs: number
  ask: () => Promise<unknown>
}

/**
 * The cache of one process, within a budget of bytes. With Redis, containers of one build also
 * share responses. Other builds do not, because their schemas may expect other data.
 * @param build the id of the build
 */
export function createPublicCache(
  shared: SharedValues,
  { megabytes, build, now = Date.now }: { megabytes: number; build: string; now?: () => number },
): PublicCache {
  const memory = createByteCache<Entry, Renewal>('public data', {
    megabytes,
    bytesOf: ({ bytes }) => bytes,
    now,
    fetchMethod: renew,
  })
  const isTooOld = ({ storedAt }: Stored, freshMs: number) => now() - storedAt > freshMs + STALE_MS

  /**
   * Without a stale entry, the response that another container stored, else the gateway's. A stale entry is
   * always renewed by the gateway.
   */
  async function renew(
    key: string,
    stale: Entry | undefined,
    { options, context: { freshMs, ask } }: LRUCache.FetcherOptions<string, Entry, Renewal>,
  ): Promise<Entry> {
    const learned = stale ? null : await learn(key, freshMs)
    if (learned) {
      options.ttl = Math.max(1, learned.storedAt + freshMs - now())
      return learned
    }
    try {
      return await keep(key, await ask(), freshMs)
    } catch (error) {
      if (!stale) throw error
      // A random pause spreads the next calls of containers that failed together.
      options.ttl = jitter(RETRY_MS, 2 * RETRY_MS)
      return stale
    }
  }

  async function learn(key: string, freshMs: number): Promise<Entry | null> {
    const text = shared.isShared() ? await shared.get(key) : null
    const response = text === null ? null : parseStored(text)
    if (!text || !response || isTooOld(response, freshMs)) return null
    return { ...response, bytes: bytesOfParsed(text) }
  }

  async function keep(key: string, value: unknown, freshMs: number): Promise<Entry> {
    const response: Stored = { value, storedAt: now() }
    const text = JSON.stringify(response)
    if (shared.isShared() && text.length <= MAX_SHARED_VALUE_LENGTH)
      await shared.set(key, text, freshMs + STALE_MS)
    return { ...response, bytes: bytesOfParsed(text) }
  }

  return {
    wrap(call) {
      const ask = call as (endpoint: Endpoint, input: object) => Promise<unknown>
      const read = async (
        endpoint: Endpoint<PublicDeclaration>,
        // The deadline or signal of one caller must not end a shared call.
        { deadlineMs: _, signal: __, ...input }: CallOptions = {},
      ) => {
        const key = getKey(build, endpoint, input)
        const { freshMs } = endpoint
        const cached = memory.peek(key)
        if (cached && isTooOld(cached, freshMs)) memory.delete(key)
        const renewal = { freshMs, ask: () => ask(endpoint, input) }
        const entry = await memory.forceFetch(key, { ttl: freshMs, context: renewal })
        return entry.value
      }
      return read as PublicCall
    },
  }
}

/** A response that another container stored; null when unreadable. */
function parseStored(text: string): Stored | null {
  try {
    const { value, storedAt } = JSON.parse(text) as Stored
    return typeof storedAt === 'number' ? { value, storedAt } : null
  } catch {
    return null
  }
}

/** Hashed, so that search texts are not readable in Redis. */
function getKey(build: string, { name }: Endpoint, input: object): `public:${string}` {
  return `public:${createHash('sha256')
    .update(`${build} ${name} ${JSON.stringify(input)}`)
    .digest('base64url')}`
}
