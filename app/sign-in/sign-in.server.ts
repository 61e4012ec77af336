import type { AppLoadContext } from '@remix-run/node'

import { once } from '~/forms/once.server'
import { USER_NOT_FOUND, getErrorCode, GatewayError } from '~/gateways/gateway-error.server'
import type { Tokens } from '~/gateways/schemas/identity.server'
import { safeReturnTo, withReturnTo } from '~/domain/return-to'
import { metrics } from '~/platform/metrics.server'
import { log } from '~/platform/log.server'
import { writeInOrder } from '~/session/consent-order.server'
import type { PendingConsents } from '~/session/session-schemas.server'

/**
 * Sends the consents of a registration after the next sign-in (specification 4.17), in order
 * with later changes of the shopper. An error is shown and can be corrected, but stops no sign-in.
 * @param consents the stored consents, read before the sign-in removes them
 */
async function sendConsents(
  context: AppLoadContext,
  consents: PendingConsents | null,
  userId: string,
): Promise<void> {
  const { session, gateways } = context
  const { requestId } = context.visit
  if (consents?.userId !== userId) return
  const { isSmsPermitted, isEmailPermitted } = consents
  if (!isSmsPermitted && !isEmailPermitted) return
  const given = {
    ...(isSmsPermitted && { isSmsPermitted }),
    ...(isEmailPermitted && { isEmailPermitted }),
  }
  try {
    const consents = await writeInOrder(context, given, (newest) =>
      gateways.account.updatePermissions(newest),
    )
    if (consents) return
    log.warn({ requestId }, 'registration consents not sent: lock wait timed out')
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { kind, endpoint } = error
    log.warn(
      { requestId, kind, endpoint, code: getErrorCode(error) },
      'registration consents not saved',
    )
  }
  session.flash({
    type: 'warning',
    title: 'Карта готова, но согласия не сохранились',
    description: 'Рассылки пока выключены: включите их в профиле, в разделе «Уведомления».',
  })
}

/**
 * `done`: tokens are stored; a parallel post may have got them. `newcomer`: the gateway has no such
 * shopper, who must register. `refused`: another 4xx, so the code is used up and the shopper starts
 * over. `unavailable`: the gateway failed; the code stays valid for another try.
 */
export type SignInOutcome =
  | { kind: 'done'; to: string; isFirst: boolean }
  | { kind: 'refused'; to: string }
  | { kind: 'newcomer' | 'unavailable' }

/**
 * The next step with `returnTo` in its address. The sealed value takes precedence; the address only
 * counts after it is gone.
 */
export function pathWithReturnTo(
  { session }: AppLoadContext,
  path: string,
  request?: Request,
): string {
  const asked = request && new URL(request.url).searchParams.get('returnTo')
  const returnTo = safeReturnTo(session.returnTo ?? asked, '')
  return withReturnTo(path, returnTo || null)
}

/** Exchanges the loyalty-ID code for tokens and removes it (specification 4.15). */
export async function signIn(context: AppLoadContext): Promise<SignInOutcome> {
  const { session, gateways, device, analytics } = context
  const { loyaltyCode: code, returnTo, consents } = session
  const again = {
    kind: 'refused' as const,
    to: returnTo ? pathWithReturnTo(context, '/login') : '/profile',
  }
  if (!code) return again
  try {
    let isFirst = false
    // The code is valid for one exchange, so a second post gets the first one's result.
    const tokens = await once<Tokens | null>(context, {
      name: 'exchange',
      formId: code.magnitIDCode,
      values: null,
      write: () => {
        isFirst = true
        return gateways.identity.exchangeCode(code.magnitIDCode)
      },
      pendingResult: null,
    })
    if (!tokens) return { kind: 'unavailable' }
    session.signIn(tokens, code.userId)
    device.assignUuid()
    if (isFirst) {
      metrics.signIns.inc({ outcome: 'done' })
      analytics.track('Login:Success', {})
      await sendConsents(context, consents, code.userId)
    }
    return { kind: 'done', to: afterSignIn(context, returnTo), isFirst }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { status, code: error_code } = error
    const result = error.isClientError ? 'refused' : 'unavailable'
    metrics.signIns.inc({ outcome: result })
    analytics.track('Login:Error', { result, status, error_code })
    if (result === 'unavailable') return { kind: result }
    analytics.view('login_error', { status, error_code })
    if (error_code === USER_NOT_FOUND) return { kind: 'newcomer' }
    session.dropLoyaltyCode()
    return again
  }
}

/**
 * The page after a sign-in: the requested one, else the onboarding once, else the main screen. A
 * shopper on the way to the card skips the onboarding.
 */
function afterSignIn({ cookies }: AppLoadContext, returnTo: string | null): string {
  return safeReturnTo(returnTo, cookies.read('v1_onboarded') ? '/today' : '/onboarding/1')
}
