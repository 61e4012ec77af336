import { defineListForm } from '~/forms/list-form.server'
import { listAllCoupons } from '~/gateways/promotion-lists.server'
import { stateOfCoupon } from '~/gateways/schemas/promotions.server'
import { byEnd } from '~/domain/expiry'
import { nameOrFallback } from '~/domain/fallback-name.server'

import { couponResultKind } from './change-coupon.server'

/** Activates all available coupons, those that end first at the beginning. */
const form = defineListForm({
  name: 'activate-all',
  killSwitch: ['activate-all-coupons', 'activate-coupon'],
  page: '/coupons',
  async list({ gateways }) {
    const now = new Date()
    const { entries, isWhole } = await listAllCoupons(gateways)
    const open = entries.filter((coupon) => stateOfCoupon(coupon, now) === 'AVAILABLE')
    open.sort((one, other) => byEnd(one.expirationDate, other.expirationDate))
    return { entries: open, isWhole }
  },
  getTitle: ({ title }) => nameOrFallback('coupon', title),
  single: { name: 'activate-coupon', paramsOf: ({ favoriteId }) => ({ favoriteId }) },
  write: ({ gateways }, { favoriteId }, options) =>
    gateways.promotions.changeFavouriteCoupon({ favoriteId, isFavorite: true }, options),
  getKind: couponResultKind,
  texts: {
    noun: ['купон', 'купона', 'купонов'],
    done: (_, coupons) => `Активировано: ${coupons}`,
    refusals: { over: 'уже использован или срок истёк', unknown: 'такого купона больше нет' },
    none: 'Все купоны уже активированы',
    failed: 'Активировать купоны не удалось. Попробуйте ещё раз',
    busy: {
      title: 'Купоны уже активируются',
      description: 'Обновите страницу через минуту — и увидите, что получилось.',
    },
    tooOften: {
      title: 'Слишком много попыток',
      description: 'Активировать все купоны сразу можно будет позже, а по одному — и сейчас.',
    },
  },
  track({ analytics }, { done, refused, refusedMore, silent, left }) {
    const counts = { done, refused: refused.length + refusedMore, silent, left }
    analytics.track('Coupons:ActivateAll', counts)
  },
})

export const action = form.action
export const loader = form.loader
