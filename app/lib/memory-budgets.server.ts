/** What a process holds in memory, and how many megabytes of it at most. */
export interface MemoryBudget {
  megabytes: number
  /** For operators. */
  holds: string
}

/** The caches of a process by their names in the metrics; the stores of `session/shared-store.server.ts` are apart. */
export const cacheBudgets = {
  'public data': { megabytes: 64, holds: 'public data: `CACHE_MEGABYTES`' },
  'personal promotions': { megabytes: 16, holds: 'personal promotions' },
  receipts: { megabytes: 8, holds: 'receipts of the last minute' },
  'drawn QR codes': { megabytes: 4, holds: 'drawn QR codes' },
  'drawn barcodes': { megabytes: 4, holds: 'drawn barcodes' },
  calendars: { megabytes: 8, holds: 'calendars of the last minute' },
} satisfies Record<string, MemoryBudget>
export type CacheName = keyof typeof cacheBudgets

/** One kind of keys of a store, unless it says otherwise. */
export const MEGABYTES_OF_A_KIND = 4

/** The process itself, under load; and what it holds outside the caches. Measured. */
export const otherBudgets = {
  process: { megabytes: 200, holds: 'the process itself, under load' },
  sharedPages: { megabytes: 8, holds: 'shared pages' },
  signOuts: { megabytes: 11, holds: 'sign-outs' },
} satisfies Record<string, MemoryBudget>

/** Counts of one limit, where the process counts by itself. Measured with 5,000 keys. */
export const MEGABYTES_OF_A_LIMIT = 3
