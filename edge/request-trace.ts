import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Histogram } from 'prom-client'

import { isDataAddress, pagePath } from '../app/framework/data-address'
import type { CallEvent } from '../app/gateways/client.server'
import type { beginSpan } from '../app/platform/tracing.server'
import type { Log } from '../app/platform/log.server'
import type { ShedRule } from './overload-guard'

/** The ids of one request, from its first byte to its line in the log. */
export interface RequestTrace {
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
  /** Why the edge refused it, for the log: hosts help to correct the proxy, a rule to size the containers. */
  refusal?: { host: string; expectedHost: string } | { shedBy: ShedRule }
  onGatewayCall(call: CallEvent): void
}

/** Methods that the edge accepts. */
export const METHODS = ['GET', 'HEAD', 'POST']

/** A page calls a dozen endpoints at most; a bug must not make the log line endless. */
const MAX_CALLS = 20

const traceForm = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[01]$/

/**
 * 32 hex digits, never all 0. Node buffers random bytes for UUIDs; requesting them directly costs ten times
 * as much.
 */
const randomHex = () => randomUUID().replaceAll('-', '')

/**
 * Accepts a request id and a trace of the right form. Only a trusted proxy decides about sampling and the
 * trace id, because both cost the operator.
 * @param isFromProxy whether a trusted proxy sent the request
 */
export function beginRequestTrace(
  request: IncomingMessage,
  begin: typeof beginSpan,
  isFromProxy: (request: IncomingMessage) => boolean,
): RequestTrace {
  const given = request.headers['x-request-id']
  const trace = request.headers.traceparent
  const calls: CallEvent[] = []
  const isFollowed = typeof trace === 'string' && traceForm.test(trace) && isFromProxy(request)
  const above = isFollowed ? trace : null
  const span = begin('request', above)
  const traceparent = span.traceparent ?? `00-${randomHex()}-${randomHex().slice(16)}-00`
  return {
    requestId: typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID(),
    traceparent,
    traceId: traceparent.slice(3, 35),
    span,
    route: 'refused',
    calls,
    onGatewayCall: (call) => void (calls.length < MAX_CALLS && calls.push(call)),
  }
}

/** `/coupons/8812?x=1` → `/coupons/:id`: logged addresses contain no personal data. */
function loggedPath(url: string): string {
  const path = pagePath(url)
    .split('/')
    .slice(0, 13)
    .map((segment) => (/^[a-z-]{0,40}$/.test(segment) ? segment : ':id'))
    .join('/')
  return isDataAddress(url) ? `${path} (data)` : path
}

/** Writes one log line and one observation for each request when its response ends. */
export function logAccess(
  { log, requests }: { log: Log; requests: Histogram<'route' | 'method' | 'status'> },
  request: IncomingMessage,
  response: ServerResponse,
  visit: RequestTrace,
): void {
  const started = performance.now()
  response.once('close', () => {
    const { requestId, route, calls, traceId, span } = visit
    const ms = performance.now() - started
    const isAborted = !response.writableFinished
    const status = response.statusCode
    const method = METHODS.includes(request.method ?? '') ? (request.method ?? '') : 'other'
    const facts = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'april.request_id': requestId,
      ...(isAborted && { 'april.outcome': 'aborted' }),
    }
    span.end(`${method} ${route}`, facts, status >= 500 ? String(status) : null)
    requests.observe({ route, method, status: isAborted ? 'aborted' : status }, ms / 1000)
    log.info(
      {
        requestId,
        traceId,
        method,
        route,
        path: loggedPath(request.url ?? ''),
        status,
        ms: Math.round(ms),
        ...(calls.length > 0 && { gateways: calls.map(getTime) }),
        ...visit.refusal,
        ...(isAborted && { aborted: true }),
      },
      'request',
    )
  })
}

/** `GET /v1/profile 200 31ms` */
function getTime({ endpoint, status, kind, ms }: CallEvent): string {
  return `${endpoint} ${status ?? kind} ${Math.round(ms)}ms`
}
