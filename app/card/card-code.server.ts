import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { drawnQr } from '~/lib/drawn-codes.server'
import { userHash } from '~/session/user-hash.server'
import type { Gateways } from '~/gateways/gateways.server'

/** The card at the till. */
interface LoyaltyCard {
  number: string
  /** `H` + number + `T` + one-time code (specification 3.13). */
  qrValue: string
  /** When the one-time code was fetched, an instant. */
  fetchedAt: string
}

/**
 * The shopper's card with a fresh one-time code. A shopper without a card gets a virtual one. Only
 * the holder of the `claim` creates it, then the code is requested again (specification 4.22).
 * @throws GatewayError when there is no code
 */
async function getLoyaltyCard(
  { account }: Pick<Gateways, 'account'>,
  claim: () => Promise<boolean>,
): Promise<LoyaltyCard> {
  let totp = await orNoCard(account.getTotp())
  if (!totp) {
    if (await claim()) await account.createVirtualCard()
    totp = await account.getTotp()
  }
  if (!totp)
    throw new GatewayError({ kind: 'contract', endpoint: 'GET /v1/user/totp', status: 404 })
  return {
    number: totp.identifier,
    qrValue: `H${totp.identifier}T${totp.totp}`,
    fetchedAt: new Date().toISOString(),
  }
}

/** Reads any 4xx except 401 as «no card» (specification 4.22). */
async function orNoCard<Value>(response: Promise<Value | null>): Promise<Value | null> {
  try {
    return await response
  } catch (error) {
    if (error instanceof GatewayError && error.isClientError && !error.isUnauthorized) return null
    throw error
  }
}

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

export function getCodeLoadError({
  isClientError,
}: Pick<GatewayError, 'isClientError'>): CodeLoadError {
  return isClientError ? 'refused' : 'unreachable'
}
