import { getErrorCode, GatewayError } from './gateway-error.server'
import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'

/** Operations with named errors (specification 8.5). */
type NamedOperation = 'qrcode' | 'balance' | 'cardMerge'

/** Limits the codes in metrics, because a gateway could send any number of them. */
const MAX_CODES = 50
const counted = new Set<string>()

function getLabel(code: string): string {
  if (counted.size < MAX_CODES) counted.add(code)
  return counted.has(code) ? code : 'other'
}

/** Reports a failed operation to log and metrics and returns its error code. */
export function recordFailure(
  operation: NamedOperation,
  requestId: string,
  error: unknown,
): string {
  const code = getErrorCode(error)
  metrics.operationFailures.inc({ operation, code: getLabel(code) })
  log.warn({ requestId, name: operation, code }, 'operation failed')
  return code
}

/**
 * Reports a failed call to the log and the metrics.
 * @returns the call, and a function that gives its error code for the screen: `requestError` while the
 * call is unfinished
 */
export function withErrorCode<Value>(
  operation: NamedOperation,
  { requestId }: { requestId: string },
  call: Promise<Value>,
): { call: Promise<Value>; errorCode(): string } {
  let code = getErrorCode(undefined)
  const named = call.catch((error: unknown) => {
    if (error instanceof GatewayError) code = recordFailure(operation, requestId, error)
    throw error
  })
  // Prevents an unhandled rejection when the block no longer waits.
  named.catch(() => undefined)
  return { call: named, errorCode: () => code }
}
