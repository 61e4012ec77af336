import type { ServerResponse, IncomingMessage } from 'node:http'

import { CARD_HEADER, EXPIRED_HEADER } from '../app/domain/worker-messages'
import type { Env } from '../app/platform/parse-env.server'
import type { OutgoingResponse } from './respond'
import type { Visit } from './visit'

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

export interface HeaderOptions {
  publicOrigin: string
  /** Origin of the captcha's script and requests; null without a captcha of another site. */
  captchaOrigin: string | null
  /** Origins of products' pictures; empty allows every https address. */
  imageOrigins?: readonly string[]
  mapTilesUrl?: string | undefined
  /** Whether HSTS includes all subdomains. */
  hstsSubdomains?: boolean
  /** The development server injects styles and uses a WebSocket. */
  isDevelopment?: boolean
  /** Hash of the style of the edge's own pages. */
  plainStyleHash: string
}

type HeaderSettings = Pick<
  Env,
  | 'PUBLIC_ORIGIN'
  | 'CAPTCHA_PROVIDER'
  | 'CAPTCHA_SCRIPT_URL'
  | 'IMAGE_ORIGINS'
  | 'MAP_TILES_URL'
  | 'HSTS_SUBDOMAINS'
>

export function headerOptions(
  settings: HeaderSettings,
  own: Pick<HeaderOptions, 'isDevelopment' | 'plainStyleHash'>,
): HeaderOptions {
  return {
    publicOrigin: settings.PUBLIC_ORIGIN,
    captchaOrigin:
      settings.CAPTCHA_PROVIDER === 'smartcaptcha'
        ? new URL(settings.CAPTCHA_SCRIPT_URL).origin
        : null,
    imageOrigins: settings.IMAGE_ORIGINS,
    mapTilesUrl: settings.MAP_TILES_URL,
    hstsSubdomains: settings.HSTS_SUBDOMAINS,
    ...own,
  }
}

/** Which inline scripts and styles a response may have. */
export interface Inline {
  /** Nonce of its scripts; null allows none. */
  nonce: string | null
  /** Hash of its only style; null without one. */
  styleHash: string | null
}

const REPORTS_PATH = '/csp-reports'

/** Placeholder for `{s}` while the address is parsed. */
const SHARD = 'any-shard'

/**
 * The origin of a tile address with `{z}`, `{x}`, `{y}` and perhaps `{s}`, as a policy source in ASCII. A
 * star replaces the label with `{s}` and all labels before, because policies allow no other wildcard.
 */
function tileOrigin(tilesUrl: string): string {
  const { protocol, host } = new URL(tilesUrl.replaceAll('{s}', SHARD))
  const at = host.lastIndexOf(SHARD)
  return `${protocol}//${at < 0 ? host : host.slice(at).replace(/^[^.:]+/, '*')}`
}

function imageSources({ imageOrigins = [], mapTilesUrl }: HeaderOptions): string {
  const pictures = imageOrigins.length > 0 ? imageOrigins : ['https:']
  const tiles = mapTilesUrl ? [tileOrigin(mapTilesUrl)] : []
  return [`'self'`, 'data:', ...pictures, ...tiles].join(' ')
}

/** Built once; each request adds only its own nonce and hash. */
function createPolicy(options: HeaderOptions): (inline: Inline) => string {
  const { isDevelopment = false } = options
  const captcha = options.captchaOrigin ? ` ${options.captchaOrigin}` : ''
  const toScripts = `default-src 'self'; script-src 'self'`
  const toStyles = `${captcha}; style-src 'self'${isDevelopment ? ` 'unsafe-inline'` : ''}`
  const rest = [
    '',
    `img-src ${imageSources(options)}`,
    `connect-src 'self'${captcha}${isDevelopment ? ' ws:' : ''}`,
    `frame-src ${captcha.trim() || `'none'`}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    // The older directive for browsers without the newer one.
    `report-uri ${REPORTS_PATH}`,
    `report-to csp`,
  ].join('; ')
  return ({ nonce, styleHash }) => {
    const scripts = nonce ? ` 'nonce-${nonce}'` : ''
    const style = styleHash && !isDevelopment ? ` '${styleHash}'` : ''
    return toScripts + scripts + toStyles + style + rest
  }
}

/** Policy of responses without HTML. Short, because it shares a proxy's header buffer with the cookies. */
const POLICY_OF_DATA = `default-src 'none'; object-src 'none'; frame-ancestors 'none'`
/** Headers that only a page needs. */
const OF_PAGES = ['Reporting-Endpoints', 'Permissions-Policy']

/** What the headers of a response depend on. */
export interface ResponseFacts {
  response: Pick<OutgoingResponse, 'status' | 'isPage'>
  inline: Inline
  policy: CachePolicy
  /** When a retry may succeed. */
  retryAfter?: Date | null
  hasSessionEnded?: boolean
  /** User hash of the expired session. */
  expired?: string | null
  /** Which part of the card the page shows; null for a page without a card. */
  card?: 'code' | 'number' | 'none' | null
}

export interface ResponseHeaders {
  /** Headers of every response, errors included: private and uncached by default. */
  ofEvery(response: ServerResponse, visit: Pick<Visit, 'requestId' | 'traceId'>): void
  /** Headers of responses other than files: not indexed, unless the page is public. */
  ofPage(response: ServerResponse): void
  /** Headers of the application's responses. */
  ofResponse(response: ServerResponse, facts: ResponseFacts): void
}

/**
 * Clear-Site-Data after a sign-out removes storage, worker, card and pushes. After a session that the gateway
 * ended the shopper may be at the till, so worker and sign-in screen keep the number (docs/decisions/018).
 * The HTTP cache stays: clearing takes seconds, and personal pages are `no-store`.
 */
const FORGET_SHOPPER = '"storage"'
const SHARED_SECONDS = 60

/**
 * Sets all headers except those of files. `Referrer-Policy` is `same-origin`: with `no-referrer` browsers
 * send `Origin: null` and forms without JavaScript fail. Links back to a list need the referrer, too.
 */
export function createHeaders(options: HeaderOptions): ResponseHeaders {
  const getPolicy = createPolicy(options)
  const allow = (response: ServerResponse, inline: Inline) =>
    response.setHeader('Content-Security-Policy', getPolicy(inline))
  const fixed = Object.entries({
    'Reporting-Endpoints': `csp="${REPORTS_PATH}"`,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'geolocation=(self), screen-wake-lock=(self), otp-credentials=(self), camera=(), microphone=(), payment=()',
    'Cache-Control': 'private, no-store',
    ...(options.publicOrigin.startsWith('https:') && {
      'Strict-Transport-Security': `max-age=31536000${options.hstsSubdomains ? '; includeSubDomains' : ''}`,
    }),
  })
  return {
    ofEvery(response, { requestId, traceId }) {
      response.setHeader('X-Request-ID', requestId)
      response.setHeader('X-Trace-ID', traceId)
      allow(response, { nonce: null, styleHash: options.plainStyleHash })
      for (const [name, value] of fixed) response.setHeader(name, value)
    },
    ofPage: (response) => response.setHeader('X-Robots-Tag', 'noindex'),
    ofResponse(
      response,
      { response: outgoing, inline, policy, retryAfter, hasSessionEnded, expired, card },
    ) {
      const isFound = outgoing.status === 200
      const isShared = isFound && policy.isShared
      if (outgoing.isPage) {
        // A shared page has no script: all visitors would have the same nonce.
        allow(response, { ...inline, nonce: isShared ? null : inline.nonce })
      } else {
        response.setHeader('Content-Security-Policy', POLICY_OF_DATA)
        for (const name of OF_PAGES) response.removeHeader(name)
      }
      if (isFound && policy.isIndexed) response.removeHeader('X-Robots-Tag')
      if (isShared) {
        response.setHeader('Cache-Control', `public, max-age=${SHARED_SECONDS}`)
        response.appendHeader('Vary', 'Cookie')
        // Many CDNs ignore `Vary` and would show the guests' page to signed-in shoppers (RFC 9213).
        response.setHeader('CDN-Cache-Control', 'no-store')
      }
      if (retryAfter) response.setHeader('Retry-After', secondsUntil(retryAfter))
      if (policy.isShared) return
      if (hasSessionEnded) response.setHeader('Clear-Site-Data', FORGET_SHOPPER)
      if (expired) response.setHeader(EXPIRED_HEADER, expired)
      if (card) response.setHeader(CARD_HEADER, card)
    },
  }
}

/** `Retry-After` in seconds; the moment may just have passed. */
function secondsUntil(moment: Date): number {
  return Math.max(1, Math.ceil((moment.getTime() - Date.now()) / 1000))
}
