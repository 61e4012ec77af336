import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Histogram } from 'prom-client'

import { isDataAddress, pagePath } from '../app/framework/data-address'
import type { CallEvent } from '../app/gateways/client.server'
import type { LastingSpan } from '../app/platform/span.server'
import type { beginSpan } from '../app/platform/tracing.server'
import type { Log } from '../app/platform/log.server'

/** What identifies one request from its first byte to its line in the log. */
export interface RequestTrace {
  requestId: string
  /** Our span, or the caller's where we trace nothing; else one that says of itself that it is not recorded. */
  traceparent: string
  traceId: string
  /** What is done for it, from its first byte to its last. */
  span: LastingSpan
  /** The id of the route that answers; `asset`, `moved` or `refused` where none does. */
  route: string
  calls: CallEvent[]
  /** Of a request for another site than this one (421), for who has to mend the proxy. */
  wrongHost?: { host: string; expectedHost: string }
  onGatewayCall(call: CallEvent): void
}

/** What may be asked. */
export const METHODS = ['GET', 'HEAD', 'POST']

/** A page asks for a dozen things at most; a fault must not make its line endless. */
const MOST_CALLS = 20

const traceForm = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[01]$/

/** 32 digits, never all of them 0. Node keeps random bytes for UUIDs in store; asked for alone they cost ten times as much. */
const randomHex = () => randomUUID().replaceAll('-', '')

/**
 * A request id and a proxy's trace are taken when they have the right form. A trace says whether it is recorded
 * and under which id, at our cost: no visitor decides that.
 * @param isFromProxy whether a proxy of ours sent it
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
  const traceparent = span.traceparent ?? above ?? `00-${randomHex()}-${randomHex().slice(16)}-00`
  return {
    requestId: typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID(),
    traceparent,
    traceId: traceparent.slice(3, 35),
    span,
    route: 'refused',
    calls,
    onGatewayCall: (call) => void (calls.length < MOST_CALLS && calls.push(call)),
  }
}

/** `/coupons/8812?x=1` → `/coupons/:id`: what is logged of an address contains no personal data. */
export function loggedPath(url: string): string {
  const path = pagePath(url)
    .split('/')
    .slice(0, 13)
    .map((segment) => (/^[a-z-]{0,40}$/.test(segment) ? segment : ':id'))
    .join('/')
  return isDataAddress(url) ? `${path} (data)` : path
}

/** One line and one observation per request, when its response is over. */
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
    if (status >= 500) span.fail(String(status))
    span.end(`${method} ${route}`, {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'april.request_id': requestId,
      ...(isAborted && { 'april.outcome': 'aborted' }),
    })
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
        ...(calls.length > 0 && { gateways: calls.map(timeOf) }),
        ...visit.wrongHost,
        ...(isAborted && { aborted: true }),
      },
      'request',
    )
  })
}

/** `GET /v1/profile 200 31ms` */
function timeOf({ endpoint, status, kind, ms }: CallEvent): string {
  return `${endpoint} ${status ?? kind} ${Math.round(ms)}ms`
}
