import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { isIdOf } from '~/lib/ids'

interface Activation {
  word: 'done' | 'closed' | 'unknown' | 'unavailable'
}

/** Takes part in an offer, and says what became of it. */
export async function activateOffer({ gateways }: AppLoadContext, code = ''): Promise<Activation> {
  if (!isIdOf('offer', code)) return { word: 'unknown' }
  try {
    await gateways.promotions.activateOffer(code)
    return { word: 'done' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { word: offerWord(error) }
  }
}

/** What a failed activation means. */
export function offerWord({ status }: GatewayError) {
  if (status === 422) return 'closed'
  return status === 404 ? 'unknown' : 'unavailable'
}
