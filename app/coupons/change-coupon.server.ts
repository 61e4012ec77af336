import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { stateOfCoupon } from '~/gateways/shapes/promotions.server'
import type { Flash } from '~/session/session.server'

import { getCoupon } from './coupon-view.server'

/** After a change that has taken its whole deadline the page has a second left. */
const LOOK_MS = 900

/** `over`: the coupon is used or has expired. `unknown`: there is no such coupon of the shopper's. */
export interface CouponChange {
  kind: 'done' | 'over' | 'unknown' | 'unavailable'
}

export const couponOver: Flash = {
  type: 'warning',
  title: 'Этот купон уже использован или его срок истёк',
}
export const couponGone: Flash = { type: 'warning', title: 'Такого купона больше нет' }

type Gateways = AppLoadContext['gateways']
type State = 'ACTIVATED' | 'AVAILABLE'

/** Activates a coupon or lets it go, and says what became of it. */
export async function changeCoupon(
  { gateways }: { gateways: Gateways },
  favoriteId: string,
  state: State,
): Promise<CouponChange> {
  const { activateCoupon, deactivateCoupon } = gateways.promotions
  try {
    await (state === 'ACTIVATED' ? activateCoupon : deactivateCoupon)(favoriteId)
    return { kind: 'done' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const kind = couponResultKind(error)
    if (kind !== 'unavailable' || error.didNothing) return { kind }
    // Without an answer it may have happened.
    return { kind: (await isNow(gateways, favoriteId, state)) ? 'done' : kind }
  }
}

/** What became of a change with an unknown outcome; null: it is unknown, or not yet. */
export async function lookAfter(
  { gateways }: { gateways: Gateways },
  favoriteId: string,
  state: State,
): Promise<CouponChange | null> {
  return (await isNow(gateways, favoriteId, state)) ? { kind: 'done' } : null
}

async function isNow(gateways: Gateways, favoriteId: string, state: State): Promise<boolean> {
  const { coupon } = await loadBlocks(
    { coupon: getCoupon(gateways, favoriteId) },
    { coupon: LOOK_MS },
  )
  return coupon ? stateOfCoupon(coupon, new Date()) === state : false
}

/** What a failed change means. */
export function couponResultKind({ status, kind }: GatewayError) {
  if (status === 422) return 'over'
  return status === 404 || kind === 'invalid' ? 'unknown' : 'unavailable'
}
