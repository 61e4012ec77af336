import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { safeReturnTo, withReturnTo } from '~/lib/return-to'
import { metrics } from '~/platform/metrics.server'

/**
 * `done`: tokens are held. `refused`: the gateway answered a 4xx, the code is of no more use; the
 * shopper begins again. `unavailable`: the gateway could not answer; the code is kept and may be
 * tried again.
 */
export type SignInOutcome = { word: 'done' | 'refused'; to: string } | { word: 'unavailable' }

/** The way's next step, with where it leads in its address: the sealed value decides all the same. */
export function onTheWay({ session }: AppLoadContext, path: string): string {
  const { returnTo } = session
  return withReturnTo(path, returnTo && safeReturnTo(returnTo, '/today'))
}

/** Exchanges the loyalty-ID code for tokens and clears it (specification, section 4, login). */
export async function signIn(context: AppLoadContext): Promise<SignInOutcome> {
  const { session, gateways, device, analytics } = context
  const { loyaltyCode: code, returnTo } = session
  const again = {
    word: 'refused' as const,
    to: returnTo ? onTheWay(context, '/login') : '/profile',
  }
  if (!code) return again
  try {
    const tokens = await gateways.identity.exchangeCode(code.magnitIDCode)
    session.signIn(tokens, code.userId)
    device.assignUuid()
    metrics.signIns.inc({ outcome: 'done' })
    analytics.track('Login:Success', {})
    return { word: 'done', to: afterSignIn(context, returnTo) }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { status, code: error_code } = error
    const result = error.isClientError ? 'refused' : 'unavailable'
    metrics.signIns.inc({ outcome: result })
    analytics.track('Login:Error', { result, status, error_code })
    if (result === 'unavailable') return { word: result }
    analytics.view('login_error', { status, error_code })
    session.loyaltyCode = null
    if (returnTo) session.returnTo = returnTo
    return again
  }
}

/**
 * Where a fresh sign-in leads: where the shopper was going, else through the first steps once, else
 * to the main screen. Who was on the way to the card stands at a till and is not held up.
 */
function afterSignIn({ hints }: AppLoadContext, returnTo: string | null): string {
  return safeReturnTo(returnTo, hints.hasSeenOnboarding ? '/today' : '/onboarding/1')
}
