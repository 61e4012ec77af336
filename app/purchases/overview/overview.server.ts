import type { Transaction } from '~/gateways/schemas/purchases.server'
import { getCurrency } from '~/domain/currency'
import { getTillDayKey } from '~/lib/dates'
import { formatMoney, formatRoubles } from '~/lib/money'
import { formatNumber, plural } from '~/lib/numbers'

import { spendingText, sumUp } from '../totals.server'
import { getKey, getParts, type Part, type Period } from './period.server'

/** The limit of operations in a year; a longer year is marked as incomplete. */
export const MAX_OPERATIONS = 2000
const UNKNOWN = 'Известно не всё'

/** The totals and bars of a period from its operations. */
export function overviewView(
  { transactions, isWhole }: { transactions: readonly Transaction[]; isWhole: boolean },
  period: Period,
) {
  const within = transactions.filter((entry) =>
    getTillDayKey(entry.createdAt).startsWith(getKey(period)),
  )
  if (within.length === 0) return { isEmpty: true as const }
  // The part of the last operation that was read, and all earlier ones, are incomplete.
  const oldest = transactions.at(-1)
  const cut = isWhole || !oldest ? '' : getTillDayKey(oldest.createdAt)
  const parts = getParts(period).map((part) => {
    const operations = within.filter((entry) => getTillDayKey(entry.createdAt).startsWith(part.key))
    const isCut = part.key <= cut.slice(0, part.key.length)
    const spent = isCut ? null : sumUp(operations).spent
    return { ...part, spent, count: operations.length, purchases: purchasesIn(operations) }
  })
  const { spent, earned, gone } = sumUp(within)
  const or = (value: number | null, text: (value: number) => string) =>
    value === null || !isWhole ? UNKNOWN : text(value)
  const format = period.month === null ? formatRoubles : formatMoney
  return {
    isEmpty: false as const,
    /** The number of operations read in a period that has more. */
    cut: isWhole ? null : formatNumber(MAX_OPERATIONS),
    totals: {
      spent:
        spent === null || !isWhole
          ? { title: 'Потрачено', sum: UNKNOWN }
          : spendingText(spent, format),
      purchases: formatNumber(purchasesIn(within)),
      earned: or(earned, getPoints),
      gone: or(gone, getPoints),
    },
    sentence: getSentence(parts, format),
    rows: getRows(parts, format),
  }
}

/** The sums of a period that has operations. */
export type Sums = Extract<ReturnType<typeof overviewView>, { isEmpty: false }>

const getPoints = (count: number) => `${formatNumber(count)}\u00a0${getCurrency(Math.abs(count))}`

const purchasesIn = (operations: readonly Transaction[]) =>
  operations.filter(({ type }) => type === 'PURCHASE').length

interface SummedPart extends Part {
  /** In kopecks; null when incomplete. */
  spent: number | null
  count: number
  purchases: number
}

function getSentence(parts: readonly SummedPart[], format: typeof formatRoubles): string | null {
  if (parts.some(({ spent }) => spent === null)) return 'Часть сумм неизвестна, итога пока нет.'
  const [most, next] = parts.toSorted((one, other) => (other.spent ?? 0) - (one.spent ?? 0))
  if (!most?.spent || !next?.spent || next.spent < 0 || most.spent === next.spent) return null
  return `Больше всего\u00a0— ${most.name}: ${format(most.spent).replaceAll('\u2009', '\u202f')}.`
}

/** The rows with operations or unknown sums; each bar is a share of the longest one. */
function getRows(parts: readonly SummedPart[], format: typeof formatRoubles) {
  const longest = Math.max(...parts.map(({ spent }) => Math.abs(spent ?? 0)))
  return parts
    .filter(({ spent, count }) => spent === null || count > 0)
    .map(({ name, to, spent, purchases }) => ({
      name,
      to,
      spent: spent === null ? 'не всё известно' : format(spent),
      /** «13 чеков». */
      receipts: `${formatNumber(purchases)} ${plural(purchases, 'чек', 'чека', 'чеков')}`,
      /** The length in percent of the longest bar. */
      bar: spent && longest > 0 ? Math.round((Math.abs(spent) / longest) * 1000) / 10 : 0,
      isReturn: (spent ?? 0) < 0,
    }))
}
