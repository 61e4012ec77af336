import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'
import type { z } from 'zod/v4'

import { bytesOfParsed, createByteCache } from '~/lib/byte-cache.server'

import type { Call, CallInput, CallOptions, Declaration, Endpoint } from './endpoint.server'

/** An endpoint whose answer is the same for everybody: no token, a read, declared fresh. */
export type PublicDeclaration = Declaration & { auth: 'none'; repeat: true; freshMs: number }

/** A `Call` that takes public endpoints only: a personal one is an error of its type. */
export type PublicCall = <Declared extends PublicDeclaration>(
  endpoint: Endpoint<Declared>,
  ...input: CallOptions extends CallInput<Declared>
    ? [input?: CallInput<Declared>]
    : [input: CallInput<Declared>]
) => Promise<z.output<Declared['answer']>>

/** What several containers share; see the session's store of the same shape. */
export interface SharedValues {
  get(key: string): Promise<string | null>
  set(key: string, value: string, lifeMs: number): Promise<void>
  isShared(): boolean
}

export interface PublicCache {
  /**
   * Reads through the cache. A stale answer is given at once and renewed in the
   * background; calls for the same thing at the same time are one call; an error is never kept.
   * @param call of a visitor without a token
   */
  wrap(call: Call): PublicCall
}

interface Answer {
  value: unknown
  storedAt: number
}
/** An answer in memory, and the length of its JSON. */
interface Entry extends Answer {
  bytes: number
}

/** How long past its freshness an answer may still be shown while it is renewed. */
const STALE_MS = 10 * 60_000
/** After a failed renewal the old answer stands for a while before the gateway is asked again. */
const RETRY_MS = 5_000
const LONGEST_SHARED_VALUE = 512_000

/**
 * The cache of one process, within a budget of bytes; with a Redis of their own for such things,
 * containers also learn from each other.
 */
export function createPublicCache(
  shared: SharedValues,
  { megabytes, now = Date.now }: { megabytes: number; now?: () => number },
): PublicCache {
  const memory = createByteCache<Entry>('public data', { megabytes, bytesOf: ({ bytes }) => bytes })
  const flights = new Map<string, Promise<unknown>>()
  const retryAt = new LRUCache<string, number>({ max: 10_000 })

  async function find(key: string, lifeMs: number): Promise<Entry | null> {
    const known = memory.get(key)
    if (known && now() - known.storedAt <= lifeMs) return known
    if (!shared.isShared()) return null
    const text = await shared.get(key)
    if (text === null) return null
    const entry = { ...(JSON.parse(text) as Answer), bytes: bytesOfParsed(text) }
    memory.set(key, entry)
    return now() - entry.storedAt <= lifeMs ? entry : null
  }

  async function keep(key: string, value: unknown, lifeMs: number): Promise<void> {
    const answer: Answer = { value, storedAt: now() }
    const text = JSON.stringify(answer)
    memory.set(key, { ...answer, bytes: bytesOfParsed(text) })
    if (shared.isShared() && text.length <= LONGEST_SHARED_VALUE)
      await shared.set(key, text, lifeMs)
  }

  function fly(key: string, lifeMs: number, ask: () => Promise<unknown>): Promise<unknown> {
    const underWay = flights.get(key)
    if (underWay) return underWay
    const flight = ask()
      .then(async (value) => {
        await keep(key, value, lifeMs)
        return value
      })
      .finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }

  return {
    wrap(call) {
      const ask = call as (endpoint: Endpoint, input: object) => Promise<unknown>
      const read = async (
        endpoint: Endpoint<PublicDeclaration>,
        // A deadline or a signal of one caller must not end what others wait for.
        { deadlineMs: _, signal: __, ...input }: CallOptions = {},
      ) => {
        const key = keyOf(endpoint, input)
        const lifeMs = endpoint.freshMs + STALE_MS
        const renew = () => fly(key, lifeMs, () => ask(endpoint, input))
        const entry = await find(key, lifeMs)
        if (!entry) return renew()
        const isStale = now() - entry.storedAt > endpoint.freshMs
        if (isStale && now() >= (retryAt.get(key) ?? 0))
          renew().catch(() => retryAt.set(key, now() + RETRY_MS))
        return entry.value
      }
      return read as PublicCall
    },
  }
}

/** Hashed: what somebody searched for is readable nowhere. */
function keyOf({ name }: Endpoint, input: object): string {
  return `public:${createHash('sha256')
    .update(`${name} ${JSON.stringify(input)}`)
    .digest('base64url')}`
}
