import type { IncomingMessage } from 'node:http'

const ownCookie = /(?:^|;)\s*(?:__Host-)?v1_/

/** Whether search engines may index a response, and whether caches may share it. */
export interface CachePolicy {
  isIndexed: boolean
  isShared: boolean
}

/**
 * Only listed pages are public. A cookie of this site (a session, a decision about analytics) makes even
 * these private.
 */
export function getCachePolicy(
  request: IncomingMessage,
  isPublicPath: (pathname: string) => boolean,
): CachePolicy {
  const [pathname = ''] = (request.url ?? '').split('?')
  const isIndexed = request.method !== 'POST' && isPublicPath(pathname)
  return { isIndexed, isShared: isIndexed && !ownCookie.test(request.headers.cookie ?? '') }
}
