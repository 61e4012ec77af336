import type { IncomingMessage } from 'node:http'

import { isDataAddress, pageAddress } from '../app/framework/data-address'
import { jitter } from '../app/lib/jitter'
import { ownReferrer } from '../app/lib/way-back.server'
import { getBodyPolicy } from './body-policy'
import { sendPlainPage } from './plain-page'
import { readResponse, sendResponse } from './respond'
import type { RetryLater, Visit } from './visit'

const MAX_SPREAD_SECONDS = 10

/** The page of a data request, where the browser continues. */
function getPage({ method, url = '/', headers }: IncomingMessage, publicOrigin: string): string {
  if (method !== 'POST') return pageAddress(url)
  const from = ownReferrer(headers.referer, publicOrigin)
  return from ? from.pathname + from.search : '/'
}

/**
 * Refuses a request for now in the requested form: a page, JSON, or for a data request the order to load the
 * document.
 */
export async function sendRetryLater(
  { request, response, route, application }: Visit,
  { status, retryAfterSeconds: leastSeconds }: RetryLater,
  publicOrigin: string,
): Promise<void> {
  // Random, so that refused clients do not return at once.
  const spread = Math.floor(jitter(0, 1 + Math.min(leastSeconds, MAX_SPREAD_SECONDS)))
  const retryAfterSeconds = leastSeconds + spread
  response.setHeader('Retry-After', String(retryAfterSeconds))
  // Small bodies are read and dropped: closing the connection early would lose the response.
  const length = Number(request.headers['content-length'] ?? Infinity)
  if (request.method === 'POST' && length > getBodyPolicy(route).largestBytes)
    response.setHeader('Connection', 'close')
  if (isDataAddress(request.url ?? '')) {
    const order = await application.orderPage(getPage(request, publicOrigin), publicOrigin)
    return sendResponse(request, response, await readResponse(order), [])
  }
  if (!request.headers.accept?.includes('application/json')) return sendPlainPage(response, status)
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ retryAfterSeconds }))
}
