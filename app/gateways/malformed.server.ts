import { GatewayError } from './gateway-error.server'

/**
 * Returns `null` for an id that cannot be part of a path, as for an absent one. So a caller cannot
 * tell malformed, missing and foreign ids apart.
 */
export async function nullIfMalformed<Value>(
  response: Promise<Value | null>,
): Promise<Value | null> {
  try {
    return await response
  } catch (error) {
    if (error instanceof GatewayError && error.kind === 'invalid') return null
    throw error
  }
}
