import type { Transaction } from '~/gateways/schemas/purchases.server'
import { formatMoney } from '~/lib/money'
import type { TransactionType } from '~/domain/transaction-names'

interface OperationSums {
  /** In kopecks: purchases minus refunds. */
  spent: number | null
  /** Earned points; and points spent, taken back or expired. */
  earned: number | null
  gone: number | null
}

type Summed = Pick<Transaction, 'type' | 'totalSum' | 'pointsAccrued' | 'pointsSpent'>

/**
 * Sums up operations as shown: their type determines the direction, not the sign. An unreadable
 * type or amount makes its sums unknown.
 */
export function sumUp(operations: readonly Summed[]): OperationSums {
  const totals: OperationSums = { spent: 0, earned: 0, gone: 0 }
  for (const { type, totalSum, pointsAccrued, pointsSpent } of operations) {
    totals.spent = plus(totals.spent, type && signed(type, totalSum))
    totals.earned = plus(totals.earned, type && amount(pointsAccrued))
    totals.gone = plus(totals.gone, type && amount(pointsSpent))
  }
  return totals
}

/**
 * The spending and its title; refunds above purchases are called a return.
 * @param spent kopecks, negative for a surplus of refunds
 */
export function spendingText(
  spent: number,
  format: (kopecks: number) => string = formatMoney,
): { title: string; sum: string } {
  return spent < 0
    ? { title: 'Вернулось', sum: format(-spent) }
    : { title: 'Потрачено', sum: format(spent) }
}

function signed(type: TransactionType, sum: number | null | undefined): number | undefined {
  if (sum === undefined) return undefined
  const moved = Math.abs(sum ?? 0)
  return type === 'PURCHASE' ? moved : type === 'REFUND' ? -moved : 0
}

const amount = (figure: number | undefined) => figure && Math.abs(figure)

const plus = (sum: number | null, more: number | null | undefined): number | null =>
  sum === null || more === undefined || more === null ? null : sum + more
