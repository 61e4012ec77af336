import { STATUS_CODES } from 'node:http'

import { GatewayError } from './gateway-error.server'

/** A name in letters, as the gateways' codes are; anything else might be a phone, a token, a page. */
const CODE = /^[A-Za-z][A-Za-z_]{0,39}$/

/**
 * What a failed call is called in state, log and metrics (specification, section 8): the server's own
 * code, else `requestError - {status message}`, else `requestError`. Bounded, and without personal data.
 */
export function errorCodeOf(error: unknown): string {
  const { code, status } = error instanceof GatewayError ? error : {}
  if (code !== undefined && CODE.test(code)) return code
  const message = status === undefined ? undefined : STATUS_CODES[status]
  return message ? `requestError - ${message}` : 'requestError'
}

/** The gateway's code for a session of an unknown shopper (section 8). */
export const USER_NOT_FOUND = 'user_not_found'

/** Whether the gateway says that the profile lacks what the programme needs (section 8). */
export function isIncompleteProfile({ code }: Pick<GatewayError, 'code'>): boolean {
  return code === 'incompleteProfile' || code === 'incomplete_profile_info'
}
