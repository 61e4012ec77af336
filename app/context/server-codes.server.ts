import { redirect } from '@remix-run/node'

import type { AnyInput, Call, Endpoint } from '~/gateways/endpoint.server'
import { isIncompleteProfile, USER_NOT_FOUND, GatewayError } from '~/gateways/gateway-error.server'
import { withReturnTo } from '~/lib/return-to'
import { INCOMPLETE_SCREEN, toSignIn } from '~/session/guards.server'
import type { Session } from '~/session/session.server'

/**
 * Only one code of this call means an incomplete profile; any other means a complete one (section
 * 4).
 */
const COMPLETENESS_CHECK = 'GET /v1/keeperid/bunch'
/**
 * Only this call decides whether the shopper exists. After `user_not_found` from another call, the page loses
 * only that call's block.
 */
const PROFILE_READ = 'GET /v1/profile'
/** The profile form shows missing fields itself. */
const PROFILE_CHANGE = 'PATCH /v1/profile'

interface Whereabouts {
  session: Session
  /** Path and query to return to; null for a form's address. */
  page: string | null
}

/**
 * Wraps calls and reacts to codes about the shopper (specification 8.3). An incomplete
 * profile redirects to the missing fields; an unknown shopper is signed out with a notice.
 * @throws Response with the redirect
 */
export function followCodes(call: Call, { session, page }: Whereabouts): Call {
  async function follow(endpoint: Endpoint, error: GatewayError): Promise<void> {
    if (endpoint.name === COMPLETENESS_CHECK) return
    const isIncomplete = isIncompleteProfile(error) && endpoint.name !== PROFILE_CHANGE
    const isUnknown = error.code === USER_NOT_FOUND && endpoint.name === PROFILE_READ
    // Codes of a 5xx response say nothing about the shopper.
    if (!error.isClientError || (!isIncomplete && !isUnknown)) return
    if (endpoint.auth === 'none' || !(await session.isSignedIn())) return
    if (isIncomplete) {
      session.completeness = 'incomplete'
      if (page?.startsWith(INCOMPLETE_SCREEN)) return
      throw redirect(withReturnTo(INCOMPLETE_SCREEN, page))
    }
    await session.signOut()
    session.flash({
      type: 'warning',
      title: 'Не нашли вашу карту',
      description: 'Войдите по номеру телефона: если карты больше нет, сразу заведём новую.',
    })
    throw toSignIn(page)
  }

  const ask = call as (endpoint: Endpoint, input?: AnyInput) => Promise<unknown>
  async function followed(endpoint: Endpoint, input?: AnyInput): Promise<unknown> {
    try {
      return await ask(endpoint, input)
    } catch (error) {
      if (error instanceof GatewayError) await follow(endpoint, error)
      throw error
    }
  }
  return followed as Call
}
