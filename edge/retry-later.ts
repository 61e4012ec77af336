import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Intake } from './intake'
import { sendPlainPage } from './plain-page'

/** Why a request is not answered now, and when it will be. */
export interface RetryLater {
  /** 429: too many from this address; 503: too many from everybody. */
  status: 429 | 503
  retryAfterSeconds: number
}

/** The page that a request of the script stands for, with which the browser goes on. */
function pageOf({ method, url = '/', headers }: IncomingMessage, publicOrigin: string): string {
  const own = new URL(url, publicOrigin)
  if (method === 'POST') {
    const from = URL.canParse(headers.referer ?? '') ? new URL(headers.referer ?? '') : null
    return from?.origin === publicOrigin ? from.pathname + from.search : '/'
  }
  own.searchParams.delete('_routes')
  return own.pathname.replace(/(\/_root)?\.data$/, '') + own.search || '/'
}

/**
 * Refuses a request for now, in the form in which it was asked: a page to people, JSON to what asks
 * for JSON, and to the framework's script the order to load the whole page, which is then refused
 * as a page.
 */
export async function sendRetryLater(
  request: IncomingMessage,
  response: ServerResponse,
  { status, retryAfterSeconds }: RetryLater,
  {
    nonce,
    intake,
    publicOrigin,
    sendReload,
  }: {
    nonce: string
    intake: Intake
    publicOrigin: string
    sendReload: (page: string) => Promise<void>
  },
): Promise<void> {
  response.setHeader('Retry-After', String(retryAfterSeconds))
  // What is small is read and forgotten: closing in the middle of it would lose the answer.
  const length = Number(request.headers['content-length'] ?? Infinity)
  if (request.method === 'POST' && length > intake.largestBytes)
    response.setHeader('Connection', 'close')
  const [path = ''] = (request.url ?? '').split('?')
  if (path.endsWith('.data')) return sendReload(pageOf(request, publicOrigin))
  if (!request.headers.accept?.includes('application/json'))
    return sendPlainPage(response, status, nonce)
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ retryAfterSeconds }))
}
