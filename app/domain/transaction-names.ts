import { formatMoney } from '~/lib/money'
import { formatNumber } from '~/lib/numbers'
import { currency, getCurrency } from './currency'

export type TransactionType = 'PURCHASE' | 'REFUND' | 'ACCRUAL' | 'WRITE_OFF' | 'EXPIRATION'

/** The name of an operation's type. */
export const typeNames: Record<TransactionType, string> = {
  PURCHASE: 'Покупка',
  REFUND: 'Возврат',
  get ACCRUAL() {
    return `Начисление ${currency.many}`
  },
  get WRITE_OFF() {
    return `Списание ${currency.many}`
  },
  get EXPIRATION() {
    return `${currency.Plural} сгорели`
  },
}

/** The name of a type as a filter. */
export const kindNames: Record<TransactionType, string> = {
  PURCHASE: 'Покупки',
  REFUND: 'Возвраты',
  get ACCRUAL() {
    return `Начисления ${currency.many}`
  },
  get WRITE_OFF() {
    return `Списания ${currency.many}`
  },
  get EXPIRATION() {
    return `Сгорание ${currency.many}`
  },
}

/** The name of a type that may be unknown to this release. */
export function typeWord(type: TransactionType | null): string {
  return type ? typeNames[type] : 'Операция'
}

/** Null for an unknown type, undefined for an unreadable amount. */
interface Movement {
  type: TransactionType | null
  totalSum?: number | null | undefined
  pointsAccrued?: number | undefined
  pointsSpent?: number | undefined
}

/** «−1 249,90 ₽» for a purchase, «+312 ₽» for a refund; null when no money moved. */
export function moneyMoved({ type, totalSum }: Movement): string | null {
  if (typeof totalSum !== 'number') return null
  const sum = Math.abs(totalSum)
  // Without a type the sign is unknown.
  if (sum === 0 || !type) return formatMoney(sum)
  return type === 'REFUND' ? `+${formatMoney(sum)}` : formatMoney(-sum)
}

/** Points earned and spent: «+12 звёзд», «−30 звёзд»; empty for none. */
export function pointsMoved({ pointsAccrued = 0, pointsSpent = 0 }: Movement): string[] {
  return [signedPoints(Math.abs(pointsAccrued)), signedPoints(-Math.abs(pointsSpent))].filter(
    (forms) => forms !== null,
  )
}

/** «+1 204 звезды», «−1 звезда»; null for none. */
export function signedPoints(amount: number): string | null {
  if (amount === 0) return null
  const count = Math.abs(amount)
  const forms = getCurrency(count)
  return `${amount > 0 ? '+' : '\u2212'}${formatNumber(count)}\u00a0${forms}`
}
