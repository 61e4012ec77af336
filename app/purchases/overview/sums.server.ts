import type { Transaction, TransactionDetail } from '~/gateways/schemas/purchases.server'
import { clockOf } from '~/lib/dates'

import { sumUp, type OperationSums } from '../totals.server'
import {
  capital,
  daysOf,
  genitive,
  hrefOf,
  keyOf,
  nominative,
  prepositional,
  type Period,
  type Today,
} from './period.server'

/** Savings by receipts; some receipts may be missing. */
export interface Saved {
  /** In kopecks. */
  sum: number
  /** Receipts read, out of purchases and refunds. */
  receipts: number
  of: number
  /** True when the details of all purchases and refunds are loaded, even if some have no receipt. */
  isRead: boolean
}

/** A month of a year, or a day of a month, with its sums. */
export interface Part extends OperationSums {
  key: string
  /** «Апрель», «12 апреля». */
  name: string
  /** «в апреле», «12 апреля». */
  within: string
  /** The label in a chart. */
  label: string | null
  to: string | null
  /** True for a future part, which is not shown. */
  isAhead: boolean
  purchases: number
  saved: Saved
}

export type ReceiptsById = ReadonlyMap<string, TransactionDetail>

/** True for operations with a receipt. */
export const hasReceipt = ({ type }: Pick<Transaction, 'type'>) =>
  type === 'PURCHASE' || type === 'REFUND'

/** Savings by coupons and discounts: those of purchases minus those of refunds. */
export function savedOn(operations: readonly Transaction[], details: ReceiptsById): Saved {
  const withReceipt = operations.filter(hasReceipt)
  let [sum, receipts] = [0, 0]
  for (const { id, type } of withReceipt) {
    const receipt = details.get(id)?.receipt
    if (!receipt) continue
    receipts += 1
    sum += type === 'REFUND' ? -Math.abs(receipt.discountSum) : receipt.discountSum
  }
  return {
    sum,
    receipts,
    of: withReceipt.length,
    isRead: withReceipt.every(({ id }) => details.has(id)),
  }
}

const dayKey = ({ createdAt }: Transaction) => {
  const { year, month, day } = clockOf(createdAt)
  return `${year}-${month}-${day}`
}

/** The operations of a period by month or day, in Moscow's calendar. */
export function byPart(transactions: readonly Transaction[], period: Period) {
  const whole = keyOf(period)
  const length = period.month === null ? 7 : 10
  const parts = new Map<string, Transaction[]>()
  const within: Transaction[] = []
  for (const transaction of transactions) {
    const day = dayKey(transaction)
    if (!day.startsWith(whole)) continue
    within.push(transaction)
    const key = day.slice(0, length)
    const existingSum = parts.get(key)
    if (existingSum) existingSum.push(transaction)
    else parts.set(key, [transaction])
  }
  return { within, parts }
}

/**
 * The months of a year or the days of a month, with their sums.
 * @param cutAt the last operation that was read; its part and all earlier ones are incomplete
 */
export function partsOf(
  transactions: readonly Transaction[],
  details: ReceiptsById,
  { period, today, cutAt }: { period: Period; today: Today; cutAt: Transaction | null },
): Part[] {
  const { parts } = byPart(transactions, period)
  const length = period.month === null ? 7 : 10
  const cut = cutAt ? dayKey(cutAt).slice(0, length) : ''
  const present = `${keyOf(today)}-${String(today.day).padStart(2, '0')}`.slice(0, length)
  return calendarOf(period).map((place) => {
    const operations = parts.get(place.key) ?? []
    const isCut = place.key <= cut
    return {
      ...place,
      ...(isCut ? { spent: null, earned: null, gone: null } : sumUp(operations)),
      to: operations.length > 0 ? place.to : null,
      isAhead: place.key > present,
      purchases: operations.filter(({ type }) => type === 'PURCHASE').length,
      saved: savedOn(operations, details),
    }
  })
}

function calendarOf(period: Period): Pick<Part, 'key' | 'name' | 'within' | 'label' | 'to'>[] {
  const { year, month } = period
  if (month === null)
    return nominative.map((name, index) => {
      const own = { year, month: index + 1 }
      return {
        key: keyOf(own),
        name: capital(name),
        within: `в\u00a0${prepositional[index]}`,
        // Every second label, because twelve do not fit on a phone.
        label: index % 2 === 0 ? name.slice(0, 3) : null,
        to: hrefOf(own),
      }
    })
  return Array.from({ length: daysOf(year, month) }, (_, index) => {
    const day = `${index + 1}\u00a0${genitive[month - 1]}`
    return {
      key: `${keyOf(period)}-${String(index + 1).padStart(2, '0')}`,
      name: day,
      within: day,
      label: index === 0 || (index + 1) % 5 === 0 ? String(index + 1) : null,
      to: null,
    }
  })
}

/** The sum; null when one value is unknown. */
export function total(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  )
}
