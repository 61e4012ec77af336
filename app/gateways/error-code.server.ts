import { STATUS_CODES } from 'node:http'

import { GatewayError } from './gateway-error.server'

/** The format of the gateways' codes; any other text might be a phone, a token or a page. */
const CODE = /^[A-Za-z][A-Za-z_]{0,39}$/

/**
 * The name of a failed call in state, logs and metrics (specification 8.4). It is the
 * gateway's code, else `requestError - {status message}`, else `requestError`. Bounded, and without
 * personal data.
 */
export function getErrorCode(error: unknown): string {
  const { code, status } = error instanceof GatewayError ? error : {}
  if (code !== undefined && CODE.test(code)) return code
  const message = status === undefined ? undefined : STATUS_CODES[status]
  return message ? `requestError - ${message}` : 'requestError'
}

/** The gateway's code for a session of an unknown shopper (specification 8.3). */
export const USER_NOT_FOUND = 'user_not_found'

/** True when the gateway reports missing profile fields (specification 4.4). */
export function isIncompleteProfile({ code }: Pick<GatewayError, 'code'>): boolean {
  return code === 'incompleteProfile' || code === 'incomplete_profile_info'
}
