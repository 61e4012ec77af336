import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { isIdOf } from '~/lib/ids'

import { getOffer, stateOf } from './offer-view.server'

/** After an activation that has taken its whole deadline the page has a second left. */
const LOOK_MS = 900

/** `joined`: it was done before, by a post with a lost answer, or in another tab. */
interface Activation {
  kind: 'done' | 'joined' | 'closed' | 'unknown' | 'unavailable'
}

/** Takes part in an offer, and says what became of it. */
export async function activateOffer({ gateways }: AppLoadContext, code = ''): Promise<Activation> {
  if (!isIdOf('offer', code)) return { kind: 'unknown' }
  try {
    await gateways.promotions.activateOffer(code)
    return { kind: 'done' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const kind = offerResultKind(error)
    // A gateway refuses who takes part already; and without an answer it may have happened.
    const mayTakePart = kind === 'closed' || (kind === 'unavailable' && !error.didNothing)
    return { kind: mayTakePart && (await isJoined(gateways, code)) ? 'joined' : kind }
  }
}

/** What became of an activation with an unknown outcome; null: it is unknown, or not yet. */
export async function lookAfterOffer(
  { gateways }: AppLoadContext,
  code = '',
): Promise<Activation | null> {
  return isIdOf('offer', code) && (await isJoined(gateways, code)) ? { kind: 'joined' } : null
}

/** Whether the shopper takes part already: a gateway refuses that as it does an offer that is over. */
async function isJoined(gateways: AppLoadContext['gateways'], code: string): Promise<boolean> {
  const { offer } = await loadBlocks({ offer: getOffer(gateways, code) }, { offer: LOOK_MS })
  return offer ? stateOf(offer, new Date()) === 'ACTIVATED' : false
}

/** What a failed activation means. */
export function offerResultKind({ status }: GatewayError) {
  if (status === 422) return 'closed'
  return status === 404 ? 'unknown' : 'unavailable'
}
