import { redirect } from '@remix-run/node'

import type { AnyInput, Call, Endpoint } from '~/gateways/endpoint.server'
import { isIncompleteProfile, USER_NOT_FOUND } from '~/gateways/error-code.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { withReturnTo } from '~/lib/return-to'
import { INCOMPLETE_SCREEN, toSignIn } from '~/session/guards.server'
import type { Session } from '~/session/session.server'

/** Its refusals are its answers: any code but one means that nothing is missing (section 4). */
const COMPLETENESS_CHECK = 'GET /v1/keeperid/bunch'
/** Who the shopper is, is for this call to say: another one's word costs its own part of a screen. */
const WHO_ONE_IS = 'GET /v1/profile'
/** What mends a profile says at its form what is still missing. */
const PROFILE_CHANGE = 'PATCH /v1/profile'

interface Whereabouts {
  session: Session
  /** Path and query to return to; null for a form's address. */
  page: string | null
}

/**
 * The same calls, which also follow what a gateway says of the shopper, whatever it was asked
 * (specification, section 8): a profile that lacks something leads to the missing fields, and a shopper
 * without a profile is signed out and reads how to go on.
 * @throws Response to where the shopper has to go
 */
export function followCodes(call: Call, { session, page }: Whereabouts): Call {
  async function follow(endpoint: Endpoint, error: GatewayError): Promise<void> {
    if (endpoint.name === COMPLETENESS_CHECK) return
    const isIncomplete = isIncompleteProfile(error) && endpoint.name !== PROFILE_CHANGE
    const isUnknown = error.code === USER_NOT_FOUND && endpoint.name === WHO_ONE_IS
    // A gateway that is broken says nothing about the shopper, whatever its answer reads.
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
