import type { AppLoadContext } from '@remix-run/node'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { drawnCode128 } from '~/lib/drawn-codes.server'
import { formatTime, SERVER_TIME_ZONE } from '~/lib/dates'
import { groupInFours } from '~/lib/mask'
import { loadCard } from './card-code.server'

/** The card as its two screens show it; null while the code cannot be had. */
export async function loadCardView(context: AppLoadContext) {
  const { card } = await loadBlocks({ card: loadCard(context) }, { card: BUDGET_MS.critical })
  if (!card) return null
  const { number, svg, fetchedAt } = card
  return {
    code: { svg, fetchedAt },
    fetchedAtTime: `${formatTime(fetchedAt, SERVER_TIME_ZONE)} (МСК)`,
    number: groupInFours(number),
    barcode: drawnCode128(number),
  }
}

export type CardView = NonNullable<Awaited<ReturnType<typeof loadCardView>>>
