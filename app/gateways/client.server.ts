import { setTimeout as sleep } from 'node:timers/promises'

import { jitter } from '~/lib/jitter'
import { createKeyedSlots } from '~/lib/keyed-slots.server'
import type { Env } from '~/platform/parse-env.server'
import { activeTraceparent, failSpan, inSpan, SpanKind } from '~/platform/tracing.server'

import { attemptCall, type ContractViolation, type GatewayLine } from './attempt.server'
import { ALL_ENDPOINTS, createBreaker } from './breaker.server'
import { startDeadline, type CallDeadline } from './deadline.server'
import type { AnyInput, Call, Endpoint, GatewayName } from './endpoint.server'
import { GatewayError, tokenAbsent, type GatewayErrorKind } from './gateway-error.server'
import { CONNECTIONS, createHttpClient } from './http.server'
import { commonHeaders, prepareRequest, printable, type PreparedRequest } from './request.server'
import { createCallerSlots } from './caller-slots.server'
import { createRetryBudget, type RetryBudget } from './retry-budget.server'

/** One attempt of a call, for logs and metrics. Holds no bodies and no values. */
export interface CallEvent {
  endpoint: string
  status: number | null
  /** `null`: the call succeeded. */
  kind: GatewayErrorKind | null
  ms: number
  /** From 1. */
  attempt: number
  requestId: string
}

export interface ContractErrorEvent extends ContractViolation {
  endpoint: string
  requestId: string
}

export interface GatewayConfig {
  /** Base addresses; those of the specification end in `/webgate` and `/magnit-id` (specification 7.1). */
  webUrl: string
  magnitIdUrl: string
  /** Absent: calls of the fraud service throw GatewayError `invalid`. */
  fraudUrl?: string | undefined
  /** The sandbox's captcha; absent: its calls throw GatewayError `invalid`. */
  captchaUrl?: string | undefined
  clientName: string
  loyaltyType: string
  appVersion: string
  /** The default deadline of a call in milliseconds. */
  timeoutMs: number
  onCall?: ((event: CallEvent) => void) | undefined
  onContractError?: ((event: ContractErrorEvent) => void) | undefined
  /**
   * Called with the state of breakers: the gateway's (ALL_ENDPOINTS) at the start and on each
   * change, an endpoint's once it has opened.
   */
  onBreaker?: ((gateway: GatewayName, endpoint: string, isOpen: boolean) => void) | undefined
  /** Called when an attempt begins (1) or ends (-1). */
  onUnderWay?: ((gateway: GatewayName, change: 1 | -1) => void) | undefined
  /** A monotonic clock in milliseconds; for tests. */
  now?: (() => number) | undefined
}

/** Who calls, in one browser request. */
export interface Caller {
  userAgent: string
  /** `<os> <browser> <major>`, e.g. `Android Chrome 132`. */
  platformVersion: string
  deviceId: string
  requestId: string
  /** The W3C trace context of the request; forwarded unchanged without tracing. */
  traceparent: string
  /** Called for this visitor's calls only. */
  onCall?: ((event: CallEvent) => void) | undefined
  /** The access token, refreshed when expired; `null` for a guest. */
  accessToken(): Promise<string | null>
  /** Another token after a gateway refused this one; `null` when there is none. */
  renewAccessToken(rejected: string): Promise<string | null>
}

/** The gateways' part of the settings. */
export const gatewayConfig = (settings: Env): GatewayConfig => ({
  webUrl: settings.WEB_GATEWAY_URL,
  magnitIdUrl: settings.MAGNIT_ID_GATEWAY_URL,
  fraudUrl: settings.FRAUD_PROTECTION_URL,
  captchaUrl:
    settings.CAPTCHA_PROVIDER === 'sandbox'
      ? new URL('/captcha', settings.WEB_GATEWAY_URL).href
      : undefined,
  clientName: settings.CLIENT_NAME,
  loyaltyType: settings.LOYALTY_TYPE,
  appVersion: settings.APP_VERSION,
  timeoutMs: settings.GATEWAY_TIMEOUT_MS,
})

interface GatewayClient {
  for(caller: Caller): Call
  /** Waits for running calls and closes the connections. */
  close(): Promise<void>
}

type Line = GatewayLine & { retries: RetryBudget }
type Lines = Record<GatewayName, Line | null>

// A retry with less time left would only delay the caller.
const WORTHWHILE_MS = 200
// A gateway may hang for one or two shoppers, which opens no breaker. A third of the connections
// then remains for others.
const SLOT_LIMITS = { own: 40, ofEndpoint: 20, anonymous: (CONNECTIONS * 3) / 4 }

/** The connections and breakers of all gateways; created once per process. */
export function createGatewayClient(config: GatewayConfig): GatewayClient {
  const now = config.now ?? (() => performance.now())
  const line = (gateway: GatewayName, url: string): Line => {
    config.onBreaker?.(gateway, ALL_ENDPOINTS, false)
    return {
      http: createHttpClient(url),
      breaker: createBreaker(now, (endpoint, isOpen) =>
        config.onBreaker?.(gateway, endpoint, isOpen),
      ),
      endpointSlots: createKeyedSlots(),
      callerSlots: createCallerSlots(SLOT_LIMITS),
      retries: createRetryBudget(now),
    }
  }
  const lines: Lines = {
    web: line('web', config.webUrl),
    'magnit-id': line('magnit-id', config.magnitIdUrl),
    fraud: config.fraudUrl ? line('fraud', config.fraudUrl) : null,
    captcha: config.captchaUrl ? line('captcha', config.captchaUrl) : null,
  }
  return {
    for: (caller) => createCall(config, lines, now, caller),
    async close() {
      await Promise.all(Object.values(lines).map((each) => each?.http.close()))
    },
  }
}

function createCall(config: GatewayConfig, lines: Lines, now: () => number, visitor: Caller): Call {
  // Created with the first call, so that a visitor without calls gets no device id.
  let common: ReturnType<typeof commonHeaders> | undefined

  async function call(endpoint: Endpoint, input: AnyInput = {}): Promise<unknown> {
    const line = lines[endpoint.gateway]
    if (!line) throw new GatewayError({ kind: 'invalid', endpoint: endpoint.name })
    const request = prepareRequest(endpoint, input)
    const deadline = startDeadline(
      input.deadlineMs ?? endpoint.deadlineMs ?? config.timeoutMs,
      input.signal,
    )
    try {
      return await callWithin(deadline, line, endpoint, request, input.isNotRetried)
    } finally {
      deadline.clear()
    }
  }

  async function callWithin(
    deadline: CallDeadline,
    line: Line,
    endpoint: Endpoint,
    request: PreparedRequest,
    isNotRetried = false,
  ): Promise<unknown> {
    let token = endpoint.auth === 'none' ? null : await within(visitor.accessToken())
    if (endpoint.auth === 'required' && !token) throw tokenAbsent(endpoint.name, endpoint.path)

    let mayRepeat = endpoint.effect !== 'once' && !isNotRetried
    let mayRenew = true
    let repeated: GatewayError | null = null
    line.retries.count()
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await tryOnce(deadline, line, endpoint, request, token, attempt)
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error
        // The breaker opened between two attempts; the first error says more.
        if (error.kind === 'open' || error.kind === 'busy') throw repeated ?? error
        if (error.status === 401 && token && mayRenew) {
          mayRenew = false
          const renewed = await within(visitor.renewAccessToken(token))
          if (!renewed || renewed === token) throw error
          token = renewed
          repeated = null
        } else if (mayRepeat && isPassing(error) && line.retries.take() && (await pause())) {
          mayRepeat = false
          repeated = error
        } else {
          // A first attempt that was sent may have taken effect, so its error counts more than an
          // unsent retry's.
          throw error.isUnsent ? (repeated ?? error) : error
        }
      }
    }

    async function within<Value>(promise: Promise<Value>): Promise<Value> {
      try {
        return await deadline.race(promise)
      } catch (error) {
        throw deadline.isPassed(error)
          ? new GatewayError({ kind: 'timeout', endpoint: endpoint.name })
          : error
      }
    }

    /** Waits for a random time before the retry; false when too little time would be left. */
    async function pause(): Promise<boolean> {
      const ms = jitter(50, 150)
      if (deadline.remainingMs() < ms + WORTHWHILE_MS) return false
      await within(sleep(ms))
      return true
    }
  }

  function tryOnce(
    { signal }: CallDeadline,
    line: GatewayLine,
    endpoint: Endpoint,
    request: PreparedRequest,
    token: string | null,
    attempt: number,
  ): Promise<unknown> {
    const { requestId } = visitor
    const about = { endpoint: endpoint.name, requestId }
    const prepare = () => {
      const traceparent = activeTraceparent() ?? visitor.traceparent
      common ??= commonHeaders({ client: config, visitor })
      const headers = {
        ...common[endpoint.gateway],
        ...request.headers,
        traceparent,
        ...(token ? { Authorization: `Bearer ${printable(token)}` } : {}),
      }
      return { path: request.path, body: request.body, headers }
    }
    // Failures of public calls count by their input, so that one broken product does not open the
    // breaker.
    const caller = endpoint.freshMs
      ? request.path + (request.body ?? '')
      : (token ?? visitor.deviceId)
    const options = { kind: SpanKind.CLIENT, attributes: { 'april.attempt': attempt } }
    return inSpan(endpoint.name, options, (span) =>
      attemptCall(line, endpoint, { token, caller, signal }, prepare, {
        now,
        onUnderWay: (change) => config.onUnderWay?.(endpoint.gateway, change),
        onContractViolation: (violation) => config.onContractError?.({ ...about, ...violation }),
        onEnd(ended) {
          if (ended.status) span.setAttribute('http.response.status_code', ended.status)
          if (ended.kind) failSpan(span, ended.kind)
          const event = { ...about, ...ended, attempt }
          config.onCall?.(event)
          visitor.onCall?.(event)
        },
      }),
    )
  }

  return call as Call
}

/** True when the same request may succeed a moment later. */
function isPassing({ kind, status = 0, retryAfterSeconds = 0 }: GatewayError): boolean {
  if (kind === 'network' || kind === 'timeout') return true
  return kind === 'http' && status >= 500 && retryAfterSeconds === 0
}
