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

/** Put together once: a request only adds what its own answer may run. */
function createPolicy(options: HeaderOptions): (inline: Inline) => string {
  const { isDevelopment = false } = options
  const captcha = options.captchaProvider === 'smartcaptcha' ? ` ${SMARTCAPTCHA}` : ''
  const toScripts = `default-src 'self'; script-src 'self'`
  const toStyles = `${captcha}; style-src 'self'${isDevelopment ? ` 'unsafe-inline'` : ''}`
  const rest = [
    '',
    `img-src ${imageSources(options)}`,
    `connect-src 'self'${captcha}${isDevelopment ? ' ws:' : ''}`,
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
  return ({ nonce, styleHash }) => {
    const script = nonce ? ` 'nonce-${nonce}'` : ''
    const style = styleHash ? ` '${styleHash}'` : script
    return toScripts + script + toStyles + (isDevelopment ? '' : style) + rest
  }
}

export interface SecurityHeaders {
  /** Sets the headers of every answer, errors included. */
  set(response: ServerResponse, inline: Inline): void
  /** Sets anew what an answer's own text may run or style. */
  allow(response: ServerResponse, inline: Inline): void
}

/**
 * `Referrer-Policy` is `same-origin`: with `no-referrer` browsers send `Origin: null` and every
 * form without JavaScript would fail.
 */
export function createSecurityHeaders(options: HeaderOptions): SecurityHeaders {
  const policy = createPolicy(options)
  const fixed = {
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
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  }
  const lines = Object.entries(fixed)
  const allow: SecurityHeaders['allow'] = (response, inline) => {
    response.setHeader('Content-Security-Policy', policy(inline))
  }
  return {
    allow,
    set(response, inline) {
      allow(response, inline)
      for (const [name, value] of lines) response.setHeader(name, value)
    },
  }
}
