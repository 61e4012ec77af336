import { z } from 'zod'

import { endpoint } from './endpoint.server'
import { id, nothing } from '~/gateways/schemas/common.server'
import { firstPage, page, type Page } from '~/gateways/schemas/paging.server'
import * as schemas from '~/gateways/schemas/promotions.server'

/** Section 'Offers, coupons, promotions' of the contract. */
export const promotionsEndpoints = {
  /** A page of the shopper's coupons; `limit` at most 50. */
  listCoupons: endpoint(
    'web GET /v2/user/coupons',
    {
      query: page,
      response: schemas.coupons,
      without: 'no coupons',
    },
    {
      input: ({ limit, offset }: Page) => ({ query: { limit, offset } }),
      example: firstPage,
      learn: ({ coupons }, found) => {
        found.couponId = coupons.find(({ state }) => state === 'AVAILABLE')?.favoriteId
      },
    },
  ),
  listFavouriteCoupons: endpoint(
    'web GET /v2/user/coupons/favorite',
    {
      response: schemas.favouriteCoupons,
      without: 'no activated coupons',
    },
    {
      pick: ({ coupons }) => coupons,
    },
  ),
  /** Activates or removes a coupon: 404, 422 `validationError` when it is used or expired. */
  changeFavouriteCoupon: endpoint(
    'web POST /v2/user/coupons/favorite',
    {
      effect: 'idempotent',
      request: schemas.favouriteChange,
      response: nothing,
      without: 'no coupon can be activated',
    },
    {
      input: (change: { favoriteId: string; isFavorite: boolean }) => ({ body: change }),
      example: ({ couponId }) => couponId && { favoriteId: couponId, isFavorite: true },
      lacking: 'the account has no coupon to activate',
    },
  ),
  /** A page of the shopper's offers; `limit` at most 50. */
  listOffers: endpoint(
    'web GET /v3/offers/opt-in',
    {
      query: page,
      response: schemas.offers,
      without: 'no offers',
    },
    {
      input: ({ limit, offset }: Page) => ({ query: { limit, offset } }),
      example: firstPage,
      learn: ({ offers }, found) => {
        found.offerCode = offers.find(({ state }) => state === 'AVAILABLE')?.code
      },
    },
  ),
  /** Opts in to an offer: 404, 422. */
  activateOffer: endpoint(
    'web POST /v2/offers/opt-in',
    {
      effect: 'once',
      request: schemas.offerOptIn,
      response: nothing,
      without: 'no offer can be activated',
    },
    {
      input: (code: string) => ({ body: { code } }),
      example: ({ offerCode }) => offerCode,
      lacking: 'the account has no offer to activate',
    },
  ),
  /** The shopper's own prices in a store, in kopecks. */
  listPromotions: endpoint(
    'web GET /v2/user/personal-promotions',
    {
      query: z.object({ storeCode: id }),
      response: schemas.promotions,
      without: 'no personal prices',
    },
    {
      input: (storeCode: string) => ({ query: { storeCode } }),
      pick: ({ promotions }) => promotions,
      example: ({ storeCode }) => storeCode,
    },
  ),
}
