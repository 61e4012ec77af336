import type { KeyedSlots } from '~/lib/keyed-slots.server'
import { errorResponse, getIssues, parseNotingLosses } from '~/gateways/schemas/common.server'

import type { Breaker, Outcome } from './breaker.server'
import { isDeadlinePassed } from './deadline.server'
import type { Endpoint } from './endpoint.server'
import { GatewayError, type GatewayErrorKind } from './gateway-error.server'
import { CONNECTIONS, type GatewayResponse, type HttpClient, type HttpRequest } from './http.server'
import type { CallerSlots } from './caller-slots.server'

/** The connections, breaker and slots of one gateway, for each endpoint and for each caller. */
export interface GatewayLine {
  http: HttpClient
  breaker: Breaker
  endpointSlots: KeyedSlots
  callerSlots: CallerSlots
}

/** The caller and the deadline of a call. */
interface AttemptCaller {
  /** The caller that the slot counts for; `null`: shared by anonymous calls. */
  token: string | null
  /**
   * The caller that a failure counts for. So the breaker can tell one failing shopper or product
   * from a failing endpoint.
   */
  caller: string
  signal: AbortSignal
}

/** A response that breaks the contract. Holds no values. */
export interface ContractViolation {
  status: number | null
  /** `response`: the call failed; `pieces`: it succeeded without these. */
  lost: 'response' | 'pieces'
  /** Paths and reasons, e.g. `items.[].amount: invalid_type`. At most 20. */
  issues: string[]
}

interface AttemptListener {
  /** Called after the attempt; `kind` is `null` on success. */
  onEnd(ended: { status: number | null; kind: GatewayErrorKind | null; ms: number }): void
  onContractViolation(violation: ContractViolation): void
  /** Called when a request begins (1) or ends (-1). */
  onUnderWay(change: 1 | -1): void
  /** A monotonic clock in milliseconds. */
  now(): number
}

const ISSUES_LIMIT = 20
// A hanging endpoint holds its connections until the deadline; other endpoints keep the other half.
const MAX_OF_ONE_ENDPOINT = CONNECTIONS / 2

/**
 * Sends one attempt of a call: waits for a caller slot, asks for one of the endpoint, asks the breaker, sends,
 * reads.
 * @param prepare builds the request; called once the call may be sent
 * @throws GatewayError, or the reason of a caller that cancelled
 */
export async function attemptCall(
  line: GatewayLine,
  endpoint: Endpoint,
  { token, caller, signal }: AttemptCaller,
  prepare: () => Omit<HttpRequest, 'endpoint' | 'method' | 'signal'>,
  listener: AttemptListener,
): Promise<unknown> {
  const { http, breaker, endpointSlots, callerSlots } = line
  let startedAt = listener.now()
  const tell = (status: number | null, kind: GatewayErrorKind | null) =>
    listener.onEnd({ status, kind, ms: listener.now() - startedAt })
  const complain = (status: number | null, lost: ContractViolation['lost'], issues: string[]) =>
    listener.onContractViolation({ status, lost, issues: issues.slice(0, ISSUES_LIMIT) })
  const refuse = (kind: 'busy' | 'open') => {
    tell(null, kind)
    return new GatewayError({ kind, endpoint: endpoint.name })
  }

  const endTurn = await callerSlots
    .acquire(endpoint.name, token, signal)
    .catch((reason: unknown) => {
      throw isDeadlinePassed(signal) ? refuse('busy') : reason
    })
  startedAt = listener.now()
  const leave = endpointSlots.enter(endpoint.name, MAX_OF_ONE_ENDPOINT)
  if (!leave) {
    endTurn()
    throw refuse('busy')
  }
  const settle = breaker.enter(endpoint.name, caller)
  if (!settle) {
    leave()
    endTurn()
    throw refuse('open')
  }
  let outcome: Outcome = 'ignored'
  let isReached = true
  listener.onUnderWay(1)
  try {
    const response = await send()
    outcome = response.status >= 500 ? 'failure' : 'success'
    const value = parseResponse(endpoint, response, (lost, issues) =>
      complain(response.status, lost, issues),
    )
    tell(response.status, null)
    return value
  } catch (error) {
    if (error instanceof GatewayError) tell(error.status ?? null, error.kind)
    throw error
  } finally {
    settle(outcome, isReached)
    leave()
    endTurn()
    listener.onUnderWay(-1)
  }

  async function send(): Promise<GatewayResponse> {
    try {
      return await http.send({
        endpoint: endpoint.name,
        method: endpoint.method,
        signal,
        ...prepare(),
      })
    } catch (error) {
      if (error instanceof GatewayError) {
        // An unreadable response still shows that the gateway works.
        outcome = error.kind === 'contract' ? 'success' : 'failure'
        isReached = !error.isUnsent
        if (outcome === 'success')
          complain(error.status ?? null, 'response', [error.code ?? 'unreadable'])
      }
      throw error
    }
  }
}

/** Called with the paths that break the contract and the reasons, without values. */
type OnLoss = (lost: 'response' | 'pieces', issues: string[]) => void

/**
 * Checks a response against the schema of its endpoint.
 * @throws GatewayError `http` for a refusal, `contract` for an unreadable response
 */
function parseResponse(endpoint: Endpoint, response: GatewayResponse, complain: OnLoss): unknown {
  const { status, text } = response
  if (status < 200 || status >= 300) throw refusal(endpoint, response)
  const broken = (issues: string[]) => {
    complain('response', issues)
    return new GatewayError({ kind: 'contract', endpoint: endpoint.name, status })
  }

  const json = parseJson(text)
  if (!json.ok) throw broken(['not JSON'])
  const parsed = parsedUnlessTooDeep(endpoint, json.value)
  if (!parsed) throw broken(['nested too deeply'])
  const { result, losses } = parsed
  if (!result.success) throw broken(getIssues(result.error))
  if (losses.length > 0) complain('pieces', losses)
  return result.data
}

/** The error of a refusal. Its body may be empty, HTML or cut off; then only the status counts. */
function refusal(
  endpoint: Endpoint,
  { status, text, retryAfterSeconds }: GatewayResponse,
): GatewayError {
  const json = parseJson(text)
  const body = errorResponse.safeParse(json.ok ? json.value : undefined).data
  return new GatewayError({
    kind: 'http',
    endpoint: endpoint.name,
    status,
    code: body?.code,
    fields: body?.fields,
    retryAfterSeconds: status === 429 || status === 503 ? retryAfterSeconds : undefined,
  })
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  if (text === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}

/** Null for a tree that is nested deeper than the parser's stack allows. */
function parsedUnlessTooDeep({ response }: Endpoint, value: unknown) {
  try {
    return parseNotingLosses(response, value)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
