import type { IncomingMessage } from 'node:http'

import { isUnusedEntryPoint } from '../app/framework/data-address'
import { ownLength, shortenAddress } from '../app/lib/own-parameters'
import type { RequestContext, Refusal, Middleware } from './request-context'
import type { BodyPolicy } from './body-policy'
import { mendAddress } from './mend-address'
import { METHODS } from './request-trace'

/** With what advertisers add: a request line that nginx takes by default is some bytes longer. */
const LONGEST_URL = 8000
/** What our own forms make: forty brands of twelve Cyrillic letters. */
const LONGEST_OWN = 4096
const LONGEST_PATH = 2048
/** The screen that says that there is nothing at an address. */
const NOWHERE = 'framework/not-found.screen'
const MOST_SEGMENTS = 12
/** The most of a wrong host that is logged. */
const LONGEST_HOST = 100
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

function isPlainUrl(url: string): boolean {
  // A `#` is the browser's own business and never sent.
  if (url.length > LONGEST_URL || !/^\/[\x21\x22\x24-\x7e]*$/.test(url)) return false
  const [path = ''] = url.split('?', 1)
  return (
    path.length <= LONGEST_PATH &&
    path.split('/').length - 1 <= MOST_SEGMENTS &&
    !/\/\/|\\|%5c|%00/i.test(path) &&
    !dots.test(path) &&
    isWellEncoded(path) &&
    !isUnusedEntryPoint(url)
  )
}

/**
 * Method, host and address. Long or twisted addresses are refused before anything tries to match
 * them, and so are the framework's entry points that this product does not use. A reader with a link that
 * was spoilt on its way, or asks for more than an address holds, is led to what can be shown.
 */
export function createAddressCheck(publicOrigin: string): Middleware {
  const isOwnHost = ownHosts(publicOrigin)
  const expectedHost = new URL(publicOrigin).host
  return (requestContext) => {
    const { method = '', headers } = requestContext.request
    if (!METHODS.includes(method)) return 405
    const { host } = headers
    if (!host || !/^[\w.:[\]-]+$/.test(host)) return 400
    // Node keeps the first of several; a proxy in front may have gone by the last (RFC 9112, section 3.2).
    if (requestContext.request.headersDistinct.host?.length !== 1) return 400
    useOriginForm(requestContext, isOwnHost)
    const { url } = requestContext
    if (isOwnHost(host.toLowerCase())) return checkAddress(requestContext)
    // `april.example.` is the same host to DNS, and another one to cookies.
    const isSameHost = isOwnHost(host.toLowerCase().replace(/\.(?=:\d+$|$)/, ''))
    if (isSameHost && method !== 'POST' && isPlainUrl(url))
      return redirect(requestContext, 301, publicOrigin + url)
    requestContext.visit.wrongHost = { host: host.slice(0, LONGEST_HOST), expectedHost }
    return 421
  }
}

/** Servers must take `GET http://april.example/login`, too (RFC 9112, section 3.2.2). */
function useOriginForm(requestContext: RequestContext, isOwnHost: (host: string) => boolean): void {
  const [, host = '', rest = ''] = /^https?:\/\/([^/?#]+)([/?].*)?$/i.exec(requestContext.url) ?? []
  if (!isOwnHost(host.toLowerCase())) return
  requestContext.url = requestContext.request.url = rest.startsWith('/') ? rest : `/${rest}`
}

function checkAddress(requestContext: RequestContext): ReturnType<Middleware> {
  const { application, request, url } = requestContext
  if (request.method === 'POST') return isPlainUrl(url) ? null : 404
  const meant = mendAddress(url)
  if (meant && isPlainUrl(meant) && application.routeOf(meant) !== NOWHERE)
    return redirect(requestContext, 301, meant)
  if (ownLength(url) > LONGEST_OWN) {
    const short = shortenAddress(url, LONGEST_OWN)
    return isPlainUrl(short) ? redirect(requestContext, 302, short) : 404
  }
  return isPlainUrl(url) ? null : 404
}

function redirect(
  { response, visit }: RequestContext,
  status: 301 | 302,
  location: string,
): 'answered' {
  visit.route = 'moved'
  response.writeHead(status, { Location: location })
  response.end()
  return 'answered'
}

/**
 * Who may not ask for what they ask for, or post what they post: checked before anything is counted for an address, which
 * other sites would spend, and before a byte of a body is read.
 * @param isRelayBearer whether a header holds the relay's bearer; null: there is no relay
 */
export function createSenderCheck(
  publicOrigin: string,
  isRelayBearer: ((header: string | null) => boolean) | null,
): Middleware {
  return ({ request, bodyPolicy }) => {
    if (request.method !== 'POST') return isOwnOrFollowed(request) ? null : 403
    return (
      checkBearer(request, bodyPolicy, isRelayBearer) ??
      checkOrigin(request, bodyPolicy, publicOrigin) ??
      checkContentType(request, bodyPolicy)
    )
  }
}

/** The hosts that are the site's own: some proxies add the port that goes without saying. */
function ownHosts(publicOrigin: string): (host: string) => boolean {
  const { protocol, host, port } = new URL(publicOrigin)
  const hosts = new Set([host])
  if (!port) hosts.add(`${host}:${protocol === 'https:' ? 443 : 80}`)
  return (asked) => hosts.has(asked)
}

const embedded: readonly unknown[] = ['iframe', 'frame', 'fencedframe', 'embed', 'object']

/**
 * Another site may link here, and nothing else (a resource isolation policy of fetch metadata): its pages show none of ours
 * within, and ask for nothing behind a shopper's back. Files have been given before; browsers without `Sec-Fetch-Site`
 * are let in.
 */
function isOwnOrFollowed({ headers }: IncomingMessage): boolean {
  if (isOwn(headers['sec-fetch-site'] ?? 'none')) return true
  return headers['sec-fetch-mode'] === 'navigate' && !embedded.includes(headers['sec-fetch-dest'])
}

/** `none`: the shopper's own doing, such as a bookmark. A sibling subdomain is `same-site` and therefore a stranger. */
const isOwn = (site: string | string[]) => site === 'same-origin' || site === 'none'

/**
 * Only this site's own pages may post. Browsers say where a request comes from in
 * `Sec-Fetch-Site`; those that do not must send our exact `Origin`, or without one a `Referer` of ours.
 */
function checkOrigin(
  { headers }: IncomingMessage,
  { isOwnOnly }: BodyPolicy,
  publicOrigin: string,
): Refusal | null {
  if (!isOwnOnly) return null
  const site = headers['sec-fetch-site']
  if (site) return isOwn(site) ? null : 403
  const { origin, referer = '' } = headers
  const isOwnPage = referer === publicOrigin || referer.startsWith(`${publicOrigin}/`)
  return origin === publicOrigin || (origin === undefined && isOwnPage) ? null : 403
}

/** Posts are forms, unless the route says otherwise. */
function checkContentType({ headers }: IncomingMessage, bodyPolicy: BodyPolicy): Refusal | null {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  return bodyPolicy.types.includes(type.trim().toLowerCase()) ? null : 415
}

/**
 * Who may use the relay, asked before a byte of what was sent is read.
 * @param isBearer whether a header holds the relay's bearer; null: there is no relay
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
