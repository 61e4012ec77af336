import type { Transaction } from '~/gateways/shapes/purchases.server'
import { formatMoney } from '~/lib/money'
import type { TransactionType } from '~/lib/transaction-names'

/** What some operations come to; null: incomplete. */
export interface Totals {
  /** Kopecks: purchases less what was given back. */
  spent: number | null
  /** Earned stars, and stars that were spent, taken back or burnt. */
  earned: number | null
  gone: number | null
}

type Summed = Pick<Transaction, 'type' | 'totalSum' | 'pointsAccrued' | 'pointsSpent'>

/**
 * Sums operations up, as they are shown: the kind says which way something went, and not the sign of
 * its figure. An unreadable kind or figure leaves its sums unknown.
 */
export function sumUp(operations: readonly Summed[]): Totals {
  const totals: Totals = { spent: 0, earned: 0, gone: 0 }
  for (const { type, totalSum, pointsAccrued, pointsSpent } of operations) {
    totals.spent = plus(totals.spent, type && signed(type, totalSum))
    totals.earned = plus(totals.earned, type && amount(pointsAccrued))
    totals.gone = plus(totals.gone, type && amount(pointsSpent))
  }
  return totals
}

/**
 * What was spent, and what that is called: who brought more back than was bought has spent nothing.
 * @param spent kopecks, less than nothing where more was given back
 */
export function spentText(spent: number): { title: string; sum: string } {
  return spent < 0
    ? { title: 'Вернулось', sum: formatMoney(-spent) }
    : { title: 'Потрачено', sum: formatMoney(spent) }
}

function signed(type: TransactionType, sum: number | null | undefined): number | undefined {
  if (sum === undefined) return undefined
  const moved = Math.abs(sum ?? 0)
  return type === 'PURCHASE' ? moved : type === 'REFUND' ? -moved : 0
}

const amount = (figure: number | undefined) => figure && Math.abs(figure)

const plus = (sum: number | null, more: number | null | undefined): number | null =>
  sum === null || more === undefined || more === null ? null : sum + more
