import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type * as entry from '../app/entry.server'
import type { Application, FrameworkBuild } from '../app/framework/application.server'
import type { CallEvent } from '../app/gateways/client.server'
import type { beginSpan } from '../app/platform/tracing.server'
import type { BodyPolicy } from './body-policy'
import type { ShedRule } from './overload-guard'

/** The framework's build, with the exports of its entry module that the edge uses. */
export type Build = FrameworkBuild & { entry: { module: typeof entry } }

/**
 * One request, from its first byte to its line in the log. A step that finds something returns the visit with it,
 * so that no later step can run before.
 */
export interface Visit {
  request: IncomingMessage
  response: ServerResponse
  application: Application
  /** Path and query as requested. */
  url: string
  requestId: string
  /**
   * The traceparent for gateway calls: this span, or the caller's without tracing; otherwise one marked as
   * not sampled.
   */
  traceparent: string
  traceId: string
  /** The span of the request, from its first byte to its last. */
  span: ReturnType<typeof beginSpan>
  /** Id of the route; `asset`, `moved` or `refused` without a route. */
  route: string
  calls: CallEvent[]
  onGatewayCall(call: CallEvent): void
  /** Why the edge refused it, for the log: hosts help to correct the proxy, a rule to size the containers. */
  refusal?: { host: string; expectedHost: string } | { shedBy: ShedRule }
  /** Functions that return the request's slots and memory to the limits; each is called once. */
  releases: (() => void)[]
}

/** A visit with its route and its payer. */
export interface RoutedVisit extends Visit {
  /** What its route accepts by POST. */
  bodyPolicy: BodyPolicy
  /** The client's address, through trusted proxies only. */
  address: string
  cookies: Awaited<ReturnType<typeof entry.openCookies>>['cookies']
  /** Id of the session in its cookies, authentic but perhaps revoked; null for a guest. */
  sessionId: string | null
}

/** A visit that the limits have counted. */
export interface CountedVisit extends RoutedVisit {
  /** Whether this address has made more sign-in attempts than people do. */
  isSuspicious: boolean
}

/** A visit with all that its browser sent. */
export interface WholeVisit extends CountedVisit {
  body: Buffer<ArrayBuffer>
}

/** The HTTP status of a refused request. */
export type Refusal = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 421

/** A refusal with the time at which a retry is possible. */
export interface RetryLater {
  /** 429 for too many requests of this address, 503 for too many of all. */
  status: 429 | 503
  retryAfterSeconds: number
}

/** How a visit ends: with a response that a step has sent, or with a refusal. */
export type Ending = 'answered' | Refusal | RetryLater

export function isEnding(result: Ending | Visit): result is Ending {
  return typeof result !== 'object' || 'retryAfterSeconds' in result
}

/** A page calls a dozen endpoints at most; a bug must not make the log line endless. */
const MAX_CALLS = 20

const traceForm = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[01]$/

/**
 * 32 hex digits, never all 0. Node buffers random bytes for UUIDs; requesting them directly costs ten times
 * as much.
 */
const randomHex = () => randomUUID().replaceAll('-', '')

interface VisitOptions {
  application: Application
  beginSpan: typeof beginSpan
  /** Whether a trusted proxy sent the request. */
  isFromProxy: (request: IncomingMessage) => boolean
}

/**
 * Begins a visit. Accepts a request id and a trace of the right form; only a trusted proxy decides about sampling
 * and the trace id, because both cost the operator.
 */
export function beginVisit(
  request: IncomingMessage,
  response: ServerResponse,
  { application, beginSpan, isFromProxy }: VisitOptions,
): Visit {
  const given = request.headers['x-request-id']
  const trace = request.headers.traceparent
  const calls: CallEvent[] = []
  const isFollowed = typeof trace === 'string' && traceForm.test(trace) && isFromProxy(request)
  const span = beginSpan('request', isFollowed ? trace : null)
  const traceparent = span.traceparent ?? `00-${randomHex()}-${randomHex().slice(16)}-00`
  return {
    request,
    response,
    application,
    url: request.url ?? '',
    requestId: typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID(),
    traceparent,
    traceId: traceparent.slice(3, 35),
    span,
    route: 'refused',
    calls,
    onGatewayCall: (call) => void (calls.length < MAX_CALLS && calls.push(call)),
    releases: [],
  }
}
