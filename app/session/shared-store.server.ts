import { LRUCache } from 'lru-cache'

/**
 * What the containers share: short-lived values under short keys. Times are in milliseconds.
 * Nothing personal is put here unsealed, and nothing that cannot be lost.
 */
export interface SharedStore {
  get(key: string): Promise<string | null>
  set(key: string, value: string, lifeMs: number): Promise<void>
  /** Sets the value if the key is free; says whether it was. */
  claim(key: string, value: string, lifeMs: number): Promise<boolean>
  /** Frees a claimed key, if the value is still the claimant's. */
  release(key: string, value: string): Promise<void>
  /** True while other containers see the same values. */
  isShared(): boolean
  close(): Promise<void>
}

const MOST_ENTRIES = 100_000

/** The store of a single container. */
export function createMemoryStore(now: () => number = () => performance.now()): SharedStore {
  const entries = new LRUCache<string, string>({
    max: MOST_ENTRIES,
    ttlResolution: 0,
    perf: { now },
  })
  return {
    get: async (key) => entries.get(key) ?? null,
    set: async (key, value, lifeMs) => void entries.set(key, value, { ttl: lifeMs }),
    claim: async (key, value, lifeMs) => {
      if (entries.has(key)) return false
      entries.set(key, value, { ttl: lifeMs })
      return true
    },
    release: async (key, value) => {
      if (entries.get(key) === value) entries.delete(key)
    },
    isShared: () => false,
    close: async () => entries.clear(),
  }
}
