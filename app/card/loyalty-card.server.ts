import { GatewayError } from '~/gateways/gateway-error.server'
import type { Gateways } from '~/gateways/gateways.server'

/** The card at the till. */
export interface LoyaltyCard {
  number: string
  /** `H` + number + `T` + one-time code (specification, section 3, Cards). */
  qrValue: string
  /** When the one-time code was fetched, an instant. */
  fetchedAt: string
}

/**
 * The shopper's card with a fresh one-time code. A shopper without a card gets a virtual one: it
 * is created once, by whoever `claim`s it, and the code is asked again (section 4, QR).
 * @throws GatewayError when there is no code to be had
 */
export async function getLoyaltyCard(
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

/** Any refusal but that of the token may mean that there is no card (section 4, QR: a 4xx). */
async function orNoCard<Value>(answer: Promise<Value | null>): Promise<Value | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof GatewayError && error.isClientError && !error.isUnauthorized) return null
    throw error
  }
}
