import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'

import type * as entry from '../app/entry.server'
import { pageAddress } from '../app/framework/data-address'
import type { Log } from '../app/platform/log.server'
import { getCachePolicy, type ResponseHeaders, type Inline } from './headers'
import type { PageDictionary } from './dictionary/page-dictionary'
import {
  readResponse,
  sendResponse,
  toFetchRequest,
  forMany,
  type OutgoingResponse,
} from './respond'
import { sendStream } from './stream'
import type { WholeVisit } from './visit'
import { MEGABYTE } from '../app/lib/byte-cache.server'
import { otherBudgets } from '../app/lib/memory-budgets.server'

const FRESH_MS = 60_000
const MAX_PAGES = 50
/** Bytes of all cached pages; a page counts after its rendering. */
const MAX_BYTES = otherBudgets.sharedPages.megabytes * MEGABYTE

interface Rendered {
  response: OutgoingResponse
  /** Inline styles; shared pages have no script. */
  inline: Inline
  /** Not shared: the caller leaves them out. */
  cookies: string[]
  /** Public pages have no limit of their own. */
  retryAfter?: Date | null
  /** Shared pages open no session, so none can end. */
  hasSessionEnded?: boolean
  expired?: string | null
  card?: 'code' | 'number' | 'none' | null
}

/** A page and its compressed versions, which are at most as large together. */
const getSize = ({ body }: OutgoingResponse) => 1 + 2 * body.length

/**
 * Caches pages that are the same for everybody, for as long as a cache in front may. Concurrent visitors
 * share one rendering; failures are not cached.
 * @param clock monotonic, in milliseconds
 */
export function createSharedPages(clock: { now(): number } = performance) {
  const pages = new LRUCache<string, Promise<Rendered>>({
    max: MAX_PAGES,
    maxSize: MAX_BYTES,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: clock,
  })

  let version = ''

  /** @param current version of the operator's texts: pages of other versions are dropped */
  return function get(
    url: string,
    render: () => Promise<Rendered>,
    current = '',
  ): Promise<Rendered> {
    if (current !== version) {
      version = current
      pages.clear()
    }
    // Clients can invent queries: a page with one is never cached.
    if (url.includes('?')) return render()
    const cached = pages.get(url)
    if (cached) return cached
    const rendered = render().then((page) => ({ ...page, response: forMany(page.response) }))
    pages.set(url, rendered, { size: 1 })
    const forget = () => pages.peek(url) === rendered && pages.delete(url)
    rendered.then(({ response }) => {
      if (response.status !== 200) forget()
      else if (pages.peek(url) === rendered)
        pages.set(url, rendered, { size: getSize(response), noUpdateTTL: true })
    }, forget)
    return rendered
  }
}

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
