import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { drawnQr } from '~/domain/drawn-codes.server'
import { userHash } from '~/session/user-hash.server'

/** Reads a 4xx as «no card», except a 401 and a 429 (specification 4.22). */
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

/**
 * The card with a fresh one-time code as SVG: `H` + number + `T` + code (specification 3.13). A shopper without
 * a card gets a virtual one. Only the holder of the claim creates it, then the code is requested again
 * (specification 4.22).
 * @throws GatewayError when there is no code
 */
export async function loadCard(context: AppLoadContext) {
  const { account } = context.gateways
  let totp = await orNoCard(account.getTotp())
  if (!totp) {
    const { store } = context.services
    if (await store.claim(`virtual-card:${await userHash(context)}`, '1', CLAIM_MS))
      await account.createVirtualCard()
    totp = await account.getTotp()
  }
  if (!totp)
    throw new GatewayError({ kind: 'contract', endpoint: 'GET /v1/user/totp', status: 404 })
  const { identifier: number, totp: code } = totp
  return { number, svg: drawnQr(`H${number}T${code}`), fetchedAt: new Date().toISOString() }
}

/** Why there is no code: the gateway refused, or is unreachable. */
export type QrLoadError = 'refused' | 'unreachable'

export function getQrLoadError({
  isClientError,
}: Pick<GatewayError, 'isClientError'>): QrLoadError {
  return isClientError ? 'refused' : 'unreachable'
}
