import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { isIdOf } from '~/lib/ids'

import { getOffer, stateOf } from './offer-view.server'

/** `joined`: it was done before, by a post whose answer was lost, or in another tab. */
interface Activation {
  word: 'done' | 'joined' | 'closed' | 'unknown' | 'unavailable'
}

/** Takes part in an offer, and says what became of it. */
export async function activateOffer({ gateways }: AppLoadContext, code = ''): Promise<Activation> {
  if (!isIdOf('offer', code)) return { word: 'unknown' }
  try {
    await gateways.promotions.activateOffer(code)
    return { word: 'done' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const word = offerWord(error)
    return { word: word === 'closed' && (await isJoined(gateways, code)) ? 'joined' : word }
  }
}

/** Whether the shopper takes part already: a gateway refuses that as it does an offer that is over. */
async function isJoined(gateways: AppLoadContext['gateways'], code: string): Promise<boolean> {
  const { offer } = await loadBlocks({ offer: getOffer(gateways, code) })
  return offer ? stateOf(offer, new Date()) === 'ACTIVATED' : false
}

/** What a failed activation means. */
export function offerWord({ status }: GatewayError) {
  if (status === 422) return 'closed'
  return status === 404 ? 'unknown' : 'unavailable'
}
