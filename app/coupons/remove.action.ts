import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'

import { changeCoupon, couponGone, couponOver, readCouponAfterChange } from './change-coupon.server'

/** Deactivates one coupon. */
const form = defineAction('/coupons', {
  name: 'remove-coupon',
  schema: z.object({ returnTo: z.string().optional() }),
  call: ({ context, params }) => changeCoupon(context, params.favoriteId ?? '', 'AVAILABLE'),
  track({ context, params }, { kind: result }) {
    context.analytics.track('Coupon:Remove', { coupon_id: params.favoriteId ?? '', result })
  },
  onResult: {
    done: { flash: { type: 'success', title: 'Купон убран' } },
    over: { flash: couponOver },
    unknown: { flash: couponGone },
    unavailable: {
      flash: { type: 'error', title: 'Убрать купон не удалось. Попробуйте ещё раз' },
    },
  },
  advanced: {
    pendingResult: ({ context, params }) =>
      readCouponAfterChange(context, params.favoriteId ?? '', 'AVAILABLE'),
  },
})

export const action = form.action
export const loader = form.loader
