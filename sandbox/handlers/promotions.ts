import { z } from 'zod'

import { DEFAULT_STORE_CODE } from '../../app/gateways/schemas/stores.server'
import { notFound, refuseInvalid } from '../responses'
import { makePromotions } from '../data/offers'
import { getInstant } from '../data/time'
import { personal, type Endpoint } from '../endpoint'
import { getPage, pageQuery } from '../paging'
import type { State } from '../state'
import type { User } from '../user'

/** Coupons, offers and the shopper's own prices. */
export function promotions(state: State, imageOrigin: string): Endpoint[] {
  const gateway = 'web'
  const page = z.object(pageQuery)
  const getPromotions = (user: User, storeCode: string) =>
    makePromotions(
      user.phone,
      user.promotionsCount,
      storeCode,
      imageOrigin,
      state.now(),
      user.persona === 'veryLong',
    )
  return [
    personal({
      gateway,
      name: 'GET /v2/user/coupons',
      query: page,
      response: ({ user, query }) => {
        const { items: coupons, pagination } = getPage(user.coupons, query, state.settings)
        return { coupons, pagination }
      },
    }),
    personal({
      gateway,
      name: 'GET /v2/user/coupons/favorite',
      response: ({ user }) => ({
        coupons: user.coupons.filter((coupon) => coupon.state === 'ACTIVATED'),
      }),
    }),
    personal({
      gateway,
      name: 'POST /v2/user/coupons/favorite',
      body: z.object({ favoriteId: z.string(), isFavorite: z.boolean() }),
      response: ({ user, body }) => {
        const coupon = user.coupons.find(({ favoriteId }) => favoriteId === body.favoriteId)
        if (!coupon) return notFound('Такого купона нет')
        if (coupon.state === 'USED') return refuseInvalid('Купон уже использован')
        if (coupon.state === 'EXPIRED') return refuseInvalid('Срок действия купона истёк')
        coupon.isFavorite = body.isFavorite
        if (body.isFavorite) {
          coupon.state = 'ACTIVATED'
          coupon.activatedAt ??= getInstant(state.now())
        } else {
          coupon.state = 'AVAILABLE'
          delete coupon.activatedAt
        }
        return coupon
      },
    }),
    personal({
      gateway,
      name: 'GET /v3/offers/opt-in',
      query: page,
      response: ({ user, query }) => {
        const { items: offers, pagination } = getPage(user.offers, query, state.settings)
        return { offers, pagination }
      },
    }),
    personal({
      gateway,
      name: 'POST /v2/offers/opt-in',
      body: z.object({ code: z.string() }),
      response: ({ user, body }) => {
        const offer = user.offers.find(({ code }) => code === body.code)
        if (!offer) return notFound('Такого задания нет')
        if (offer.state !== 'AVAILABLE') return refuseInvalid('В задании нельзя участвовать')
        offer.state = 'ACTIVATED'
        return offer
      },
    }),
    personal({
      gateway,
      name: 'GET /v2/user/personal-promotions',
      query: z.object({ storeCode: z.string().min(1) }),
      response: ({ user, query }) => ({ promotions: getPromotions(user, query.storeCode) }),
    }),
    personal({
      gateway,
      name: 'GET /v1/user/personal-promotions/{id}',
      response: ({ user, params }) =>
        getPromotions(user, DEFAULT_STORE_CODE).find(({ id }) => id === params.id) ??
        notFound('Такой акции нет'),
    }),
  ]
}
