import type { LRUCache } from 'lru-cache'

import { bytesOfText, createByteCache } from '~/lib/byte-cache.server'

/**
 * What the containers share: short-lived values under short keys. Times are in milliseconds.
 * Nothing personal is put here unsealed, and nothing that cannot be lost; a key names a shopper by
 * `userHash`, but for a form's claim, by the user's id: two releases side by side must claim the
 * same. What stands before a key's first colon is its kind.
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

export interface MemoryStore extends SharedStore {
  delete(key: string): void
}

const MEGABYTES_OF_A_KIND = 4
/** Results of refreshes are sealed pairs of tokens, some kilobytes each. */
const MEGABYTES: Record<string, number> = { next: 16, later: 8 }

/**
 * Kinds that any visitor can add to without end, or that are stored for long, and cost on loss a
 * figure, or at worst a sign-in: they never take room from what must not be lost.
 */
const FORGETTABLE: readonly string[] = ['event-batch', 'crossing', 'experiments', 'later']

/** What stands before the first colon. */
export const kindOf = (key: string) => key.slice(0, Math.max(0, key.indexOf(':')))

/**
 * The store of a single container. Each kind of key has a budget of its own, so that whoever fills
 * one of them pushes nothing out of another.
 */
export function createMemoryStore(now: () => number = () => performance.now()): MemoryStore {
  const kinds = new Map<string, LRUCache<string, string>>()
  function entriesOf(key: string): LRUCache<string, string> {
    const kind = kindOf(key)
    const existing = kinds.get(kind)
    if (existing) return existing
    const megabytes = MEGABYTES[kind] ?? MEGABYTES_OF_A_KIND
    const made = createByteCache(`store ${kind}`, { megabytes, bytesOf: bytesOfText, now })
    kinds.set(kind, made)
    return made
  }
  return {
    get: async (key) => entriesOf(key).get(key) ?? null,
    set: async (key, value, lifeMs) => void entriesOf(key).set(key, value, { ttl: lifeMs }),
    claim: async (key, value, lifeMs) => {
      const entries = entriesOf(key)
      if (entries.has(key)) return false
      entries.set(key, value, { ttl: lifeMs })
      return true
    },
    release: async (key, value) => {
      if (entriesOf(key).get(key) === value) entriesOf(key).delete(key)
    },
    delete: (key) => void entriesOf(key).delete(key),
    isShared: () => false,
    close: async () => kinds.forEach((entries) => entries.clear()),
  }
}

/** One store in front of two: what may be forgotten at any time goes to the second. */
export function divideStore(state: SharedStore, forgetting: SharedStore): SharedStore {
  const storeOf = (key: string) => (FORGETTABLE.includes(kindOf(key)) ? forgetting : state)
  return {
    get: (key) => storeOf(key).get(key),
    set: (key, ...rest) => storeOf(key).set(key, ...rest),
    claim: (key, ...rest) => storeOf(key).claim(key, ...rest),
    release: (key, ...rest) => storeOf(key).release(key, ...rest),
    isShared: () => state.isShared(),
    close: async () => void (await Promise.all([state.close(), forgetting.close()])),
  }
}
