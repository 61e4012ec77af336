import { GatewayError } from './gateway-error.server'
import type { Gateways } from './gateways.server'

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
  const { identifier, totp } = await account.getTotp().catch(async (error: unknown) => {
    const mayHaveNoCard =
      error instanceof GatewayError && error.isClientError && error.status !== 401
    if (!mayHaveNoCard) throw error
    if (await claim()) await account.createVirtualCard()
    return account.getTotp()
  })
  return {
    number: identifier,
    qrValue: `H${identifier}T${totp}`,
    fetchedAt: new Date().toISOString(),
  }
}
