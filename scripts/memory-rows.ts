// The memory budget of a process, from each declaration.
import {
  cacheBudgets,
  MEGABYTES_OF_A_LIMIT,
  otherBudgets,
  type MemoryBudget,
} from '../app/lib/memory-budgets.server'
import { limitTable } from '../app/session/limit-table.server'
import { kindBudgets } from '../app/session/shared-store.server'

/** Every budget of a process; the process itself is the first. */
export function budgetRows(): MemoryBudget[] {
  const { process, ...others } = otherBudgets
  // Limits of the whole shop count one key.
  const isOfShop = ({ of }: { of: string }) => /whole shop|all devices that never/.test(of)
  const limits = Object.values(limitTable).filter((limit) => !isOfShop(limit)).length
  return [
    process,
    ...Object.values(cacheBudgets),
    ...Object.values(others),
    ...kindBudgets.map(({ kind, megabytes }) => ({
      megabytes,
      holds: `keys \`${kind}:…\`, while there is no Redis for them`,
    })),
    {
      megabytes: MEGABYTES_OF_A_LIMIT * limits,
      holds: `counts of limits without Redis, ${MEGABYTES_OF_A_LIMIT} for each of ${limits}`,
    },
  ]
}
