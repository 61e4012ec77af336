import type { Gateways } from '~/gateways/gateways.server'
import { readEnds, readPeriod } from '~/gateways/history.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import type { Transaction } from '~/gateways/schemas/purchases.server'
import { getCurrency } from '~/lib/currency'
import { getDayKey } from '~/lib/dates'
import { formatMoney, formatRoubles } from '~/lib/money'
import { formatNumber } from '~/lib/numbers'
import { plural } from '~/lib/plural'

import { findPath } from '../find-query.server'
import { spendingText, sumUp } from '../totals.server'
import {
  getBorders,
  getDays,
  getHref,
  getKey,
  getParts,
  periodName,
  getSteps,
  type Part,
  type Period,
  type Today,
} from './period.server'

/** The limit of operations in a year; a longer year is marked as incomplete. */
const MAX_OPERATIONS = 2000
const UNKNOWN = 'Известно не всё'
/** A year long ago needs a binary search and many pages: more than a screen's usual budget. */
const LIST_MS = 5000

/** The purchases of a year or a month; `sums` are null when the history failed to load. */
export async function loadOverview(
  gateways: Pick<Gateways, 'purchases'>,
  period: Period,
  today: Today,
) {
  // Aborts after the budget of the block: an earlier abort would count as a gateway error.
  const signal = AbortSignal.timeout(LIST_MS + 500)
  const { read, first } = await loadBlocks(
    {
      read: readPeriod(gateways, { ...getBorders(period), most: MAX_OPERATIONS, signal }),
      first: getBeginning(gateways),
    },
    { read: LIST_MS, first: LIST_MS },
  )
  return {
    heading: periodName(period),
    isMonth: period.month !== null,
    here: getHref(period),
    operations: findPath(getDays(period), null),
    up:
      period.month === null ? null : { to: getHref({ ...period, month: null }), year: period.year },
    ...getSteps(period, first ?? null, today),
    /** True when the history has no operations; false when it failed to load. */
    isNew: first === null,
    sums: read ? overviewView(read, period) : null,
  }
}

/** The first operation's time; null without operations. */
async function getBeginning(gateways: Pick<Gateways, 'purchases'>): Promise<string | null> {
  return (await readEnds(gateways)).oldest?.createdAt ?? null
}

/** The totals and bars of a period from its operations. @internal */
export function overviewView(
  { transactions, isWhole }: { transactions: readonly Transaction[]; isWhole: boolean },
  period: Period,
) {
  const within = transactions.filter((entry) =>
    getDayKey(entry.createdAt).startsWith(getKey(period)),
  )
  if (within.length === 0) return { isEmpty: true as const }
  // The part of the last operation that was read, and all earlier ones, are incomplete.
  const oldest = transactions.at(-1)
  const cut = isWhole || !oldest ? '' : getDayKey(oldest.createdAt)
  const parts = getParts(period).map((part) => {
    const operations = within.filter((entry) => getDayKey(entry.createdAt).startsWith(part.key))
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
    cut: isWhole ? null : formatNumber(MAX_OPERATIONS),
    totals: {
      spent:
        spent === null || !isWhole
          ? { title: 'Потрачено', sum: UNKNOWN }
          : spendingText(spent, format),
      purchases: formatNumber(purchasesIn(within)),
      earned: or(earned, getStars),
      gone: or(gone, getStars),
    },
    sentence: getSentence(parts, format),
    rows: getRows(parts, format),
  }
}

const getStars = (count: number) => `${formatNumber(count)}\u00a0${getCurrency(Math.abs(count))}`

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
      receipts: `${formatNumber(purchases)} ${plural(purchases, 'чек', 'чека', 'чеков')}`,
      bar: spent && longest > 0 ? Math.round((Math.abs(spent) / longest) * 1000) / 10 : 0,
      isReturn: (spent ?? 0) < 0,
    }))
}
