/** A kind of data in memory and its limit in megabytes. */
export interface MemoryBudget {
  megabytes: number
  /** The description for operators. */
  holds: string
}

/**
 * The caches of a process by their names in metrics; `shared-state/shared-store.server.ts` has the
 * stores.
 */
export const cacheBudgets = {
  'public data': { megabytes: 64, holds: 'public data: `CACHE_MEGABYTES`' },
  'personal promotions': { megabytes: 16, holds: 'personal promotions' },
  'drawn QR codes': { megabytes: 4, holds: 'drawn QR codes' },
  'drawn barcodes': { megabytes: 4, holds: 'drawn barcodes' },
} satisfies Record<string, MemoryBudget>
export type CacheName = keyof typeof cacheBudgets

/** The default budget of one kind of keys in a store. */
export const MEGABYTES_OF_A_KIND = 4

/** Measured memory of the process under load, and of data outside the caches. */
export const otherBudgets = {
  process: { megabytes: 200, holds: 'the process itself, under load' },
  sharedPages: { megabytes: 8, holds: 'shared pages' },
  signOuts: { megabytes: 11, holds: 'sign-outs' },
} satisfies Record<string, MemoryBudget>

/** The memory of one limit's local counts; measured with 5,000 keys. */
export const MEGABYTES_OF_A_LIMIT = 3
