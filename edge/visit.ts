import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Logger } from 'pino'

/** What identifies one request from its first byte to its line in the log. */
export interface Visit {
  requestId: string
  traceparent: string
  nonce: string
}

const traceForm = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[01]$/

/** A proxy's request id and trace are kept when they look like ones; else they are made. */
export function beginVisit(request: IncomingMessage): Visit {
  const given = request.headers['x-request-id']
  const trace = request.headers.traceparent
  return {
    requestId: typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID(),
    traceparent:
      typeof trace === 'string' && traceForm.test(trace)
        ? trace
        : `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`,
    nonce: randomBytes(16).toString('base64url'),
  }
}

/** `/coupons/8812?x=1` → `/coupons/:id`: what is logged of an address names nobody. */
export function anonymousPath(url: string): string {
  const [path = ''] = url.split('?')
  return path
    .split('/')
    .slice(0, 13)
    .map((segment) => (/^[a-z-]{0,40}(\.data)?$/.test(segment) ? segment : ':id'))
    .join('/')
}

/** One line per request when its response is over. */
export function logAccess(
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  { requestId }: Visit,
): void {
  const started = performance.now()
  response.once('close', () => {
    log.info(
      {
        requestId,
        method: request.method,
        path: anonymousPath(request.url ?? ''),
        status: response.statusCode,
        ms: Math.round(performance.now() - started),
        ...(response.writableFinished ? {} : { aborted: true }),
      },
      'request',
    )
  })
}
