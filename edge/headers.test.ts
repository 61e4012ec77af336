import type { ServerResponse } from 'node:http'

import { expect, onTestFinished, test, vi } from 'vitest'

import { createHeaders, type ResponseFacts, type HeaderOptions } from './headers'

const plain: HeaderOptions = {
  publicOrigin: 'https://april.example',
  captchaOrigin: null,
  imageOrigins: [],
  plainStyleHash: 'sha256-plain',
}

/** The headers of a page: the general ones, and with `facts` also those of the application's response. */
function getHeaders(options: Partial<HeaderOptions> = {}, facts?: Partial<ResponseFacts>) {
  const headers = new Map<string, string>()
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    appendHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  } as never as ServerResponse
  const { ofEvery, ofPage, ofResponse } = createHeaders({ ...plain, ...options })
  ofEvery(response, { requestId: 'request-1', traceId: 'trace-1' })
  ofPage(response)
  if (facts) ofResponse(response, { ...found, ...facts })
  return headers
}

const personal = { isIndexed: false, isShared: false }
const found: ResponseFacts = {
  response: { status: 200, isPage: true },
  inline: { nonce: null, styleHash: null },
  policy: personal,
}

function getPolicy(options: Partial<HeaderOptions>, facts?: Partial<ResponseFacts>) {
  const rules = (getHeaders(options, facts).get('Content-Security-Policy') ?? '').split('; ')
  return new Map(rules.map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]))
}

const inline = { nonce: 'n-1', styleHash: 'sha256-h' }
const nonces = ["'nonce-n-1'"]
const shared = { isIndexed: true, isShared: true }

const imageOrigins = ['https://a.example']
test.each([
  [{}, ['https:']],
  [{ imageOrigins }, imageOrigins],
])('with the options %j the CSP allows images from this site and %j', (options, origins) => {
  expect(getPolicy(options).get('img-src')).toEqual(["'self'", 'data:', ...origins])
})

test.each([
  ['https://{s}.tiles.example/{z}/{x}/{y}.png', 'https://*.tiles.example'],
  ['http://localhost:8080/{z}/{x}/{y}', 'http://localhost:8080'],
  ['https://tile{s}.maps.example/{z}/{x}/{y}', 'https://*.maps.example'],
  ['https://{s}.карты.рф/{s}/{z}/{x}/{y}', 'https://*.xn--80atti9b.xn--p1ai'],
])('with map tiles at %s the CSP allows images from %s', (mapTilesUrl, origin) => {
  const images = getPolicy({ imageOrigins, mapTilesUrl }).get('img-src')
  expect(images).toEqual(["'self'", 'data:', ...imageOrigins, origin])
})

test.each([
  ['a page of the application', {}, { inline }, nonces, ["'sha256-h'"]],
  ['a page without script and style', {}, {}, [], []],
  ['a page that all visitors share', {}, { inline, policy: shared }, [], ["'sha256-h'"]],
  ['a page of the edge', {}, undefined, [], ["'sha256-plain'"]],
  ['the development server', { isDevelopment: true }, { inline }, nonces, ["'unsafe-inline'"]],
] as const)(
  'for %s the CSP allows only the expected inline scripts and styles',
  (_, options, facts, script, style) => {
    const policy = getPolicy(options, facts)
    expect(policy.get('script-src')).toEqual(["'self'", ...script])
    expect(policy.get('style-src')).toEqual(["'self'", ...style])
  },
)

test('the CSP allows the captcha of another site only when its origin is configured', () => {
  const policy = getPolicy({ captchaOrigin: 'https://captcha.example' })
  for (const rule of ['script-src', 'connect-src', 'frame-src'])
    expect(policy.get(rule)).toContain('https://captcha.example')
  expect(getPolicy({}).get('frame-src')).toEqual(["'none'"])
})

test('a page is private, uncached and not indexed by default', () => {
  const headers = getHeaders()
  expect(headers.get('Reporting-Endpoints')).toBe('csp="/csp-reports"')
  expect(getPolicy({}).get('report-uri')).toEqual(['/csp-reports'])
  expect(getPolicy({}).get('report-to')).toEqual(['csp'])
  for (const rule of ['object-src', 'base-uri', 'frame-ancestors'])
    expect(getPolicy({}).get(rule)).toEqual(["'none'"])
  for (const rule of ['default-src', 'connect-src', 'form-action'])
    expect(getPolicy({}).get(rule)).toEqual(["'self'"])
  expect(headers.get('Cache-Control')).toBe('private, no-store')
  expect(headers.get('X-Robots-Tag')).toBe('noindex')
  expect(getHeaders({}, { policy: { isIndexed: true, isShared: false } }).get('X-Robots-Tag')).toBe(
    undefined,
  )
})

test('a response without HTML gets a short CSP that allows nothing', () => {
  const headers = getHeaders({}, { response: { ...found.response, isPage: false } })
  const policy = "default-src 'none'; object-src 'none'; frame-ancestors 'none'"
  expect(headers.get('Content-Security-Policy')).toBe(policy)
  for (const ofPages of ['Permissions-Policy', 'Reporting-Endpoints']) {
    expect(headers.has(ofPages)).toBe(false)
    expect(getHeaders({}, {}).has(ofPages)).toBe(true)
  }
  for (const ofAll of ['X-Frame-Options', 'X-Content-Type-Options', 'Referrer-Policy'])
    expect(headers.has(ofAll)).toBe(true)
})

test.each([
  [undefined, 'max-age=31536000'],
  [false, 'max-age=31536000'],
  [true, 'max-age=31536000; includeSubDomains'],
])('HSTS includes subdomains as configured: %s', (hstsSubdomains, expected) => {
  const options = hstsSubdomains === undefined ? {} : { hstsSubdomains }
  expect(getHeaders(options).get('Strict-Transport-Security')).toBe(expected)
  expect(
    getHeaders({ ...options, publicOrigin: 'http://localhost:3000' }).has(
      'Strict-Transport-Security',
    ),
  ).toBe(false)
})

test('caches a shared response for a minute, with Vary: Cookie, but not in CDNs, which may ignore Vary', () => {
  expect(getHeaders({}, {}).has('CDN-Cache-Control')).toBe(false)
  const headers = getHeaders({}, { policy: shared })
  expect(headers.get('CDN-Cache-Control')).toBe('no-store')
  expect(headers.get('Cache-Control')).toBe('public, max-age=60')
  expect(headers.get('Vary')).toBe('Cookie')
})

test.each([404, 500])(
  'forbids storing and indexing of a shared address that responds with %i',
  (status) => {
    const headers = getHeaders({}, { policy: shared, response: { ...found.response, status } })
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    expect(headers.get('X-Robots-Tag')).toBe('noindex')
  },
)

test.each([
  ['X-Card', { card: 'code' }, 'code'],
  ['X-Session-Expired', { expired: 'tag' }, 'tag'],
  ['Clear-Site-Data', { hasSessionEnded: true }, '"storage"'],
] as const)('sends %s with a page of %j, but not with a shared one', (name, facts, value) => {
  expect(getHeaders({}, facts).get(name)).toBe(value)
  expect(getHeaders({}, { ...facts, policy: shared }).has(name)).toBe(false)
  expect(getHeaders({}, {}).has(name)).toBe(false)
})

test.each([
  [1500, 2],
  [-1500, 1],
])(
  'sends Retry-After in whole seconds, at least one, for a limit that ends in %d ms',
  (ms, seconds) => {
    vi.setSystemTime(0)
    onTestFinished(() => void vi.useRealTimers())
    const retryAfter = new Date(ms)
    expect(Number(getHeaders({}, { retryAfter }).get('Retry-After'))).toBe(seconds)
  },
)
