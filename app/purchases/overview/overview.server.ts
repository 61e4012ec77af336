import type { Gateways } from '~/gateways/gateways.server'
import { readEnds, readPeriod } from '~/gateways/history.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { readReceipts } from '~/gateways/receipts.server'
import type { Transaction } from '~/gateways/schemas/purchases.server'
import { formatMoney } from '~/lib/money'
import { formatNumber } from '~/lib/numbers'
import { plural } from '~/lib/plural'
import { signedStars } from '~/lib/transaction-names'

import { rowOf } from '../transactions.server'
import { spendingText, sumUp } from '../totals.server'
import {
  kindsFigure,
  outOf,
  savedFigure,
  spendingFigure,
  starsFigure,
  starsOf,
} from './figures.server'
import { sumByKind } from './kinds.server'
import { bordersOf, hrefOf, periodName, stepsOf, type Period, type Today } from './period.server'
import { byPart, hasReceipt, partsOf, savedOn, type ReceiptsById, type Part } from './sums.server'

type Reads = Pick<Gateways, 'purchases'>

/** The limit of operations in a year; a longer year is marked as incomplete. */
const MOST_OPERATIONS = 2000
const UNKNOWN_SUM = 'Известно не всё'
/** The limit of rows in a month. */
const MOST_ROWS = 100
/** A year long ago needs a binary search and many pages: more than a screen's usual budget. */
const LIST_MS = 5000
/** List and receipts together take less time than the service worker waits for a page. */
export const OVERVIEW_RECEIPTS_MS = 2500

/**
 * The purchases of a year or a month with sums and charts. `sums` are null when the history failed
 * to load; missing receipts only lose kinds and savings.
 * @param receiptsMs the time for receipts, in milliseconds
 */
export async function loadOverview(
  gateways: Reads,
  period: Period,
  { today, receiptsMs = OVERVIEW_RECEIPTS_MS }: { today: Today; receiptsMs?: number },
) {
  // Aborts after the budget of the block: an earlier abort would count as a gateway error.
  const signal = AbortSignal.timeout(LIST_MS + 500)
  const { read, first } = await loadBlocks(
    {
      read: readPeriod(gateways, { ...bordersOf(period), most: MOST_OPERATIONS, signal }),
      first: beginningOf(gateways),
    },
    { read: LIST_MS, first: LIST_MS },
  )
  return {
    heading: periodName(period),
    isMonth: period.month !== null,
    here: hrefOf(period),
    up:
      period.month === null ? null : { to: hrefOf({ ...period, month: null }), year: period.year },
    ...stepsOf(period, first ?? null, today),
    /** True when the history has no operations; false when it failed to load. */
    isNew: first === null,
    sums: read ? await summedUp(gateways, read, { period, today, receiptsMs }) : null,
  }
}

/** The first operation's time; null without operations. */
async function beginningOf(gateways: Reads): Promise<string | null> {
  return (await readEnds(gateways)).oldest?.createdAt ?? null
}

async function summedUp(
  gateways: Reads,
  { transactions, isWhole }: { transactions: Transaction[]; isWhole: boolean },
  { period, today, receiptsMs }: { period: Period; today: Today; receiptsMs: number },
) {
  const { within } = byPart(transactions, period)
  if (within.length === 0) return { isEmpty: true as const }
  const withReceipt = within.filter(hasReceipt)
  const details = await readReceipts(gateways, withReceipt, receiptsMs)
  const cutAt = isWhole ? null : (transactions.at(-1) ?? null)
  return {
    isEmpty: false as const,
    cut: isWhole ? null : formatNumber(MOST_OPERATIONS),
    ...overviewView(
      within,
      details,
      partsOf(within, details, { period, today, cutAt }),
      cutAt !== null,
    ),
    // A month has no charts of stars and savings; its operations are listed.
    ...(period.month !== null && { stars: null, saved: null }),
    operations: period.month === null ? null : within.slice(0, MOST_ROWS).map(rowOf),
    shownOf: within.length > MOST_ROWS ? `Показано ${MOST_ROWS} из\u00a0${within.length}` : null,
  }
}

/** The data of the screen from a period's operations and receipts. */
export function overviewView(
  operations: readonly Transaction[],
  details: ReceiptsById,
  parts: readonly Part[],
  isCut: boolean,
) {
  const { spent, earned, gone } = isCut
    ? { spent: null, earned: null, gone: null }
    : sumUp(operations)
  const saved = savedOn(operations, details)
  const purchases = operations.filter(({ type }) => type === 'PURCHASE').length
  return {
    totals: {
      spent: spent === null ? { title: 'Потрачено', sum: UNKNOWN_SUM } : spendingText(spent),
      purchases: formatNumber(purchases),
      saved: saved.receipts === 0 ? null : formatMoney(saved.sum),
      savedOf: outOf(saved),
      earned: earned === null ? UNKNOWN_SUM : starsOf(earned),
      gone: gone === null ? UNKNOWN_SUM : starsOf(gone),
    },
    /** A single purchase needs no chart. */
    isSingle: operations.length === 1,
    spending: spendingFigure(parts),
    stars: starsFigure(parts),
    /** True when no receipt loaded. */
    isWithoutReceipts: saved.of > 0 && details.size === 0,
    saved: savedFigure(parts, saved),
    kinds: kindsFigure(sumByKind(details.values()), saved),
    months: parts.flatMap(monthRow),
  }
}

function monthRow({ name, to, spent, purchases, earned, isAhead }: Part) {
  if (!to || isAhead) return []
  return [
    {
      name,
      to,
      spent: spent === null ? 'не всё известно' : formatMoney(spent),
      text: [
        `${purchases}\u00a0${plural(purchases, 'покупка', 'покупки', 'покупок')}`,
        ...(earned ? [signedStars(earned) ?? ''] : []),
      ],
    },
  ]
}
