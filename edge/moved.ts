import { payloadTarget } from '../app/framework/data-address'

import type { Middleware } from './request-context'

type FindRule = (url: string) => { location: string; status: number } | null

/**
 * `/coupons/?tab=mine` → `/coupons?tab=mine`; null without a trailing slash. Screens build relative links
 * from the requested address.
 */
function withoutSlash(url: string): string | null {
  const [, path, query = ''] = /^(\/[^?]+)\/(\?.*)?$/.exec(url) ?? []
  return path === undefined ? null : path + query
}

/** Redirects by the operator's route rules, to a page's data, and to the address without a trailing slash. */
export function createMovedMiddleware(findRule: FindRule): Middleware {
  return async ({ request, response, url, visit }) => {
    if (request.method === 'POST') return null
    const rule = findRule(url)
    const location = rule?.location ?? payloadTarget(url) ?? withoutSlash(url)
    if (location === null) return null
    visit.route = 'moved'
    if (rule) response.removeHeader('X-Robots-Tag')
    response.writeHead(rule?.status ?? 301, { Location: location })
    response.end()
    return 'answered'
  }
}
