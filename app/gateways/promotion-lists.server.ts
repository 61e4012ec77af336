import { listAllPages, type Listed } from './all-pages.server'
import { GatewayError } from './gateway-error.server'
import type { Gateways } from './gateways.server'
import type { Coupon, Offer } from './schemas/promotions.server'

type Promotions = Pick<Gateways, 'promotions'>

/** The shopper's coupons in the gateway's order. */
export const listAllCoupons = ({ promotions }: Promotions): Promise<Listed<Coupon>> =>
  listAllPages(
    (page) => promotions.listCoupons(page),
    ({ coupons }) => coupons,
    ({ favoriteId }) => favoriteId,
  )

/** The shopper's offers in the gateway's order. */
export const listAllOffers = ({ promotions }: Promotions): Promise<Listed<Offer>> =>
  listAllPages(
    (page) => promotions.listOffers(page),
    ({ offers }) => offers,
    ({ code }) => code,
  )

/**
 * One entry of a list; null when the shopper has none.
 * @throws GatewayError when the list continues beyond what was read
 */
export async function findListed<Entry>(
  list: Promise<Listed<Entry>>,
  isWanted: (entry: Entry) => boolean,
): Promise<Entry | null> {
  const { entries, isWhole } = await list
  const found = entries.find(isWanted)
  if (!found && !isWhole)
    throw new GatewayError({
      kind: 'contract',
      endpoint: 'a list',
      message: 'the list is too long',
    })
  return found ?? null
}
