import { LRUCache } from 'lru-cache'

import { cacheBudgets, MEGABYTES_OF_A_KIND, type CacheName } from './memory-budgets.server'

/** Overhead of an entry besides key and value; measured with a time to live. */
const ENTRY_BYTES = 600
export const MEGABYTE = 1_000_000

interface CacheUse {
  cache: string
  bytes: number
  budgetBytes: number
}

type Measured = Pick<LRUCache<string, object>, 'calculatedSize' | 'maxSize'>
const caches = new Map<string, Measured[]>()

/**
 * The bytes of a string in memory: one letter outside of Latin-1 makes all letters two bytes wide.
 */
export function bytesOfText(text: string): number {
  return text.length * (/[\u0100-\uffff]/.test(text) ? 2 : 1)
}

/**
 * The bytes of parsed JSON: two for a character. Measured: 1.5 for pages of products, two for
 * Russian prose.
 */
export function bytesOfParsed(json: string): number {
  return json.length * 2
}

interface ByteCacheOptions<Value extends object | string, Context> {
  /** By default the declared budget of the named cache. */
  megabytes?: number
  /** The size of the value alone, in bytes. */
  bytesOf: (value: Value) => number
  /** The default lifetime of entries, in milliseconds. */
  lifeMs?: number
  now?: () => number
  /** Loads a missing or stale entry for `fetch`; parallel callers share the call. */
  fetchMethod?: LRUCache.Fetcher<string, Value, Context>
}

const getBudget = (cache: string) =>
  Object.hasOwn(cacheBudgets, cache)
    ? cacheBudgets[cache as CacheName].megabytes
    : MEGABYTES_OF_A_KIND

/**
 * A cache with a limit in bytes. Evicts the least recently used entries, and does not store an
 * entry that would take more than an eighth. Its name is a label in metrics.
 */
export function createByteCache<Value extends object | string, Context = unknown>(
  cache: CacheName | `store ${string}`,
  {
    megabytes = getBudget(cache),
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
    // Returns a loaded entry even if the cache is too full to store it.
    ...(fetchMethod && { fetchMethod, allowStale: true, ignoreFetchAbort: true }),
  })
  const sameName = caches.get(cache) ?? []
  caches.set(cache, [...sameName, entries])
  return entries
}

/** The use and the limits of this process's caches. */
export function cacheUse(): CacheUse[] {
  return [...caches].map(([cache, all]) => ({
    cache,
    bytes: all.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0),
    budgetBytes: all.reduce((sum, { maxSize }) => sum + maxSize, 0),
  }))
}
