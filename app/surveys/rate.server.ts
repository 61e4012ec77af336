import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { nullIfMalformed } from '~/gateways/malformed.server'
import type { Gateways } from '~/gateways/gateways.server'
import type { Poll, Transaction } from '~/gateways/shapes/purchases.server'
import { bindWords } from '~/lib/bind-words.server'
import { formatDateTime } from '~/lib/dates'
import { nameOf } from '~/lib/fallback-name.server'
import { idInAddress } from '~/lib/ids'
import { formatMoney } from '~/lib/money'

const PAGE = 50

/** A purchase that waits for its marks. */
export type Rateable = ReturnType<typeof rateableOf>

/**
 * Of one page of the history, the purchases that can be rated. The contract has no list of
 * them, only a mark on each transaction, so older ones are a page further on.
 */
export async function loadRateable({ purchases }: Pick<Gateways, 'purchases'>, offset: number) {
  const { page } = await loadBlocks(
    { page: purchases.listTransactions({ limit: PAGE, offset }) },
    { page: BUDGET_MS.critical },
  )
  if (!page) return null
  const { transactions, pagination } = page
  return {
    purchases: transactions.filter(({ hasPoll }) => hasPoll).map(rateableOf),
    nextOffset: pagination.hasMore ? (pagination.nextOffset ?? offset + PAGE) : null,
  }
}

function rateableOf({ id, title, createdAt, storeAddress, totalSum }: Transaction) {
  return {
    id: idInAddress(id),
    title: nameOf('purchase', title),
    when: formatDateTime(createdAt),
    place: storeAddress ? bindWords(storeAddress) : null,
    sum: typeof totalSum === 'number' ? formatMoney(totalSum) : null,
  }
}

/** The poll of a purchase; `closed` when it was rated or cannot be, `unknown` for no purchase. */
export type PurchasePoll =
  { kind: 'open'; poll: Poll; purchase: Rateable } | { kind: 'closed' | 'unknown' | 'unavailable' }

export async function loadPurchasePoll(
  { purchases }: Pick<Gateways, 'purchases'>,
  id: string,
): Promise<PurchasePoll> {
  const { poll, transaction } = await loadBlocks(
    {
      poll: nullIfMalformed(purchases.getTransactionPoll(id)),
      transaction: nullIfMalformed(purchases.getTransaction(id)),
    },
    { poll: BUDGET_MS.critical, transaction: BUDGET_MS.critical },
  )
  if (poll === undefined || transaction === undefined) return { kind: 'unavailable' }
  if (transaction === null) return { kind: 'unknown' }
  if (poll === null) return { kind: 'closed' }
  const purchase = rateableOf(transaction)
  return {
    kind: 'open',
    poll: { ...poll, title: poll.title.trim() },
    purchase: { ...purchase, when: `${purchase.when} (МСК)` },
  }
}
