/**
 * Addresses of data requests, and entry points of the framework: `/coupons.data?tab=mine&_routes=root` has
 * the data of `/coupons?tab=mine`.
 */

const ENDING = /\.data$/
/** The data of `/`, because the ending needs a name. */
const INDEX = '/_root'
/** The name that older clients give to the data of a page. */
const PAYLOAD = /^(\/[^/\\].*)?\/_payload\.json$/
const ROUTES = '_routes'
const DATA = '_data'
/** Where the framework requests its list of routes; the first page contains all of it. */
const MANIFEST_PATH = '/__manifest'

function parted(url: string): [path: string, query: string] {
  const at = url.search(/[?#]/)
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at).split('#', 1).join('')]
}

/** Header with the build of a page that navigates to a screen. */
export const BUILD_HEADER = 'x-build'

export function isDataAddress(url: string): boolean {
  return ENDING.test(parted(url)[0])
}

/** The path of the page behind a data address; a page's own path otherwise. */
export function pagePath(url: string): string {
  const [path] = parted(url)
  const page = path.replace(ENDING, '')
  return page === path ? path : page === INDEX ? '/' : page
}

/** The path and query of the page behind a data address, without the framework's parameters. */
export function pageAddress(url: string): string {
  const [, query] = parted(url)
  if (!query.includes(ROUTES)) return pagePath(url) + query
  const own = new URLSearchParams(query)
  own.delete(ROUTES)
  return pagePath(url) + (own.size > 0 ? `?${own}` : '')
}

/** The data address of the page behind `/coupons/_payload.json`; null for other addresses. */
export function payloadTarget(url: string): string | null {
  const found = PAYLOAD.exec(parted(url)[0])
  return found && `${found[1] ?? INDEX}.data`
}

export function dataAddress(path: string, query: Record<string, string>, routeId: string): string {
  return `${path}.data?${new URLSearchParams({ ...query, [ROUTES]: routeId })}`
}

/** The framework's status of data with a redirect, which fetch does not follow. */
export const REDIRECT_DATA_STATUS = 202

/**
 * Whether an address is an unused entry point of the framework: data by `_data`, which skips the parents'
 * guards, and the list of all routes.
 */
export function isUnusedEntryPoint(url: string): boolean {
  const [path, query] = parted(url)
  if (path === MANIFEST_PATH) return true
  // Some parsers include text after a second question mark in the query.
  return query.split('?').some((part) => new URLSearchParams(part).has(DATA))
}
