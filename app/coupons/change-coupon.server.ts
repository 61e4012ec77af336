import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { stateOfCoupon } from '~/gateways/schemas/promotions.server'
import type { Flash } from '~/session/session.server'

import { getCoupon } from './coupon-view.server'

/** How long the page may still read the coupon after a change that used its whole deadline. */
const LOOK_MS = 900

/** `over`: the coupon is used or has expired. `unknown`: the shopper has no such coupon. */
interface CouponChange {
  kind: 'done' | 'over' | 'unknown' | 'unavailable'
}

export const couponOver: Flash = {
  type: 'warning',
  title: 'Этот купон уже использован или его срок истёк',
}
export const couponGone: Flash = { type: 'warning', title: 'Такого купона больше нет' }

type Gateways = AppLoadContext['gateways']
type State = 'ACTIVATED' | 'AVAILABLE'

/** Activates or deactivates a coupon and returns the result. */
export async function changeCoupon(
  { gateways }: { gateways: Gateways },
  favoriteId: string,
  state: State,
): Promise<CouponChange> {
  const isFavorite = state === 'ACTIVATED'
  try {
    await gateways.promotions.changeFavouriteCoupon({ favoriteId, isFavorite })
    return { kind: 'done' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const kind = couponResultKind(error)
    if (kind !== 'unavailable' || error.didNothing) return { kind }
    // Without an answer the change may have happened, so the coupon is read.
    return { kind: (await isNow(gateways, favoriteId, state)) ? 'done' : kind }
  }
}

/** The result of a change with an unknown outcome; null while it is still unknown. */
export async function readCouponAfterChange(
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

/** The result code of a failed change. */
export function couponResultKind({ status, kind }: GatewayError) {
  if (status === 422) return 'over'
  return status === 404 || kind === 'invalid' ? 'unknown' : 'unavailable'
}
