import { GatewayError } from '~/gateways/gateway-error.server'
import type { Flash } from '~/session/session.server'

/** `over`: the coupon is used or has expired. `unknown`: there is no such coupon of the shopper's. */
export interface CouponChange {
  word: 'done' | 'over' | 'unknown' | 'unavailable'
}

export const couponOver: Flash = {
  type: 'warning',
  title: 'Этот купон уже использован или его срок истёк',
}
export const couponGone: Flash = { type: 'warning', title: 'Такого купона больше нет' }

/** Makes a change to a coupon, and says what became of it. */
export async function changeCoupon(change: () => Promise<unknown>): Promise<CouponChange> {
  try {
    await change()
    return { word: 'done' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { word: couponWord(error) }
  }
}

/** What a failed change means. */
export function couponWord({ status, kind }: GatewayError) {
  if (status === 422) return 'over'
  return status === 404 || kind === 'invalid' ? 'unknown' : 'unavailable'
}
