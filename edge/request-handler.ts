import type { IncomingMessage } from 'node:http'

import type * as entry from '../app/entry.server'
import { pageAddress } from '../app/framework/data-address'
import type { Log } from '../app/platform/log.server'
import { getCachePolicy } from './cache-policy'
import type { ResponseHeaders } from './headers'
import type { PageDictionary } from './dictionary/page-dictionary'
import { readResponse, sendResponse, toFetchRequest } from './respond'
import { createSharedPages } from './shared-pages'
import { sendStream } from './stream'
import type { WholeVisit } from './visit'

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
}: AskOptions): (visit: WholeVisit) => Promise<'answered'> {
  const sharedPage = createSharedPages()
  const onUncompressed = (err: unknown) => log.error({ err }, 'a response could not be compressed')

  async function ask(visit: WholeVisit, method: string) {
    const { request, url, application, cookies } = visit
    const asked = toFetchRequest(request, publicOrigin, visit.body, method)
    const context = await createContext(visit, {
      headers: asked.headers,
      page: isRead(request) ? pageAddress(url) : null,
    })
    const outgoing = await readResponse(await application.response(asked, context))
    const { session, reply } = context
    const { retryAfter, card, nonce, styleHash } = reply
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

  return async (visit) => {
    const { request, response, url } = visit
    const policy = getCachePolicy(request, isPublicPath)
    const { isShared } = policy
    const reply = isShared
      ? // Handled as a GET: the body of a HEAD response is not stored.
        await sharedPage(url, () => ask(visit, 'GET'), await operatorVersion())
      : await ask(visit, request.method ?? 'GET')
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
