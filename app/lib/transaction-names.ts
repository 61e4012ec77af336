import { formatMoney } from './money'
import { formatNumber } from './numbers'
import { currency, currencyOf } from './currency'

export type TransactionType = 'PURCHASE' | 'REFUND' | 'ACCRUAL' | 'WRITE_OFF' | 'EXPIRATION'

/** What happened, in a word or two. */
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

/** What one looks for when one looks for all of a kind. */
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

/** What happened, for a kind that may be unknown here. */
export function typeWord(type: TransactionType | null): string {
  return type ? typeNames[type] : 'Операция'
}

/** Null for a kind that is unknown here, undefined for an unreadable figure. */
interface Movement {
  type: TransactionType | null
  totalSum?: number | null | undefined
  pointsAccrued?: number | undefined
  pointsSpent?: number | undefined
}

/** «−1 249,90 ₽» spent, «+312 ₽» given back; null where no money moved. */
export function moneyMoved({ type, totalSum }: Movement): string | null {
  if (typeof totalSum !== 'number') return null
  const sum = Math.abs(totalSum)
  // Its sign is unknown.
  if (sum === 0 || !type) return formatMoney(sum)
  return type === 'REFUND' ? `+${formatMoney(sum)}` : formatMoney(-sum)
}

/** «+12 звёзд», «−30 звёзд»: the result and what went, nothing for nothing. */
export function starsMoved({ pointsAccrued = 0, pointsSpent = 0 }: Movement): string[] {
  return [signedStars(Math.abs(pointsAccrued)), signedStars(-Math.abs(pointsSpent))].filter(
    (forms) => forms !== null,
  )
}

/** «+1 204 звезды», «−1 звезда»; null for none. */
export function signedStars(amount: number): string | null {
  if (amount === 0) return null
  const count = Math.abs(amount)
  const forms = currencyOf(count)
  return `${amount > 0 ? '+' : '\u2212'}${formatNumber(count)}\u00a0${forms}`
}
