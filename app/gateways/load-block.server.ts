import { GatewayError } from './gateway-error.server'

/** A part of a screen: what it shows, or that it could not be loaded. */
export type Loaded<Value> = { isLoaded: true; value: Value } | { isLoaded: false }

/** What a block may take when the screen is of use without it, and when it is not. */
export const BUDGET_MS = { optional: 1500, critical: 3000 } as const

/**
 * Waits for one block of a screen, but not longer than its budget. A failing gateway costs this
 * block alone; anything else that is thrown (a redirect, a bug) goes on.
 */
export async function loadBlock<Value>(
  work: Promise<Value>,
  budgetMs: number = BUDGET_MS.optional,
): Promise<Loaded<Value>> {
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<Loaded<Value>>((resolve) => {
    timer = setTimeout(() => resolve({ isLoaded: false }), budgetMs)
  })
  const loaded = work.then(
    (value): Loaded<Value> => ({ isLoaded: true, value }),
    (error: unknown): Loaded<Value> => {
      if (error instanceof GatewayError) return { isLoaded: false }
      throw error
    },
  )
  // A block that fails after its budget fails unheard.
  loaded.catch(() => undefined)
  try {
    return await Promise.race([loaded, tooSlow])
  } finally {
    clearTimeout(timer)
  }
}
