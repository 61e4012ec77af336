import { z } from 'zod'

import { endpoint, type Call, type CallOptions } from './endpoint.server'
import { id, nothing } from '~/gateways/schemas/common.server'
import { firstPage, page, type Page, type Pagination } from '~/gateways/schemas/paging.server'
import * as schemas from '~/gateways/schemas/promotions.server'

/** Section 'Offers, coupons, promotions' of the contract. */
export const promotionsEndpoints = {
  listCoupons: endpoint(
    {
      gateway: 'web',
      method: 'GET',
      path: '/v2/user/coupons',
      auth: 'required',
      effect: 'safe',
      query: page,
      answer: schemas.coupons,
      usedBy: [
        '/coupons',
        '/coupons/{couponId}',
        '/today',
        '/qr',
        '/deadlines',
        '/profile/stars',
        '/profile/my-data',
      ],
      without: 'no coupons',
    },
    { query: firstPage },
    ({ coupons }, found) => {
      found.couponId = coupons.find(({ state }) => state === 'AVAILABLE')?.favoriteId
    },
  ),
  listFavouriteCoupons: endpoint({
    gateway: 'web',
    method: 'GET',
    path: '/v2/user/coupons/favorite',
    auth: 'required',
    effect: 'safe',
    answer: schemas.favouriteCoupons,
    usedBy: ['/coupons?tab=mine', '/today'],
    without: 'no activated coupons',
  }),
  changeFavouriteCoupon: endpoint(
    {
      gateway: 'web',
      method: 'POST',
      path: '/v2/user/coupons/favorite',
      auth: 'required',
      effect: 'idempotent',
      request: schemas.favouriteChange,
      answer: nothing,
      usedBy: ['/coupons'],
      without: 'no coupon can be activated',
    },
    ({ couponId }) =>
      couponId
        ? { body: { favoriteId: couponId, isFavorite: true } }
        : 'the account has no coupon to activate',
  ),
  listOffers: endpoint(
    {
      gateway: 'web',
      method: 'GET',
      path: '/v3/offers/opt-in',
      auth: 'required',
      effect: 'safe',
      query: page,
      answer: schemas.offers,
      usedBy: [
        '/actions/offers',
        '/actions',
        '/actions/offers/{offerCode}',
        '/today',
        '/coupons',
        '/qr',
        '/deadlines',
        '/profile/stars',
      ],
      without: 'no offers',
    },
    { query: firstPage },
    ({ offers }, found) => {
      found.offerCode = offers.find(({ state }) => state === 'AVAILABLE')?.code
    },
  ),
  activateOffer: endpoint(
    {
      gateway: 'web',
      method: 'POST',
      path: '/v2/offers/opt-in',
      auth: 'required',
      effect: 'once',
      request: schemas.offerOptIn,
      answer: nothing,
      usedBy: ['/actions/offers'],
      without: 'no offer can be activated',
    },
    ({ offerCode: code }) => (code ? { body: { code } } : 'the account has no offer to activate'),
  ),
  listPromotions: endpoint(
    {
      gateway: 'web',
      method: 'GET',
      path: '/v2/user/personal-promotions',
      auth: 'required',
      effect: 'safe',
      query: z.object({ storeCode: id }),
      answer: schemas.promotions,
      usedBy: ['/actions'],
      without: 'no personal prices',
    },
    ({ storeCode }) => ({ query: { storeCode } }),
  ),
}

/**
 * Every function throws GatewayError; the docstrings name errors specific to a call.
 * @param call sends the calls of one visitor
 */
export function promotionsGateway(call: Call) {
  const e = promotionsEndpoints
  const changeFavourite = (favoriteId: string, isFavorite: boolean, options?: CallOptions) =>
    call(e.changeFavouriteCoupon, { body: { favoriteId, isFavorite }, ...options })
  return {
    /** A page of the shopper's coupons; `limit` at most 50. */
    listCoupons: (
      { limit, offset }: Page,
      options?: CallOptions,
    ): Promise<{ coupons: schemas.Coupon[]; pagination: Pagination }> =>
      call(e.listCoupons, { query: { limit, offset }, ...options }),

    /** 'My coupons': activated coupons. */
    listFavouriteCoupons: async (options?: CallOptions): Promise<schemas.Coupon[]> =>
      (await call(e.listFavouriteCoupons, options)).coupons,

    /** @throws GatewayError 404, 422 `validationError` when the coupon is used or expired */
    activateCoupon: (favoriteId: string, options?: CallOptions): Promise<void> =>
      changeFavourite(favoriteId, true, options),

    /** @throws GatewayError 404, 422 `validationError` when the coupon is used or expired */
    deactivateCoupon: (favoriteId: string, options?: CallOptions): Promise<void> =>
      changeFavourite(favoriteId, false, options),

    /** A page of the shopper's offers; `limit` at most 50. */
    listOffers: (
      { limit, offset }: Page,
      options?: CallOptions,
    ): Promise<{ offers: schemas.Offer[]; pagination: Pagination }> =>
      call(e.listOffers, { query: { limit, offset }, ...options }),

    /**
     * Opts in to an offer. Never retried.
     * @throws GatewayError 404, 422
     */
    activateOffer: (code: string, options?: CallOptions): Promise<void> =>
      call(e.activateOffer, { body: { code }, ...options }),

    /** The shopper's own prices in a store, in kopecks. */
    listPromotions: async (
      storeCode: string,
      options?: CallOptions,
    ): Promise<schemas.Promotion[]> =>
      (await call(e.listPromotions, { query: { storeCode }, ...options })).promotions,
  }
}
