import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { safeReturnTo } from '~/lib/return-to'
import { metrics } from '~/platform/metrics.server'

/**
 * `done`: tokens are held. `refused`: the gateway answered a 4xx, the code is of no more use.
 * `unavailable`: the gateway could not answer; the code is kept and may be tried again.
 */
export type SignInOutcome = 'done' | 'refused' | 'unavailable'

/** Exchanges the loyalty-ID code for tokens and clears it (specification, section 4, login). */
export async function signIn({
  session,
  gateways,
  device,
  analytics,
}: AppLoadContext): Promise<SignInOutcome> {
  const code = session.loyaltyCode
  if (!code) return 'refused'
  try {
    const tokens = await gateways.identity.exchangeCode(code.magnitIDCode)
    session.signIn(tokens, code.userId)
    device.assignUuid()
    metrics.signIns.inc({ outcome: 'done' })
    analytics.track('Login:Success', {})
    return 'done'
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { status, code: error_code } = error
    const result = error.isClientError ? 'refused' : 'unavailable'
    metrics.signIns.inc({ outcome: result })
    analytics.track('Login:Error', { result, status, error_code })
    if (result === 'unavailable') return result
    analytics.view('login_error', { status, error_code })
    session.loyaltyCode = null
    return 'refused'
  }
}

/**
 * Where a fresh sign-in leads: where the shopper was going, else through the first steps once, else
 * to the main screen. Who was on the way to the card stands at a till and is not held up.
 */
export function afterSignIn({ hints }: AppLoadContext, returnTo: string | null): string {
  return safeReturnTo(returnTo, hints.hasSeenOnboarding ? '/today' : '/onboarding/1')
}
