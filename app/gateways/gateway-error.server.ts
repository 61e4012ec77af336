import { STATUS_CODES } from 'node:http'

/**
 * The kind of an error:
 * - `http`: the gateway answered with another status than 2xx;
 * - `timeout`: the deadline passed before the response was complete;
 * - `network`: no connection, or it broke;
 * - `contract`: the response breaks the contract;
 * - `open`: the circuit breaker is open, so no call was made;
 * - `busy`: too many calls of this endpoint or shopper are running, so no call was made;
 * - `unauthorized`: the required access token is absent, so no call was made;
 * - `invalid`: our own input breaks the contract, so no call was made.
 */
export type GatewayErrorKind =
  'http' | 'timeout' | 'network' | 'contract' | 'open' | 'busy' | 'unauthorized' | 'invalid'

/** A proxy before the gateway timed out, so the gateway may have done the work. */
const GATEWAY_TIMEOUT = 504

const neverCalled: readonly GatewayErrorKind[] = ['open', 'busy', 'unauthorized', 'invalid']

/** One refused field of a form, with the gateway's names (specification 8.6). */
interface RefusedField {
  name: string
  code: string
  message?: string | undefined
}

interface GatewayErrorDetails {
  kind: GatewayErrorKind
  /** The endpoint's name: method and path template, never a filled-in address. */
  endpoint: string
  status?: number | undefined
  /** The gateway's own code (specification 8.3), e.g. `CaptchaError`. */
  code?: string | undefined
  fields?: RefusedField[] | undefined
  retryAfterSeconds?: number | undefined
  /** True when a call was made but never sent. */
  isUnsent?: boolean
  /** Replaces the default message of kind, status and code. Never bodies or values. */
  message?: string | undefined
}

/**
 * The only error of gateway calls, besides the reason of a cancelled call. Its message is safe to
 * log: no bodies, tokens, phones or addresses.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly kind: GatewayErrorKind
  readonly endpoint: string
  readonly status: number | undefined
  readonly code: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** True when the gateway cannot have received the call: none was made, or no connection. */
  readonly isUnsent: boolean
  /**
   * Not enumerable, because loggers copy properties and a gateway's message may repeat the
   * shopper's input.
   */
  declare readonly fields: RefusedField[] | undefined

  constructor(details: GatewayErrorDetails) {
    super(details.message ?? describe(details))
    this.kind = details.kind
    this.endpoint = details.endpoint
    this.status = details.status
    this.code = details.code
    this.retryAfterSeconds = details.retryAfterSeconds
    this.isUnsent = details.isUnsent ?? neverCalled.includes(details.kind)
    Object.defineProperty(this, 'fields', { value: details.fields, enumerable: false })
  }

  /** True when the gateway refused the request: a 4xx except 429, which only means 'later'. */
  get isClientError(): boolean {
    const { status = 0 } = this
    return status >= 400 && status < 500 && status !== 429
  }

  /** True when the error is the gateway's, so a later attempt may succeed. */
  get isServerSide(): boolean {
    if (this.kind === 'http') return !this.isClientError
    return ['timeout', 'network', 'contract', 'open', 'busy'].includes(this.kind)
  }

  /**
   * True when the call certainly had no effect: the status says so, or the request never arrived. A
   * call that hangs, breaks or returns an unreadable response may have had one.
   */
  get didNothing(): boolean {
    return this.isUnsent || (this.kind === 'http' && this.status !== GATEWAY_TIMEOUT)
  }

  /** True when the call had no effect and the gateway did not check the input. */
  get isInputUnchecked(): boolean {
    return this.didNothing && !this.isClientError
  }

  /** True when the access token is absent, or the gateway refused it and a renewed one. */
  get isUnauthorized(): boolean {
    return this.kind === 'unauthorized' || this.status === 401
  }
}

/**
 * The error of a call without its required access token (specification 5.2).
 * @param path the endpoint's path template
 */
export function tokenAbsent(endpoint: string, path: string): GatewayError {
  return new GatewayError({
    kind: 'unauthorized',
    endpoint,
    message: `Отсутствует JWT-токен для запроса ${path}`,
  })
}

/** The error of a call that was not sent because the access token could not be renewed now. */
export function tokenUnrenewed(): GatewayError {
  const endpoint = 'POST /v1/auth/token/refresh'
  return new GatewayError({ kind: 'network', endpoint, isUnsent: true })
}

function describe({ kind, endpoint, status, code }: GatewayErrorDetails): string {
  return [`${endpoint}: ${kind}`, status, code].filter((part) => part !== undefined).join(' ')
}

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
