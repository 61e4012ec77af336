/**
 * The addresses at which the framework's script asks for a screen's data, and those that only the
 * framework knows: `/coupons.data?tab=mine&_routes=root` are data of `/coupons?tab=mine`.
 */

const ENDING = /\.data$/
/** The data of `/` are asked for under this name, for an ending needs something to end. */
const INDEX = '/_root'
const ROUTES = '_routes'
const DATA = '_data'
/** How a new page asks which routes there are; everything is in the first page. */
const MANIFEST_PATH = '/__manifest'

function parted(url: string): [path: string, query: string] {
  const at = url.search(/[?#]/)
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at).split('#', 1).join('')]
}

/** With which a page on its way to a screen names its own build. */
export const BUILD_HEADER = 'x-build'

/** Whether an address asks for data and not for a document. */
export function isDataAddress(url: string): boolean {
  return ENDING.test(parted(url)[0])
}

/** The path of the page behind a data address; the path itself where it is a page's. */
export function pagePath(url: string): string {
  const [path] = parted(url)
  const page = path.replace(ENDING, '')
  return page === path ? path : page === INDEX ? '/' : page
}

/** Path and query of that page: what the framework adds to ask for its data is left out. */
export function pageAddress(url: string): string {
  const [, query] = parted(url)
  if (!query.includes(ROUTES)) return pagePath(url) + query
  const own = new URLSearchParams(query)
  own.delete(ROUTES)
  return pagePath(url) + (own.size > 0 ? `?${own}` : '')
}

/** Where the data of one route of a page are. */
export function dataAddress(path: string, query: Record<string, string>, routeId: string): string {
  return `${path}.data?${new URLSearchParams({ ...query, [ROUTES]: routeId })}`
}

/** The status of data that say where to go instead; a fetch would follow one of the usual ones. */
const ONWARD_STATUS = 202

/** Whether the framework's script is led to another page: nothing of this one is shown. */
export function isRedirect({ status }: Pick<Response, 'status'>): boolean {
  return status === ONWARD_STATUS || (status >= 300 && status < 400)
}

/**
 * Whether an address is an entry point of the framework that this product does not use: data by
 * `_data`, behind which no parent's guard runs, and the list of all routes.
 */
export function isUnusedEntryPoint(url: string): boolean {
  const [path, query] = parted(url)
  if (path === MANIFEST_PATH) return true
  // Whatever follows a second question mark is a part of the query for some readers.
  return query.split('?').some((part) => new URLSearchParams(part).has(DATA))
}
