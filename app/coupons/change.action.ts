import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { notice } from '~/forms/form-response.server'

import { couponHref } from '~/domain/hrefs'

import { atTheTill } from './coupon-toggle'
import { changeCoupon, readCouponAfterChange, type CouponChange } from './change-coupon.server'

/** The change that an address makes: `…/activate`, or `…/remove`, which deactivates. */
function getChange({ request, params }: ActionFunctionArgs): CouponChange {
  const isDeactivation = new URL(request.url).pathname.endsWith('/remove')
  return { favoriteId: params.favoriteId ?? '', state: isDeactivation ? 'AVAILABLE' : 'ACTIVATED' }
}

const isActivation = (args: ActionFunctionArgs) => getChange(args).state === 'ACTIVATED'

/** Activates or deactivates one coupon. A page shows one of both forms, so they share their keys. */
const form = defineAction('/coupons', {
  name: 'activate-coupon',
  schema: z.object({ returnTo: z.string().optional() }),
  call: (args) => changeCoupon(args.context, getChange(args)),
  track(args, { kind: result }) {
    const facts = { coupon_id: getChange(args).favoriteId, result }
    if (isActivation(args)) args.context.analytics.track('Coupon:Activate', facts)
    else args.context.analytics.track('Coupon:Remove', facts)
  },
  onResult: {
    done: (args) =>
      notice(
        isActivation(args)
          ? {
              type: 'success',
              title: 'Купон активирован',
              description: atTheTill,
            }
          : {
              type: 'success',
              title: 'Купон убран',
              undo: `${couponHref(getChange(args).favoriteId)}/activate`,
            },
      ),
    over: notice({ type: 'warning', title: 'Этот купон уже использован или его срок истёк' }),
    unknown: notice({ type: 'warning', title: 'Такого купона больше нет' }),
    unavailable: (args) =>
      notice({
        type: 'error',
        title: `${isActivation(args) ? 'Активировать' : 'Убрать'} купон не удалось. Попробуйте ещё раз`,
      }),
  },
  advanced: {
    pendingResult: (args) => readCouponAfterChange(args.context, getChange(args)),
  },
})

export const action = form.action
export const loader = form.loader
