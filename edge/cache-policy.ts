import type { IncomingMessage } from 'node:http'

const ownCookie = /(?:^|;)\s*(?:__Host-)?v1_/

/** How an answer may be shown to others: to search engines, and from a cache to other visitors. */
export interface CachePolicy {
  isIndexed: boolean
  isShared: boolean
}

/**
 * Only a page of the allow-list is public, and only to a request with none of our cookies is it
 * the page that everybody gets: a session or a decision about analytics makes it a personal one.
 */
export function cachePolicyOf(
  request: IncomingMessage,
  isPublicPath: (pathname: string) => boolean,
): CachePolicy {
  const [pathname = ''] = (request.url ?? '').split('?')
  const isIndexed = request.method !== 'POST' && isPublicPath(pathname)
  return { isIndexed, isShared: isIndexed && !ownCookie.test(request.headers.cookie ?? '') }
}
