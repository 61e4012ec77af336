import { withTimeout } from '~/lib/with-timeout'
import { inSpan } from '~/platform/tracing.server'

import { GatewayError } from './gateway-error.server'

/** Time budgets in milliseconds of optional blocks and of blocks that the screen needs. */
export const BUDGET_MS = { optional: 1500, critical: 3000 } as const

type Calls = Record<string, Promise<unknown>>

/**
 * The results by name. Undefined: the call failed or was late. Any other value, even null, is the gateway's
 * response.
 */
type Blocks<Named extends Calls> = {
  [Name in keyof Named]: Awaited<Named[Name]> | undefined
}

/**
 * Loads the blocks of a screen in parallel. Each has a budget in milliseconds, by default
 * `optional`. A failing or slow gateway call loses one block; other exceptions (a redirect, a bug)
 * are thrown.
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
    { attributes: { 'april.budget_ms': Math.round(budgetMs) } },
    async (span) => {
      try {
        return await withTimeout(
          () => call,
          budgetMs,
          () => void span.setAttribute('april.outcome', 'late'),
        )
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error
        span.setAttribute('april.outcome', 'failed')
        return undefined
      }
    },
  )
}
