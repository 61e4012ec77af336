import type { Histogram } from 'prom-client'

import { isDataAddress, pagePath } from '../app/framework/data-address'
import type { CallEvent } from '../app/gateways/client.server'
import type { Log } from '../app/platform/log.server'
import type { Visit } from './visit'

/** Methods that the edge accepts. */
export const METHODS = ['GET', 'HEAD', 'POST']

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
  visit: Visit,
  { log, requests }: { log: Log; requests: Histogram<'route' | 'method' | 'status'> },
): void {
  const started = performance.now()
  const { request, response } = visit
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
