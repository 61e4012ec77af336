import { z } from 'zod'

import { backTo, defineForm } from '~/forms/define-form.server'

import { changeCoupon, couponGone, couponOver, lookAfter } from './change-coupon.server'

/** Activates one coupon. */
const form = defineForm({
  name: 'activate',
  switch: 'activate-coupon',
  schema: z.object({ returnTo: z.string().optional() }),
  repeat: 'once',
  call: ({ context, params }) => changeCoupon(context, params.favoriteId ?? '', 'ACTIVATED'),
  otherwise: ({ context, params }) => lookAfter(context, params.favoriteId ?? '', 'ACTIVATED'),
  note({ context, params }, { word: result }) {
    context.analytics.track('Coupon:Activate', { coupon_id: params.favoriteId ?? '', result })
  },
  endings: {
    done: {
      flash: {
        type: 'success',
        title: 'Купон активирован',
        description: 'Скидка применится, когда покажете карту на кассе.',
      },
    },
    over: { flash: couponOver },
    unknown: { flash: couponGone },
    unavailable: {
      flash: { type: 'error', title: 'Активировать купон не получилось. Попробуйте ещё раз' },
    },
  },
  leadsTo: backTo('/coupons'),
  page: '/coupons',
})

export const action = form.action
export const loader = form.loader
