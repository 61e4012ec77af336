import type { IncomingMessage } from 'node:http'

import { isUnusedEntryPoint, isDataAddress } from '../app/framework/data-address'
import { ownLength, shortenAddress } from '../app/domain/own-parameters'
import { METHODS } from './access-log'
import type { BodyPolicy } from './body-policy'
import type { Ending, Refusal, RoutedVisit, Visit } from './visit'

/** Longer than every path of this site. */
const MAX_MENDED_LENGTH = 300
const FORMAT_CHARACTERS = /\p{Cf}/gu
/** `&utm_source=sms` behind an address without a question mark. */
const MISPLACED_QUERY = /&(?=[\w.-]{1,40}=)/
/** Characters with which a corrected address may end. Punctuation after the last of them is removed. */
const ENDS_AN_ADDRESS = /[\p{L}\p{N}/_~@=+-]/u

/**
 * The address that a message or a mailer has spoilt, corrected: without the full stop of the sentence,
 * invisible characters and doubled slashes, with the question mark before its parameters. Null when it is
 * correct.
 */
export function mendAddress(url: string): string | null {
  const at = url.indexOf('?')
  const encoded = at < 0 ? url : url.slice(0, at)
  if (encoded.length > MAX_MENDED_LENGTH || isDataAddress(url)) return null
  const path = decoded(encoded)
  if (path === null) return null
  const queryAt = path.search(MISPLACED_QUERY)
  const meant = withoutEnd(
    (queryAt < 0 ? path : path.slice(0, queryAt))
      .replace(FORMAT_CHARACTERS, '')
      .replace(/\/{2,}/g, '/'),
  )
  // A segment of punctuation only is no word with a full stop.
  if (meant === path || (meant.endsWith('/') && !path.endsWith('/'))) return null
  const misplaced = queryAt < 0 ? '' : encodeURI(path.slice(queryAt + 1))
  const parameters = [misplaced, at < 0 ? '' : url.slice(at + 1)]
  const query = parameters.filter(Boolean).join('&')
  return encodeURI(meant) + (query && `?${query}`)
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** Removes the punctuation of the sentence or bracket around a link. */
function withoutEnd(path: string): string {
  const characters = Array.from(path)
  const last = characters.findLastIndex((character) => ENDS_AN_ADDRESS.test(character))
  return characters.slice(0, last + 1).join('')
}

/** With advertisers' parameters: a little below nginx's default for a request line. */
const MAX_URL_LENGTH = 8000
/** The longest query of this site's forms: forty brands of twelve Cyrillic letters. */
const MAX_OWN_LENGTH = 4096
const MAX_PATH_LENGTH = 2048
/** The screen of the 404. */
const NOWHERE = 'framework/not-found.screen'
const MAX_SEGMENTS = 12
/** Longest part of an unexpected host that is logged. */
const MAX_HOST_LENGTH = 100
/** Dot segments: the URL parser would remove them with the segment before. */
const dots = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i

function isWellEncoded(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

function isPlainUrl(url: string): boolean {
  // Browsers never send the fragment.
  if (url.length > MAX_URL_LENGTH || !/^\/[\x21\x22\x24-\x7e]*$/.test(url)) return false
  const [path = ''] = url.split('?', 1)
  return (
    path.length <= MAX_PATH_LENGTH &&
    path.split('/').length - 1 <= MAX_SEGMENTS &&
    !/\/\/|\\|%5c|%00/i.test(path) &&
    !dots.test(path) &&
    isWellEncoded(path) &&
    !isUnusedEntryPoint(url)
  )
}

/**
 * Checks method, host and address. Refuses long or malformed addresses and unused entry points of the
 * framework before routing. Redirects a spoilt link, and a query with too many filters, to a valid address.
 */
export function createAddressCheck(publicOrigin: string): (visit: Visit) => Ending | null {
  const isOwnHost = ownHosts(publicOrigin)
  const expectedHost = new URL(publicOrigin).host
  return (visit) => {
    const { method = '', headers } = visit.request
    if (!METHODS.includes(method)) return 405
    const { host } = headers
    if (!host || !/^[\w.:[\]-]+$/.test(host)) return 400
    // Node uses the first of several Host headers, a proxy may have used the last (RFC 9112, section 3.2).
    if (visit.request.headersDistinct.host?.length !== 1) return 400
    useOriginForm(visit, isOwnHost)
    const { url } = visit
    if (isOwnHost(host.toLowerCase())) return checkAddress(visit)
    // `april.example.` is the same host for DNS, but another one for cookies.
    const isSameHost = isOwnHost(host.toLowerCase().replace(/\.(?=:\d+$|$)/, ''))
    if (isSameHost && method !== 'POST' && isPlainUrl(url))
      return redirect(visit, 301, publicOrigin + url)
    visit.refusal = { host: host.slice(0, MAX_HOST_LENGTH), expectedHost }
    return 421
  }
}

/** Servers must accept the absolute form `GET http://april.example/login` (RFC 9112, section 3.2.2). */
function useOriginForm(visit: Visit, isOwnHost: (host: string) => boolean): void {
  const [, host = '', rest = ''] = /^https?:\/\/([^/?#]+)([/?].*)?$/i.exec(visit.url) ?? []
  if (!isOwnHost(host.toLowerCase())) return
  visit.url = visit.request.url = rest.startsWith('/') ? rest : `/${rest}`
}

function checkAddress(visit: Visit): Ending | null {
  const { application, request, url } = visit
  if (request.method === 'POST') return isPlainUrl(url) ? null : 404
  const meant = mendAddress(url)
  if (meant && isPlainUrl(meant) && application.routeOf(meant) !== NOWHERE)
    return redirect(visit, 301, meant)
  if (ownLength(url) > MAX_OWN_LENGTH) {
    const short = shortenAddress(url, MAX_OWN_LENGTH)
    return isPlainUrl(short) ? redirect(visit, 302, short) : 404
  }
  return isPlainUrl(url) ? null : 404
}

function redirect(visit: Visit, status: 301 | 302, location: string): 'answered' {
  visit.route = 'moved'
  visit.response.writeHead(status, { Location: location }).end()
  return 'answered'
}

/**
 * Refuses forbidden reads and posts before limits are consumed and before a body is read: other sites could
 * use up the limits.
 * @param isRelayBearer whether a header holds the push relay's bearer; null without a relay
 */
export function createSenderCheck(
  publicOrigin: string,
  isRelayBearer: ((header: string | null) => boolean) | null,
): (visit: RoutedVisit) => Refusal | null {
  return ({ request, bodyPolicy }) => {
    if (request.method !== 'POST') return isOwnOrFollowed(request) ? null : 403
    return (
      checkBearer(request, bodyPolicy, isRelayBearer) ??
      checkOrigin(request, bodyPolicy, publicOrigin) ??
      checkContentType(request, bodyPolicy)
    )
  }
}

/** Hosts of the site, with the default port that some proxies add. */
function ownHosts(publicOrigin: string): (host: string) => boolean {
  const { protocol, host, port } = new URL(publicOrigin)
  const hosts = new Set([host])
  if (!port) hosts.add(`${host}:${protocol === 'https:' ? 443 : 80}`)
  return (asked) => hosts.has(asked)
}

const embedded: readonly unknown[] = ['iframe', 'frame', 'fencedframe', 'embed', 'object']

/**
 * Resource isolation by fetch metadata: another site may link here, but not embed or fetch anything. Files
 * are served before this check; browsers without `Sec-Fetch-Site` pass.
 */
function isOwnOrFollowed({ headers }: IncomingMessage): boolean {
  if (isOwn(headers['sec-fetch-site'] ?? 'none')) return true
  return headers['sec-fetch-mode'] === 'navigate' && !embedded.includes(headers['sec-fetch-dest'])
}

/**
 * `none` is a navigation of the visitor, such as a bookmark. A sibling subdomain is `same-site`, which is
 * refused.
 */
const isOwn = (site: string | string[]) => site === 'same-origin' || site === 'none'

/**
 * Refuses posts of other sites by `Origin` and `Sec-Fetch-Site`: whichever is there must be of this site. A
 * browser without both must send a `Referer` of this site. Privacy settings replace `Origin` by `null`.
 */
function checkOrigin(
  { headers }: IncomingMessage,
  { isOwnOnly }: BodyPolicy,
  publicOrigin: string,
): Refusal | null {
  if (!isOwnOnly) return null
  const { origin, referer, 'sec-fetch-site': site } = headers
  if (site && !isOwn(site)) return 403
  if (origin === publicOrigin || (origin === 'null' && site === 'same-origin')) return null
  const isOwnPage = site ?? `${referer}/`.startsWith(`${publicOrigin}/`)
  return origin === undefined && isOwnPage ? null : 403
}

/** Posts are forms, unless the route's policy lists other types. */
function checkContentType({ headers }: IncomingMessage, bodyPolicy: BodyPolicy): Refusal | null {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  return bodyPolicy.types.includes(type.trim().toLowerCase()) ? null : 415
}

/**
 * Refuses requests to the push relay without its bearer, before the body is read.
 * @param isBearer whether a header holds the relay's bearer; null without a relay
 */
function checkBearer(
  { headers }: IncomingMessage,
  { isRelay }: BodyPolicy,
  isBearer: ((header: string | null) => boolean) | null,
): Refusal | null {
  if (!isRelay) return null
  if (!isBearer) return 404
  return isBearer(headers.authorization ?? null) ? null : 401
}
