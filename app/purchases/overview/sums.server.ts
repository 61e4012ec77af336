import type { Transaction, TransactionDetail } from '~/gateways/shapes/purchases.server'
import { clockOf } from '~/lib/dates'

import { sumUp, type Totals } from '../totals.server'
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

/** Discounts by receipts: of those that are there, which may be fewer than there should be. */
export interface Saved {
  /** Kopecks. */
  sum: number
  /** How many receipts were read, of how many purchases and returns. */
  receipts: number
  of: number
  /** None is missing for want of time: what is missing was not stored. */
  isRead: boolean
}

/** A month of a year, or a day of a month, with what happened in it. */
export interface Part extends Totals {
  key: string
  /** «Апрель», «12 апреля». */
  name: string
  /** «в апреле», «12 апреля». */
  within: string
  /** What stands under it in a plot. */
  label: string | null
  to: string | null
  /** It has not begun and is not shown. */
  isAhead: boolean
  purchases: number
  saved: Saved
}

export type Details = ReadonlyMap<string, TransactionDetail>

/** What has a receipt. */
export const hasReceipt = ({ type }: Pick<Transaction, 'type'>) =>
  type === 'PURCHASE' || type === 'REFUND'

/** What coupons and discounts saved: the result off purchases, less the result off what was given back. */
export function savedOn(operations: readonly Transaction[], details: Details): Saved {
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

/** The operations of a period by its months or days, by Moscow's calendar. */
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
 * A year's months or a month's days, from the first to the last, with their sums.
 * @param cutAt the reading ended with this operation: of its part and all before it incomplete
 */
export function partsOf(
  transactions: readonly Transaction[],
  details: Details,
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
        // Every other one: on a phone twelve do not fit.
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

/** The sum; null if one value is unknown. */
export function total(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  )
}
