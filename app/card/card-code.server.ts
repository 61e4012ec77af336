import type { AppLoadContext } from '@remix-run/node'

import { getLoyaltyCard } from './loyalty-card.server'
import { drawnQr } from '~/lib/drawn-codes.server'

/** Two tabs, or two containers, must not create two cards. */
const CLAIM_MS = 60_000

/** The signed-in shopper's card, its code drawn. */
export async function loadCard({ gateways, session, store }: AppLoadContext) {
  const claim = async () => store.claim(`virtual-card:${await session.userId()}`, '1', CLAIM_MS)
  const { number, qrValue, fetchedAt } = await getLoyaltyCard(gateways, claim)
  return { number, svg: drawnQr(qrValue), fetchedAt }
}
