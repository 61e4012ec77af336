import type { Gateways } from '~/gateways/gateways.server'
import { readEnds, readPeriod } from '~/gateways/history.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { readReceipts } from '~/gateways/receipts.server'
import type { Transaction } from '~/gateways/shapes/purchases.server'
import { formatMoney } from '~/lib/money'
import { formatNumber } from '~/lib/numbers'
import { plural } from '~/lib/plural'
import { signedStars } from '~/lib/transaction-names'

import { rowOf } from '../transactions.server'
import { spentText, sumUp } from '../totals.server'
import {
  kindsFigure,
  outOf,
  savedFigure,
  spendingFigure,
  starsFigure,
  starsOf,
} from './figures.server'
import { sumByKind } from './kinds.server'
import { bordersOf, hrefOf, nameOf, stepsOf, type Period, type Today } from './period.server'
import { byPart, hasReceipt, partsOf, savedOn, type Details, type Part } from './sums.server'

type Reads = Pick<Gateways, 'purchases'>

/** No year of a shopper has more; what is beyond is marked as. */
const MOST_OPERATIONS = 2000
/** Of a month, as rows. */
const MOST_ROWS = 100
/** A year long ago is found by halves and read page after page: more than a screen's usual budget. */
const LIST_MS = 5000
/** Together with the list less than what the worker waits for a page. */
export const RECEIPTS_MS = 2500

/**
 * The purchases of a year or a month, summed up and drawn. Its `sums` are null when the history
 * could not be read; receipts that did not come cost only what they alone would tell.
 * @param receiptsMs how long receipts may be read
 */
export async function loadOverview(
  gateways: Reads,
  period: Period,
  { today, receiptsMs = RECEIPTS_MS }: { today: Today; receiptsMs?: number },
) {
  // A moment later than the screen stops waiting: its timeout is then no error.
  const signal = AbortSignal.timeout(LIST_MS + 500)
  const { read, first } = await loadBlocks(
    {
      read: readPeriod(gateways, { ...bordersOf(period), most: MOST_OPERATIONS, signal }),
      first: beginningOf(gateways),
    },
    { read: LIST_MS, first: LIST_MS },
  )
  return {
    heading: nameOf(period),
    isMonth: period.month !== null,
    here: hrefOf(period),
    up:
      period.month === null ? null : { to: hrefOf({ ...period, month: null }), year: period.year },
    ...stepsOf(period, first ?? null, today),
    /** Nothing ever, as far as we can see. */
    isNew: first === null,
    sums: read ? await summedUp(gateways, read, { period, today, receiptsMs }) : null,
  }
}

/** When the history begins; null: it has not. */
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
    ...viewOf(within, details, partsOf(within, details, { period, today, cutAt }), cutAt !== null),
    // Of a month's days there is less to compare, and its operations are listed.
    ...(period.month !== null && { stars: null, saved: null }),
    operations: period.month === null ? null : within.slice(0, MOST_ROWS).map(rowOf),
    shownOf: within.length > MOST_ROWS ? `Показано ${MOST_ROWS} из\u00a0${within.length}` : null,
  }
}

/** What is shown of a period's operations and their receipts. */
export function viewOf(
  operations: readonly Transaction[],
  details: Details,
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
      spent: spent === null ? null : spentText(spent),
      purchases: formatNumber(purchases),
      saved: saved.receipts === 0 ? null : formatMoney(saved.sum),
      savedOf: outOf(saved),
      earned: earned === null ? null : starsOf(earned),
      gone: gone === null ? null : starsOf(gone),
    },
    /** A screen with one purchase needs no plot of it. */
    isSingle: operations.length === 1,
    spending: spendingFigure(parts),
    stars: starsFigure(parts),
    /** Null: no receipt loaded. */
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
