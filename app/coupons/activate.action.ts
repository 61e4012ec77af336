import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'

import { changeCoupon, couponGone, couponOver, readCouponAfterChange } from './change-coupon.server'

const form = defineAction('/coupons', {
  name: 'activate-coupon',
  schema: z.object({ returnTo: z.string().optional() }),
  call: ({ context, params }) => changeCoupon(context, params.favoriteId ?? '', 'ACTIVATED'),
  track({ context, params }, { kind: result }) {
    context.analytics.track('Coupon:Activate', { coupon_id: params.favoriteId ?? '', result })
  },
  onResult: {
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
      flash: { type: 'error', title: 'Активировать купон не удалось. Попробуйте ещё раз' },
    },
  },
  advanced: {
    pendingResult: ({ context, params }) =>
      readCouponAfterChange(context, params.favoriteId ?? '', 'ACTIVATED'),
  },
})

export const action = form.action
export const loader = form.loader
