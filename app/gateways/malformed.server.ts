import { GatewayError } from './gateway-error.server'

/**
 * An id from an address that could not even be sent names nothing: `null`, like an unknown one,
 * so that a caller cannot tell malformed, missing and foreign ids apart.
 */
export async function nullIfMalformed<Value>(answer: Promise<Value | null>): Promise<Value | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof GatewayError && error.kind === 'invalid') return null
    throw error
  }
}
