import { errorCodeOf } from './error-code.server'
import { GatewayError } from './gateway-error.server'
import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'

/** Operations with named failures (specification, section 8). */
export type Operation = 'qrcode' | 'balance' | 'cardMerge'

/** A gateway may think up codes without end; the metrics tell so many of them apart. */
const MOST_CODES = 50
const counted = new Set<string>()

function labelOf(code: string): string {
  if (counted.size < MOST_CODES) counted.add(code)
  return counted.has(code) ? code : 'other'
}

/** Names the failure of an operation in the log and the metrics. */
export function nameFailure(operation: Operation, requestId: string, error: unknown): string {
  const code = errorCodeOf(error)
  metrics.operationFailures.inc({ operation, code: labelOf(code) })
  log.warn({ requestId, name: operation, code }, 'operation failed')
  return code
}

/**
 * A call with a named failure in the log and the metrics, and to the block that does without it.
 * @returns the same call, and what its failure is called; one that is not over yet is a
 *   `requestError`, too
 */
export function withErrorCode<Value>(
  operation: Operation,
  { requestId }: { requestId: string },
  call: Promise<Value>,
): { call: Promise<Value>; errorCode(): string } {
  let code = errorCodeOf(undefined)
  const named = call.catch((error: unknown) => {
    if (error instanceof GatewayError) code = nameFailure(operation, requestId, error)
    throw error
  })
  // Whoever waits no longer need not hear of it.
  named.catch(() => undefined)
  return { call: named, errorCode: () => code }
}
