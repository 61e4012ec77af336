import { redirect, type ActionFunctionArgs } from '@remix-run/node'

import { changeCoupon } from './coupons.server'

export function loader() {
  throw redirect('/coupons')
}

/** Lets one coupon go. */
export function action(args: ActionFunctionArgs) {
  return changeCoupon(args, 'remove')
}
