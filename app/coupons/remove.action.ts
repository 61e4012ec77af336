import { z } from 'zod'

import { backTo, defineForm } from '~/forms/define-form.server'

import { changeCoupon, couponGone, couponOver, lookAfter } from './change-coupon.server'

/** Lets one coupon go. */
const form = defineForm({
  name: 'remove',
  switch: 'remove-coupon',
  schema: z.object({ returnTo: z.string().optional() }),
  repeat: 'once',
  call: ({ context, params }) => changeCoupon(context, params.favoriteId ?? '', 'AVAILABLE'),
  otherwise: ({ context, params }) => lookAfter(context, params.favoriteId ?? '', 'AVAILABLE'),
  note({ context, params }, { word: result }) {
    context.analytics.track('Coupon:Remove', { coupon_id: params.favoriteId ?? '', result })
  },
  endings: {
    done: { flash: { type: 'success', title: 'Купон убран из моих' } },
    over: { flash: couponOver },
    unknown: { flash: couponGone },
    unavailable: {
      flash: { type: 'error', title: 'Убрать купон не получилось. Попробуйте ещё раз' },
    },
  },
  leadsTo: backTo('/coupons'),
  page: '/coupons',
})

export const action = form.action
export const loader = form.loader
