import { inSpan } from '~/platform/tracing.server'

import { GatewayError } from './gateway-error.server'

/** What a block may take when the screen is of use without it, and when it is not. */
export const BUDGET_MS = { optional: 1500, critical: 3000 } as const

type Calls = Record<string, Promise<unknown>>

/**
 * The result, by name. Undefined: it could not be loaded in time; anything else, null too, is what
 * the gateway answered.
 */
export type Blocks<Named extends Calls> = {
  [Name in keyof Named]: Awaited<Named[Name]> | undefined
}

/**
 * Loads the blocks of a screen side by side, each within its own budget: `optional` unless another
 * is named for it, in milliseconds. A failing or slow gateway costs one block; anything else that
 * is thrown (a redirect, a bug) goes on.
 */
export async function loadBlocks<Named extends Calls>(
  calls: Named,
  budgets: Partial<Record<keyof Named, number>> = {},
): Promise<Blocks<Named>> {
  const blocks = await Promise.all(
    Object.entries(calls).map(async ([name, call]) => [
      name,
      await withinBudget(name, call, budgets[name] ?? BUDGET_MS.optional),
    ]),
  )
  return Object.fromEntries(blocks) as Blocks<Named>
}

async function withinBudget<Value>(
  name: string,
  call: Promise<Value>,
  budgetMs: number,
): Promise<Value | undefined> {
  return inSpan(
    `block ${name}`,
    { facts: { 'april.budget_ms': Math.round(budgetMs) } },
    async ({ note }) => {
      let timer: NodeJS.Timeout | undefined
      const tooSlow = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => {
          note({ 'april.outcome': 'late' })
          resolve(undefined)
        }, budgetMs)
      })
      const loaded = call.catch((error: unknown) => {
        if (!(error instanceof GatewayError)) throw error
        note({ 'april.outcome': 'failed' })
        return undefined
      })
      // An error after the budget has run out is ignored.
      loaded.catch(() => undefined)
      try {
        return await Promise.race([loaded, tooSlow])
      } finally {
        clearTimeout(timer)
      }
    },
  )
}
