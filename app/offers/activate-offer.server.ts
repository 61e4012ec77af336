import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { stateOfOffer } from '~/gateways/schemas/promotions.server'
import { isIdOf } from '~/domain/ids'

import { getOffer } from './offers.server'

/** How long the page may still read the offer after a call that used its whole deadline. */
const LOOK_MS = 900

/** `joined`: an earlier post with a lost response, or another tab, has joined already. */
interface Activation {
  kind: 'done' | 'joined' | 'closed' | 'unknown' | 'unavailable'
}

/** Joins an offer and returns the result. */
export async function activateOffer({ gateways }: AppLoadContext, code = ''): Promise<Activation> {
  if (!isIdOf('offer', code)) return { kind: 'unknown' }
  try {
    await gateways.promotions.activateOffer(code)
    return { kind: 'done' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const kind = offerResultKind(error)
    // The gateway refuses a second activation, and a call without a response may have succeeded.
    const mayTakePart = kind === 'closed' || (kind === 'unavailable' && !error.didNothing)
    return { kind: mayTakePart && (await isJoined(gateways, code)) ? 'joined' : kind }
  }
}

/** The result of an activation with an unknown outcome; null while it is still unknown. */
export async function readOfferAfterJoining(
  { gateways }: AppLoadContext,
  code = '',
): Promise<Activation | null> {
  return isIdOf('offer', code) && (await isJoined(gateways, code)) ? { kind: 'joined' } : null
}

/** True when the shopper has joined; the gateway's refusal could also mean an expired offer. */
async function isJoined(gateways: AppLoadContext['gateways'], code: string): Promise<boolean> {
  const { offer } = await loadBlocks({ offer: getOffer(gateways, code) }, { offer: LOOK_MS })
  return offer ? stateOfOffer(offer, new Date()) === 'ACTIVATED' : false
}

/** The result code of a failed activation. */
export function offerResultKind({ status }: GatewayError) {
  if (status === 422) return 'closed'
  return status === 404 ? 'unknown' : 'unavailable'
}
