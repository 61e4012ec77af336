import { LRUCache } from 'lru-cache'

import { cacheBudgets, MEGABYTES_OF_A_KIND, type CacheName } from './memory-budgets.server'

/** What an entry costs besides its key and value: measured, with a time to live. */
const ENTRY_BYTES = 600
export const MEGABYTE = 1_000_000

/** One cache's place in the memory of the process. */
export interface CacheUse {
  cache: string
  bytes: number
  budgetBytes: number
}

type Measured = Pick<LRUCache<string, object>, 'calculatedSize' | 'maxSize'>
const caches = new Map<string, Measured[]>()

/** How many bytes a text takes in memory: letters outside of Latin-1 make all of it twice as wide. */
export function bytesOfText(text: string): number {
  return text.length * (/[\u0100-\uffff]/.test(text) ? 2 : 1)
}

/**
 * How many bytes the parsed form of a JSON text takes: two for a character. Pages of goods were
 * measured at 1.5, and what is Russian prose throughout has two.
 */
export function bytesOfParsed(json: string): number {
  return json.length * 2
}

interface ByteCacheOptions<Value extends object | string, Context> {
  /** Of a named cache as declared, by default. */
  megabytes?: number
  /** Of the value alone, in bytes. */
  bytesOf: (value: Value) => number
  /** How long an entry lives unless it says so itself. */
  lifeMs?: number
  now?: () => number
  /** What `fetch` asks for an entry that is missing or stale; whoever asks meanwhile shares it. */
  fetchMethod?: LRUCache.Fetcher<string, Value, Context>
}

const budgetOf = (cache: string) =>
  Object.hasOwn(cacheBudgets, cache)
    ? cacheBudgets[cache as CacheName].megabytes
    : MEGABYTES_OF_A_KIND

/**
 * A cache that never holds more than its bytes: the entries that were asked for longest ago go
 * first, and one that alone would take more than an eighth is not stored. Its name labels its use in
 * the metrics.
 */
export function createByteCache<Value extends object | string, Context = unknown>(
  cache: CacheName | `store ${string}`,
  {
    megabytes = budgetOf(cache),
    bytesOf,
    lifeMs,
    now,
    fetchMethod,
  }: ByteCacheOptions<Value, Context>,
): LRUCache<string, Value, Context> {
  const maxSize = Math.ceil(megabytes * MEGABYTE)
  const entries = new LRUCache<string, Value, Context>({
    maxSize,
    maxEntrySize: Math.ceil(maxSize / 8),
    sizeCalculation: (value, key) => ENTRY_BYTES + bytesOfText(key) + Math.ceil(bytesOf(value)),
    ttl: lifeMs ?? 0,
    ttlResolution: 0,
    ...(now && { perf: { now } }),
    // One that is asked for while the cache is full is given all the same.
    ...(fetchMethod && { fetchMethod, allowStale: true, ignoreFetchAbort: true }),
  })
  const sameName = caches.get(cache) ?? []
  caches.set(cache, [...sameName, entries])
  return entries
}

/** What the caches of this process hold now, and may. */
export function cacheUse(): CacheUse[] {
  return [...caches].map(([cache, all]) => ({
    cache,
    bytes: all.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0),
    budgetBytes: all.reduce((sum, { maxSize }) => sum + maxSize, 0),
  }))
}
