import type { AppLoadContext } from '@remix-run/node'

import type { GatewayError } from '~/gateways/gateway-error.server'

import { drawnQr } from '~/lib/drawn-codes.server'
import { userHash } from '~/session/user-hash.server'

import { getLoyaltyCard } from './loyalty-card.server'

/**
 * How long one request holds the claim to create the card: two tabs or containers must not create two cards.
 */
const CLAIM_MS = 60_000

/** The signed-in shopper's card with its code as SVG. */
export async function loadCard(context: AppLoadContext) {
  const { gateways, store } = context
  const claim = async () => store.claim(`virtual-card:${await userHash(context)}`, '1', CLAIM_MS)
  const { number, qrValue, fetchedAt } = await getLoyaltyCard(gateways, claim)
  return { number, svg: drawnQr(qrValue), fetchedAt }
}

/** Why there is no code: the gateway refused, or is unreachable. */
export type CodeLoadError = 'refused' | 'unreachable'

export function codeLoadErrorOf({
  isClientError,
}: Pick<GatewayError, 'isClientError'>): CodeLoadError {
  return isClientError ? 'refused' : 'unreachable'
}
