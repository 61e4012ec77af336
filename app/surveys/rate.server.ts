import type { AppLoadContext } from '@remix-run/node'

import { isAnswered, notYetAnswered } from '~/session/answered.server'
import { readStretch } from '~/gateways/history.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { nullIfMalformed } from '~/gateways/gateway-error.server'
import type { Poll, Transaction } from '~/gateways/schemas/purchases.server'
import { bindText } from '~/lib/bind-text.server'
import { formatTillTime, hasTillZone, haveTillZones } from '~/lib/dates'
import { UNKNOWN_ZONE, zoneNote } from '~/lib/time-zones'
import { nameOrFallback } from '~/domain/fallback-name.server'
import { formatMoney } from '~/lib/money'

const PAGE = 50

/** A purchase that can be rated. */
export type Rateable = ReturnType<typeof getRateable>

/**
 * The unrated purchases of one page of the history. The contract has no list of them, only a flag
 * on each operation, so older ones are on later pages.
 */
export async function loadRateable(context: AppLoadContext, offset: number) {
  const { page } = await loadBlocks(
    { page: readRateable(context, offset) },
    { page: BUDGET_MS.critical },
  )
  return page ?? null
}

async function readRateable(context: AppLoadContext, offset: number) {
  const { transactions, nextOffset } = await readStretch(context.gateways, offset, PAGE)
  const rateable = transactions.filter(({ hasPoll }) => hasPoll)
  return {
    purchases: (await notYetAnswered(context, 'purchase', rateable)).map(getRateable),
    nextOffset,
    haveTillZones: haveTillZones(rateable),
  }
}

function getRateable({ id, title, createdAt, storeAddress, totalSum }: Transaction) {
  return {
    id,
    title: nameOrFallback('purchase', title),
    when: formatTillTime(createdAt, null, true),
    place: storeAddress ? bindText(storeAddress) : null,
    sum: typeof totalSum === 'number' ? formatMoney(totalSum) : null,
  }
}

/**
 * The poll of a purchase; `closed` when it was rated or cannot be, `unknown` for an unknown
 * purchase.
 */
type PurchasePoll =
  { kind: 'open'; poll: Poll; purchase: Rateable } | { kind: 'closed' | 'unknown' | 'unavailable' }

export async function loadPurchasePoll(context: AppLoadContext, id: string): Promise<PurchasePoll> {
  const { purchases } = context.gateways
  const [{ poll, transaction }, isRated] = await Promise.all([
    loadBlocks(
      {
        poll: nullIfMalformed(purchases.getTransactionPoll(id)),
        transaction: nullIfMalformed(purchases.getTransaction(id)),
      },
      { poll: BUDGET_MS.critical, transaction: BUDGET_MS.critical },
    ),
    isAnswered(context, 'purchase', id),
  ])
  if (poll === undefined || transaction === undefined) return { kind: 'unavailable' }
  if (transaction === null) return { kind: 'unknown' }
  if (poll === null || isRated) return { kind: 'closed' }
  const purchase = getRateable(transaction)
  return {
    kind: 'open',
    poll: { ...poll, title: poll.title.trim() },
    purchase: {
      ...purchase,
      when: purchase.when + (hasTillZone(transaction.createdAt) ? '' : zoneNote(UNKNOWN_ZONE)),
    },
  }
}
