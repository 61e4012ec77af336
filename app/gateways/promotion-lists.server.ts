import { listAllPages } from './all-pages.server'
import type { Gateways } from './gateways.server'
import type { Coupon, Offer } from './schemas/promotions.server'

type Promotions = Pick<Gateways, 'promotions'>

/** Every coupon of the shopper, in the gateway's order. */
export function listAllCoupons({ promotions }: Promotions): Promise<Coupon[]> {
  return listAllPages(
    async (page) => {
      const { coupons, pagination } = await promotions.listCoupons(page)
      return { entries: coupons, pagination }
    },
    ({ favoriteId }) => favoriteId,
  )
}

/** Every offer of the shopper, in the gateway's order. */
export function listAllOffers({ promotions }: Promotions): Promise<Offer[]> {
  return listAllPages(
    async (page) => {
      const { offers, pagination } = await promotions.listOffers(page)
      return { entries: offers, pagination }
    },
    ({ code }) => code,
  )
}
