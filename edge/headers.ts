import type { ServerResponse } from 'node:http'

export interface HeaderOptions {
  publicOrigin: string
  captchaProvider: 'none' | 'sandbox' | 'smartcaptcha'
  /** Where goods' pictures come from; with none named, from any https address. */
  imageOrigins?: readonly string[]
  mapTilesUrl?: string | undefined
  /** The development server injects styles and talks over a socket. */
  isDevelopment?: boolean
}

/** What of an answer's own text may run or style it. */
export interface Inline {
  /** null: no script, because a page that caches keep has no secret. */
  nonce: string | null
  /** Of the one style in the page; without one, styles carry the nonce. */
  styleHash?: string | null
}

const REPORTS_PATH = '/csp-reports'
const SMARTCAPTCHA = 'https://smartcaptcha.yandexcloud.net'

/** The origin of an address with `{z}`, `{x}`, `{y}` and perhaps `{s}` in it, as a policy names it. */
function tileOrigin(tilesUrl: string): string {
  return /^https?:\/\/[^/]+/.exec(tilesUrl)?.[0].replace(/\{s\}/g, '*') ?? ''
}

function imageSources({ imageOrigins = [], mapTilesUrl }: HeaderOptions): string {
  const pictures = imageOrigins.length > 0 ? imageOrigins : ['https:']
  const tiles = mapTilesUrl ? [tileOrigin(mapTilesUrl)] : []
  return [`'self'`, 'data:', ...pictures, ...tiles].join(' ')
}

function contentSecurityPolicy({ nonce, styleHash }: Inline, options: HeaderOptions): string {
  const inline = nonce ? ` 'nonce-${nonce}'` : ''
  const inlineStyle = styleHash ? ` '${styleHash}'` : inline
  const captcha = options.captchaProvider === 'smartcaptcha' ? ` ${SMARTCAPTCHA}` : ''
  return [
    `default-src 'self'`,
    `script-src 'self'${inline}${captcha}`,
    `style-src 'self'${options.isDevelopment ? ` 'unsafe-inline'` : inlineStyle}`,
    `img-src ${imageSources(options)}`,
    `connect-src 'self'${captcha}${options.isDevelopment ? ' ws:' : ''}`,
    `frame-src ${captcha.trim() || `'none'`}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    // The older word for browsers that do not know the newer one.
    `report-uri ${REPORTS_PATH}`,
    `report-to csp`,
  ].join('; ')
}

/**
 * The headers of every answer, errors included. `Referrer-Policy` is `same-origin`: with
 * `no-referrer` browsers send `Origin: null` and every form without JavaScript would fail.
 */
export function setSecurityHeaders(
  response: ServerResponse,
  inline: Inline,
  options: HeaderOptions,
): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(inline, options))
  response.setHeader('Reporting-Endpoints', `csp="${REPORTS_PATH}"`)
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('X-Frame-Options', 'DENY')
  response.setHeader('Referrer-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  response.setHeader(
    'Permissions-Policy',
    'geolocation=(self), screen-wake-lock=(self), otp-credentials=(self), camera=(), microphone=(), payment=()',
  )
  response.setHeader('Cache-Control', 'private, no-store')
  if (options.publicOrigin.startsWith('https:'))
    response.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
}
