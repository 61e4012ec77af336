import { LARGEST_PAGE, listAllPages, type Listed } from './all-pages.server'
import { GatewayError } from './gateway-error.server'
import type { Gateways } from './gateways.server'
import type { Coupon, Offer } from './schemas/promotions.server'

type Promotions = Pick<Gateways, 'promotions'>

const getCoupons = ({ promotions }: Promotions, most?: number): Promise<Listed<Coupon>> =>
  listAllPages(
    (page) => promotions.listCoupons(page),
    ({ coupons }) => coupons,
    ({ favoriteId }) => favoriteId,
    most,
  )

const getOffers = ({ promotions }: Promotions, most?: number): Promise<Listed<Offer>> =>
  listAllPages(
    (page) => promotions.listOffers(page),
    ({ offers }) => offers,
    ({ code }) => code,
    most,
  )

/** The shopper's coupons in the gateway's order. */
export const listAllCoupons = (gateways: Promotions) => getCoupons(gateways)

/** The shopper's offers in the gateway's order. */
export const listAllOffers = (gateways: Promotions) => getOffers(gateways)

export const listFirstCoupons = (gateways: Promotions) => getCoupons(gateways, LARGEST_PAGE)

export const listFirstOffers = (gateways: Promotions) => getOffers(gateways, LARGEST_PAGE)

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
