import type { IncomingMessage } from 'node:http'

import type { Intake } from './intake'

/** Why a request goes no further, as its HTTP status. */
export type Refusal = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 421

const LONGEST_URL = 2048
const MOST_SEGMENTS = 12
export const METHODS = ['GET', 'HEAD', 'POST']
/** What a part of an address may not be: the URL parser would take it and the part before away. */
const dots = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i

function isWellEncoded(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

/** Path and query; a query may have question marks of its own. */
function partsOf(url: string): [path: string, query: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}

function isPlainUrl(url: string): boolean {
  // A `#` is the browser's own business and never sent.
  if (url.length > LONGEST_URL || !/^\/[\x21\x22\x24-\x7e]*$/.test(url)) return false
  const [path, query] = partsOf(url)
  return (
    path.split('/').length - 1 <= MOST_SEGMENTS &&
    !/\/\/|\\|%5c|%00/i.test(path) &&
    !dots.test(path) &&
    isWellEncoded(path) &&
    path !== '/__manifest' &&
    !(query && new URLSearchParams(query).has('_data'))
  )
}

/**
 * Method, host and address. Long or twisted addresses are refused before anything tries to match
 * them; `_data` and `/__manifest` are doors of the framework that this product does not use.
 * @param isOwnHost whether a host, in small letters, is the site's own
 */
export function checkAddress(
  request: IncomingMessage,
  isOwnHost: (host: string) => boolean,
): Refusal | null {
  if (!METHODS.includes(request.method ?? '')) return 405
  const host = request.headers.host
  if (!host || !/^[\w.:[\]-]+$/.test(host)) return 400
  if (!isOwnHost(host.toLowerCase())) return 421
  return isPlainUrl(request.url ?? '') ? null : 404
}

/** The hosts that are the site's own: some proxies add the port that goes without saying. */
export function ownHosts(publicOrigin: string): (host: string) => boolean {
  const { protocol, host, port } = new URL(publicOrigin)
  const hosts = new Set([host])
  if (!port) hosts.add(`${host}:${protocol === 'https:' ? 443 : 80}`)
  return (asked) => hosts.has(asked)
}

/**
 * Only this site's own pages may post. Browsers say where a request comes from in
 * `Sec-Fetch-Site`; those that do not must send our exact `Origin`. A sibling subdomain is
 * `same-site` and therefore a stranger.
 */
export function checkOrigin(
  { headers }: IncomingMessage,
  { isOwnOnly }: Intake,
  publicOrigin: string,
): Refusal | null {
  if (!isOwnOnly) return null
  const site = headers['sec-fetch-site']
  if (site) return site === 'same-origin' || site === 'none' ? null : 403
  return headers.origin === publicOrigin ? null : 403
}

/** Posts are forms, unless the route says otherwise. */
export function checkContentType({ headers }: IncomingMessage, intake: Intake): Refusal | null {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  return intake.types.includes(type.trim().toLowerCase()) ? null : 415
}

/**
 * Who may use the relay, asked before a byte of what was sent is read.
 * @param isBearer whether a header holds the relay's bearer; null: there is no relay
 */
export function checkBearer(
  { headers }: IncomingMessage,
  { isRelay }: Intake,
  isBearer: ((header: string | null) => boolean) | null,
): Refusal | null {
  if (!isRelay) return null
  if (!isBearer) return 404
  return isBearer(headers.authorization ?? null) ? null : 401
}
