import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { stateOfCoupon } from '~/gateways/schemas/promotions.server'

import { getCoupon } from './coupons.server'

/** How long the page may still read the coupon after a change that used its whole deadline. */
const LOOK_MS = 900

type WithGateways = Pick<AppLoadContext, 'gateways'>

export interface CouponChange {
  favoriteId: string
  state: 'ACTIVATED' | 'AVAILABLE'
}

/** `over`: the coupon is used or has expired. `unknown`: the shopper has no such coupon. */
interface ChangeResult {
  kind: 'done' | 'over' | 'unknown' | 'unavailable'
}

/** Activates or deactivates a coupon and returns the result. */
export async function changeCoupon(
  context: WithGateways,
  change: CouponChange,
): Promise<ChangeResult> {
  const { favoriteId, state } = change
  try {
    await context.gateways.promotions.changeFavouriteCoupon({
      favoriteId,
      isFavorite: state === 'ACTIVATED',
    })
    return { kind: 'done' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const kind = couponResultKind(error)
    // Without a response the change may have happened, so the coupon is read.
    const mayBeDone = kind === 'unavailable' && !error.didNothing
    return (mayBeDone && (await readCouponAfterChange(context, change))) || { kind }
  }
}

/** The result of a change with an unknown outcome; null while it is still unknown. */
export async function readCouponAfterChange(
  { gateways }: WithGateways,
  { favoriteId, state }: CouponChange,
): Promise<ChangeResult | null> {
  const { coupon } = await loadBlocks(
    { coupon: getCoupon(gateways, favoriteId) },
    { coupon: LOOK_MS },
  )
  return coupon && stateOfCoupon(coupon, new Date()) === state ? { kind: 'done' } : null
}

/** The result code of a failed change. */
export function couponResultKind({ status, kind }: GatewayError) {
  if (status === 422) return 'over'
  return status === 404 || kind === 'invalid' ? 'unknown' : 'unavailable'
}
