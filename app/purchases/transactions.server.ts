import type { Gateways } from '~/gateways/gateways.server'
import { readStretch } from '~/gateways/history.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import type { Transaction } from '~/gateways/schemas/purchases.server'
import { bindText } from '~/lib/bind-text.server'
import { formatTillMonth, formatTillTime, getTillDayKey, haveTillZones } from '~/lib/dates'
import { moneyMoved, signedPoints, pointsMoved, typeWord } from '~/domain/transaction-names'

import { spendingText, sumUp } from './totals.server'

const PAGE = 50

/**
 * One page of operations by month. Loads the neighbouring pages, too, because a month's sums need
 * all of its operations. Null when the page itself failed to load.
 */
export async function loadMonths(gateways: Pick<Gateways, 'purchases'>, offset: number) {
  const before = Math.max(0, offset - PAGE)
  const { page, previous, next } = await loadBlocks(
    {
      page: readStretch(gateways, offset, PAGE),
      previous: offset > 0 ? readStretch(gateways, before, offset - before) : Promise.resolve(null),
      next: readStretch(gateways, offset + PAGE, PAGE),
    },
    { page: BUDGET_MS.critical },
  )
  if (!page) return null
  const { transactions, nextOffset, totalCount } = page
  // A neighbour that starts elsewhere would leave a gap in the sums.
  const later = nextOffset === offset + PAGE ? next : undefined
  return {
    months: getMonths(transactions, {
      earlier: previous?.transactions ?? [],
      later: later?.transactions ?? [],
      isStartCut: previous ? before > 0 : offset > 0,
      isEndCut: nextOffset !== null && (!later || later.nextOffset !== null),
    }),
    nextOffset,
    previousOffset: offset > 0 ? before : null,
    totalCount,
    haveTillZones: haveTillZones(transactions),
  }
}

export type MonthsPage = NonNullable<Awaited<ReturnType<typeof loadMonths>>>

export interface Month {
  /** `2026-04` */
  key: string
  title: string
  /** Null while the month is incomplete. */
  totals: { money: string; points: string[] } | null
  rows: Row[]
}

export type Row = ReturnType<typeof getRow>

interface Neighbours {
  earlier: Transaction[]
  later: Transaction[]
  /** True when the list has operations before `earlier` (`isStartCut`), or after `later` (`isEndCut`). */
  isStartCut: boolean
  isEndCut: boolean
}

/** Groups a page by Moscow's months, newest first, and sums up whole months. */
export function getMonths(page: Transaction[], around: Neighbours): Month[] {
  const all = [...around.earlier, ...page, ...around.later]
  // A new operation shifts the others; ids remove duplicates.
  const unique = [...new Map(all.map((entry) => [entry.id, entry])).values()]
  const unsure = new Set<string>()
  const [first] = unique
  const last = unique.at(-1)
  if (around.isStartCut && first) unsure.add(monthKey(first))
  if (around.isEndCut && last) unsure.add(monthKey(last))

  return [...new Set(page.map(monthKey))].map((key) => {
    const whole = unique.filter((transaction) => monthKey(transaction) === key)
    const shown = page.filter((transaction) => monthKey(transaction) === key)
    return {
      key,
      title: formatTillMonth(shown[0]?.createdAt ?? ''),
      totals: unsure.has(key) ? null : getTotals(whole),
      rows: shown.map(getRow),
    }
  })
}

/** `2026-04` */
const monthKey = ({ createdAt }: Transaction) => getTillDayKey(createdAt).slice(0, 7)

/** Null: incomplete. */
function getTotals(transactions: Transaction[]) {
  const { spent, earned, gone } = sumUp(transactions)
  if (spent === null || earned === null || gone === null) return null
  const points = [signedPoints(earned), signedPoints(-gone)].filter((text) => text !== null)
  const { title, sum } = spendingText(spent)
  return { money: `${title} ${sum}`, points }
}

/** An operation as a row of a list. */
function getRow(transaction: Transaction) {
  const { id, type, title, createdAt, storeAddress } = transaction
  return {
    id,
    type,
    title: title.trim() || typeWord(type),
    what: [typeWord(type), ''].includes(title.trim()) ? null : typeWord(type),
    when: formatTillTime(createdAt, null),
    place: storeAddress ? bindText(storeAddress) : null,
    money: moneyMoved(transaction),
    points: pointsMoved(transaction),
  }
}
