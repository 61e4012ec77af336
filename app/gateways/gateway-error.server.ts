/**
 * What went wrong:
 * - `http`: the gateway answered with a status other than 2xx;
 * - `timeout`: the deadline passed before the answer was complete;
 * - `network`: no connection, or it broke;
 * - `contract`: the answer is not what the contract says;
 * - `open`: the circuit breaker is open, no call was made;
 * - `busy`: too many calls of this endpoint, or of this shopper, are under way, no call was made;
 * - `unauthorized`: the call needs an access token and there is none, no call was made;
 * - `invalid`: our own input is not what the contract says, no call was made.
 */
export type GatewayErrorKind =
  'http' | 'timeout' | 'network' | 'contract' | 'open' | 'busy' | 'unauthorized' | 'invalid'

/** Somebody before the gateway has waited for it in vain. */
const GATEWAY_TIMEOUT = 504

const neverCalled: readonly GatewayErrorKind[] = ['open', 'busy', 'unauthorized', 'invalid']

/** One refused field of a form, by the gateway's names (specification, section 8). */
export interface RefusedField {
  name: string
  code: string
  message?: string | undefined
}

export interface GatewayErrorDetails {
  kind: GatewayErrorKind
  /** The endpoint's name: method and path template, never a filled-in address. */
  endpoint: string
  status?: number | undefined
  /** The gateway's own code (specification, section 8), e.g. `CaptchaError`. */
  code?: string | undefined
  fields?: RefusedField[] | undefined
  retryAfterSeconds?: number | undefined
  /** Nothing went out, although a call was made. */
  isUnsent?: boolean
  /** The message, where it is not to be made of kind, status and code. Never bodies or values. */
  message?: string | undefined
}

/**
 * The only error that the gateways throw, but for the reason of an aborted caller's signal. Its
 * message is safe to log: it holds neither bodies nor tokens, phones or addresses.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly kind: GatewayErrorKind
  readonly endpoint: string
  readonly status: number | undefined
  readonly code: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** The gateway cannot have heard of it: no call was made, or no connection. */
  readonly isUnsent: boolean
  /** Not enumerable: the gateway's message may repeat what the shopper typed, and loggers copy. */
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

  /** The gateway refused the request: a 4xx, but not 429, which only says 'later'. */
  get isClientError(): boolean {
    const { status = 0 } = this
    return status >= 400 && status < 500 && status !== 429
  }

  /** The fault is on the gateways' side: trying again later may help. */
  get isServerSide(): boolean {
    if (this.kind === 'http') return !this.isClientError
    return ['timeout', 'network', 'contract', 'open', 'busy'].includes(this.kind)
  }

  /**
   * Nothing happened: the gateway's status says so, or the request never arrived. What hangs, here or
   * behind a proxy, breaks off or cannot be read may have happened all the same.
   */
  get didNothing(): boolean {
    return this.isUnsent || (this.kind === 'http' && this.status !== GATEWAY_TIMEOUT)
  }

  /** Nothing happened, and the gateway did not check the input. */
  get isUndecided(): boolean {
    return this.didNothing && !this.isClientError
  }

  /** There is no access token, or the gateway took neither it nor a renewed one. */
  get isUnauthorized(): boolean {
    return this.kind === 'unauthorized' || this.status === 401
  }
}

/**
 * What to throw when a call needs an access token and there is none (specification, section 5).
 * @param path the endpoint's path template
 */
export function tokenAbsent(endpoint: string, path: string): GatewayError {
  return new GatewayError({
    kind: 'unauthorized',
    endpoint,
    message: `Отсутствует JWT-токен для запроса ${path}`,
  })
}

/** What to throw when the access token could not be renewed for now: the call has not gone out. */
export function tokenUnrenewed(): GatewayError {
  const endpoint = 'POST /v1/auth/token/refresh'
  return new GatewayError({ kind: 'network', endpoint, isUnsent: true })
}

function describe({ kind, endpoint, status, code }: GatewayErrorDetails): string {
  return [`${endpoint}: ${kind}`, status, code].filter((part) => part !== undefined).join(' ')
}
