import type { LRUCache } from 'lru-cache'

import { bytesOfText, createByteCache } from '~/lib/byte-cache.server'
import { MEGABYTES_OF_A_KIND } from '~/lib/memory-budgets.server'

/**
 * Short-lived values that containers share, by short keys. Times are in milliseconds. Personal data
 * are sealed, and every value may be lost. A key names a shopper by `userHash`. Form claims use the
 * user's id instead, so that two releases side by side claim the same key. The text before a key's
 * first colon is its kind.
 */
export interface SharedStore {
  get(key: StoreKey): Promise<string | null>
  set(key: StoreKey, value: string, lifeMs: number): Promise<void>
  /** Sets the value if the key is free; returns whether it was. */
  claim(key: StoreKey, value: string, lifeMs: number): Promise<boolean>
  /** Frees a key, if the value is still the claimant's. */
  release(key: StoreKey, value: string): Promise<void>
  /** Whether containers may have refreshed independently within this time. */
  wasDivided(withinMs: number): boolean
  close(): Promise<void>
}

interface MemoryStore extends SharedStore {
  delete(key: StoreKey): void
  /** The stored entries of a kind, with the rest of their life in milliseconds. */
  entries(kind: StoreKind): [key: StoreKey, value: string, leftMs: number][]
}

interface StoredKind {
  /** Budget in the memory of a process; 4 by default. */
  megabytes?: number
  /**
   * True for values that visitors can add without limit or that last long. Losing one costs a
   * figure or a sign-in at worst. They never take memory from other kinds.
   */
  isForgettable?: true
}

/** All kinds of keys. Results of refreshes are sealed pairs of tokens, some kilobytes each. */
const storedKinds = {
  next: { megabytes: 16 },
  later: { megabytes: 8, isForgettable: true },
  lock: {},
  form: {},
  'form-guest': {},
  captcha: {},
  consents: {},
  review: {},
  'virtual-card': {},
  'poll-answered': {},
  'poll-displayed': {},
  'purchase-rated': {},
  'event-batch': { isForgettable: true },
  crossing: { isForgettable: true },
  experiments: { isForgettable: true },
  public: { isForgettable: true },
} satisfies Record<string, StoredKind>
export type StoreKind = keyof typeof storedKinds
/** A kind, a colon and the id of the entry. */
export type StoreKey = `${StoreKind}:${string}`

/** The megabytes of each kind in the memory of a process. */
export const kindBudgets = Object.entries<StoredKind>(storedKinds).map(
  ([kind, { megabytes = MEGABYTES_OF_A_KIND }]) => ({ kind, megabytes }),
)

/** The text before the first colon. */
export const getKeyKind = (key: StoreKey) => key.slice(0, key.indexOf(':')) as StoreKind

/** Whether the kind belongs to the Redis of the cache, which may evict. */
export const isForgettable = (kind: StoreKind): boolean =>
  Boolean((storedKinds[kind] as StoredKind).isForgettable)

/**
 * The store in this process's memory. Each kind of key has its own budget, so that one kind cannot
 * evict another.
 */
export function createMemoryStore(now: () => number = () => performance.now()): MemoryStore {
  const kinds = new Map<StoreKind, LRUCache<string, string>>()
  function getEntries(key: StoreKey): LRUCache<string, string> {
    const kind = getKeyKind(key)
    const existing = kinds.get(kind)
    if (existing) return existing
    const { megabytes = MEGABYTES_OF_A_KIND }: StoredKind = storedKinds[kind]
    const made = createByteCache(`store ${kind}`, { megabytes, bytesOf: bytesOfText, now })
    kinds.set(kind, made)
    return made
  }
  return {
    get: async (key) => getEntries(key).get(key) ?? null,
    set: async (key, value, lifeMs) => void getEntries(key).set(key, value, { ttl: lifeMs }),
    claim: async (key, value, lifeMs) => {
      const entries = getEntries(key)
      if (entries.has(key)) return false
      entries.set(key, value, { ttl: lifeMs })
      return true
    },
    release: async (key, value) => {
      if (getEntries(key).get(key) === value) getEntries(key).delete(key)
    },
    delete: (key) => void getEntries(key).delete(key),
    entries: (kind) => {
      const cache = kinds.get(kind)
      if (!cache) return []
      return [...cache.entries()].map(([key, value]) => [
        key as StoreKey,
        value,
        cache.getRemainingTTL(key),
      ])
    },
    // Without Redis there is a single container.
    wasDivided: () => false,
    close: async () => kinds.forEach((entries) => entries.clear()),
  }
}
