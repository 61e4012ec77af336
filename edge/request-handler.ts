import type { IncomingMessage } from 'node:http'

import type * as entry from '../app/entry.server'
import { pageAddress } from '../app/framework/data-address'
import type { Log } from '../app/platform/log.server'
import { getCachePolicy } from './cache-policy'
import type { RequestContext, Middleware, MiddlewareResult } from './request-context'
import type { ResponseHeaders } from './headers'
import type { PageDictionary } from './dictionary/page-dictionary'
import { readResponse, sendResponse, toFetchRequest } from './respond'
import { createSharedPages } from './shared-pages'
import { sendStream } from './stream'

interface AskOptions {
  publicOrigin: string
  isPublicPath: (pathname: string) => boolean
  headers: ResponseHeaders
  /** Null when the build or this Node has none. */
  dictionary: PageDictionary | null
  log: Pick<Log, 'error'>
  createContext: typeof entry.createContext
  /** Changes with every text that the operator shows on all pages. */
  operatorVersion: typeof entry.operatorVersion
}

/**
 * Calls the application, which responds to errors, too. Redirects after a post are 303. Concurrent requests for a
 * shared page use one rendering.
 */
export function createRequestHandler({
  publicOrigin,
  isPublicPath,
  headers,
  dictionary,
  log,
  createContext,
  operatorVersion,
}: AskOptions): Middleware {
  const sharedPage = createSharedPages()
  const onUncompressed = (err: unknown) => log.error({ err }, 'a response could not be compressed')

  async function ask(requestContext: RequestContext, method: string) {
    const {
      request,
      url,
      application,
      body,
      visit,
      address,
      isSuspicious,
      cookies: opened,
    } = requestContext
    const asked = toFetchRequest(request, publicOrigin, body, method)
    const { context, cookies } = await createContext({
      ...visit,
      cookies: opened,
      address,
      isSuspicious,
      headers: asked.headers,
      page: isRead(request) ? pageAddress(url) : null,
      buildId: application.buildId,
    })
    const loadContext = { ...context }
    const outgoing = await readResponse(await application.response(asked, loadContext))
    const { retryAfter, session, card, nonce, styleHash } = loadContext
    if (method === 'POST' && [301, 302].includes(outgoing.status)) outgoing.status = 303
    const { hasEnded: hasSessionEnded, expired } = session
    const inline = { nonce, styleHash }
    return {
      response: outgoing,
      cookies: cookies.changes(),
      inline,
      retryAfter,
      hasSessionEnded,
      expired,
      card,
    }
  }

  return async (requestContext): Promise<MiddlewareResult> => {
    const { request, response, url } = requestContext
    const policy = getCachePolicy(request, isPublicPath)
    const { isShared } = policy
    const reply = isShared
      ? // Handled as a GET: the body of a HEAD response is not stored.
        await sharedPage(url, () => ask(requestContext, 'GET'), await operatorVersion())
      : await ask(requestContext, request.method ?? 'GET')
    headers.ofResponse(response, { ...reply, policy })
    const { response: outgoing, cookies } = reply
    if (outgoing.stream)
      sendStream(request, response, { ...outgoing, stream: outgoing.stream }, cookies)
    else if (isShared) await sendResponse(request, response, outgoing, [], { onUncompressed })
    else await sendResponse(request, response, outgoing, cookies, { dictionary, onUncompressed })
    return 'answered'
  }
}

const isRead = ({ method }: IncomingMessage) => method !== 'POST'
