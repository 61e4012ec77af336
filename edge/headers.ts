import type { ServerResponse } from 'node:http'

import { CARD_HEADER, EXPIRED_HEADER } from '../app/lib/page-marks'
import type { Env } from '../app/platform/env.server'
import type { CachePolicy } from './cache-policy'
import type { Answer } from './respond'
import type { RequestTrace } from './request-trace'

export interface HeaderOptions {
  publicOrigin: string
  /** Where the captcha's script comes from and what it asks; null: no other site's captcha. */
  captchaOrigin: string | null
  /** Where goods' pictures come from; with none named, from any https address. */
  imageOrigins?: readonly string[]
  mapTilesUrl?: string | undefined
  /** Whether every subdomain is to be reached by https alone as well. */
  hstsSubdomains?: boolean
  /** The development server injects styles and talks over a socket. */
  isDevelopment?: boolean
  /** Of the pages that the edge itself answers with. */
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

/** What the operator's settings make of them. */
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

/** Which inline scripts and styles an answer may have. */
export interface Inline {
  /** Of its scripts; null: none may run. */
  nonce: string | null
  /** Of its one style; null: it has none. */
  styleHash: string | null
}

const REPORTS_PATH = '/csp-reports'

/** Stands for `{s}` while an address is read. */
const SHARD = 'any-shard'

/**
 * The origin of an address with `{z}`, `{x}`, `{y}` and perhaps `{s}` in it, as a policy names it: in
 * ASCII, and a star for the part that `{s}` is in and all before, for it knows no other (`tile{s}.example`).
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

/** Put together once: a request only adds what its own answer may run. */
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
    // The older word for browsers that do not know the newer one.
    `report-uri ${REPORTS_PATH}`,
    `report-to csp`,
  ].join('; ')
  return ({ nonce, styleHash }) => {
    const scripts = nonce ? ` 'nonce-${nonce}'` : ''
    const style = styleHash && !isDevelopment ? ` '${styleHash}'` : ''
    return toScripts + scripts + toStyles + style + rest
  }
}

/** Of what is no page: nothing in it runs. Short, because cookies share a proxy's buffer with it. */
const POLICY_OF_DATA = `default-src 'none'; object-src 'none'; frame-ancestors 'none'`
/** Headers that mean something to a page alone. */
const OF_PAGES = ['Reporting-Endpoints', 'Permissions-Policy']

/** What an answer's headers depend on. */
export interface AnswerFacts {
  answer: Pick<Answer, 'status' | 'isPage'>
  inline: Inline
  policy: CachePolicy
  /** When a limit that refused lets go. */
  retryAfter?: Date | null
  hasSessionEnded?: boolean
  /** User hash of the expired session. */
  expired?: string | null
  /** What of the card the page shows; null: it is no page with a card. */
  card?: 'code' | 'number' | 'none' | null
}

export interface AnswerHeaders {
  /** Those of every answer, errors included: nothing is public or stored by default. */
  ofEvery(response: ServerResponse, visit: Pick<RequestTrace, 'requestId' | 'traceId'>): void
  /** What is no file of the build: search engines leave it out unless it is one of the public pages. */
  ofPage(response: ServerResponse): void
  /** Those of what the application answered. */
  ofAnswer(response: ServerResponse, facts: AnswerFacts): void
}

/**
 * Whoever signs out leaves nothing for whoever comes next: storage is emptied too, and with it the
 * worker, its card and its push. A session that the gateway ended is another matter: its shopper may
 * stand at the till, so the worker and the sign-in screen take away all but the number
 * (docs/decisions/018). The HTTP cache stays: browsers take seconds to empty it, and nothing personal is
 * in it, for that is `no-store`.
 */
const FORGET_SHOPPER = '"storage"'
const SHARED_SECONDS = 60

/**
 * Decides all headers that are not a file's own. `Referrer-Policy` is `same-origin`: with
 * `no-referrer` browsers send `Origin: null` and every form without JavaScript would fail; and by it «back» knows the list.
 */
export function createHeaders(options: HeaderOptions): AnswerHeaders {
  const policyOf = createPolicy(options)
  const allow = (response: ServerResponse, inline: Inline) =>
    response.setHeader('Content-Security-Policy', policyOf(inline))
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
    ofAnswer(response, { answer, inline, policy, retryAfter, hasSessionEnded, expired, card }) {
      const isFound = answer.status === 200
      const isShared = isFound && policy.isShared
      if (answer.isPage) {
        // A shared page has no script, and all visitors would have one nonce.
        allow(response, { ...inline, nonce: isShared ? null : inline.nonce })
      } else {
        response.setHeader('Content-Security-Policy', POLICY_OF_DATA)
        for (const name of OF_PAGES) response.removeHeader(name)
      }
      if (isFound && policy.isIndexed) response.removeHeader('X-Robots-Tag')
      if (isShared) {
        response.setHeader('Cache-Control', `public, max-age=${SHARED_SECONDS}`)
        response.appendHeader('Vary', 'Cookie')
        // Many content delivery networks ignore `Vary`, and would show it to who is signed in (RFC 9213).
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

/** `Retry-After`, of a moment that may just have passed. */
function secondsUntil(moment: Date): number {
  return Math.max(1, Math.ceil((moment.getTime() - Date.now()) / 1000))
}
