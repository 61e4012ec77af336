import type { Middleware } from './request-context'

type FindRule = (url: string) => Promise<{ location: string; status: number } | null>

/**
 * `/coupons/?tab=mine` → `/coupons?tab=mine`, as mailers and people write addresses; null where no
 * slash stands behind one. Screens make their links of the address that they were asked for.
 */
function withoutSlash(url: string): string | null {
  const [, path, query = ''] = /^(\/[^?]+)\/(\?.*)?$/.exec(url) ?? []
  return path === undefined ? null : path + query
}

/** Sends on to where the operator's rules say that an address has moved, and to an address without its last slash. */
export function createMovedMiddleware(findRule: FindRule): Middleware {
  return async ({ request, response, url, visit }) => {
    if (request.method === 'POST') return null
    const rule = await findRule(url)
    const location = rule?.location ?? withoutSlash(url)
    if (location === null) return null
    visit.route = 'moved'
    if (rule) response.removeHeader('X-Robots-Tag')
    response.writeHead(rule?.status ?? 301, { Location: location })
    response.end()
    return 'answered'
  }
}
