import type { IncomingMessage } from 'node:http'

/** Why a request goes no further, as its HTTP status. */
export type Refusal = 400 | 403 | 404 | 405 | 413 | 415 | 421

const LONGEST_URL = 2048
const MOST_SEGMENTS = 12
export const METHODS = ['GET', 'HEAD', 'POST']
/** No page of ours posts a form in parts. */
const FORM_TYPES = ['application/x-www-form-urlencoded']
const JSON_TYPES = ['application/json']
const REPORT_TYPES = ['application/csp-report', 'application/reports+json']

function isWellEncoded(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

function isPlainUrl(url: string): boolean {
  if (url.length > LONGEST_URL || !/^\/[\x21-\x7e]*$/.test(url)) return false
  const [path = '', query = ''] = url.split('?', 2)
  return (
    path.split('/').length - 1 <= MOST_SEGMENTS &&
    !/\/\/|\\|%5c|%00/i.test(path) &&
    isWellEncoded(path) &&
    path !== '/__manifest' &&
    !(query && new URLSearchParams(query).has('_data'))
  )
}

/**
 * Method, host and address. Long or twisted addresses are refused before anything tries to match
 * them; `_data` and `/__manifest` are doors of the framework that this product does not use.
 * @param ownHost the site's own, with its port if it has one, in small letters
 */
export function checkAddress(request: IncomingMessage, ownHost: string): Refusal | null {
  if (!METHODS.includes(request.method ?? '')) return 405
  const host = request.headers.host
  if (!host || !/^[\w.:[\]-]+$/.test(host)) return 400
  if (host.toLowerCase() !== ownHost) return 421
  return isPlainUrl(request.url ?? '') ? null : 404
}

/**
 * Only this site's own pages may post. Browsers say where a request comes from in
 * `Sec-Fetch-Site`; those that do not must send our exact `Origin`. A sibling subdomain is
 * `same-site` and therefore a stranger. A report of the policy changes nothing and may come from
 * anywhere: browsers send it without an origin.
 */
export function checkOrigin(request: IncomingMessage, publicOrigin: string): Refusal | null {
  if (request.method !== 'POST' || isRelay(request.url) || isPolicyReport(request.url)) return null
  const site = request.headers['sec-fetch-site']
  if (site) return site === 'same-origin' || site === 'none' ? null : 403
  return request.headers.origin === publicOrigin ? null : 403
}

/** Posts are forms; the relay's, and what the client layer tells, are JSON. */
export function checkContentType(request: IncomingMessage): Refusal | null {
  if (request.method !== 'POST') return null
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  return typesOf(request.url).includes(type.trim().toLowerCase()) ? null : 415
}

/**
 * The push relay is for the operator's programs: they have no page of ours, and no cookie of a
 * shopper's counts there, only their bearer.
 */
export function isRelay(url: string | undefined): boolean {
  return url === '/push/messages'
}

/** What browsers refused by our policy. */
export function isPolicyReport(url: string | undefined): boolean {
  return url === '/csp-reports'
}

function typesOf(url: string | undefined): string[] {
  if (isPolicyReport(url)) return REPORT_TYPES
  return isRelay(url) || url === '/events' || url === '/errors' ? JSON_TYPES : FORM_TYPES
}
