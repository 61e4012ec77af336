import type { ServerResponse } from 'node:http'

import { expect, test } from 'vitest'

import { createSecurityHeaders, type HeaderOptions, type Inline } from './headers'

const plain: HeaderOptions = {
  publicOrigin: 'https://april.example',
  captchaProvider: 'none',
  imageOrigins: [],
}

function policyOf(options: Partial<HeaderOptions>, inline: Inline = { nonce: 'nonce' }) {
  const headers = new Map<string, string>()
  const response = { setHeader: (name: string, value: string) => headers.set(name, value) }
  createSecurityHeaders({ ...plain, ...options }).set(response as never as ServerResponse, inline)
  const rules = (headers.get('Content-Security-Policy') ?? '').split('; ')
  return new Map(rules.map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]))
}

test.each([
  [{}, ['https:']],
  [{ imageOrigins: ['https://pictures.example'] }, ['https://pictures.example']],
  [
    {
      imageOrigins: ['https://a.example'],
      mapTilesUrl: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
    },
    ['https://a.example', 'https://*.tiles.example'],
  ],
  [
    { imageOrigins: ['https://a.example'], mapTilesUrl: 'http://localhost:8080/{z}/{x}/{y}' },
    ['https://a.example', 'http://localhost:8080'],
  ],
])('with %j pictures come from here and %j', (options, origins) => {
  expect(policyOf(options).get('img-src')).toEqual(["'self'", 'data:', ...origins])
})

test.each([
  ['a nonce', {}, { nonce: 'n' }, ["'nonce-n'"], ["'nonce-n'"]],
  [
    'a style known by its hash',
    {},
    { nonce: 'n', styleHash: 'sha256-h' },
    ["'nonce-n'"],
    ["'sha256-h'"],
  ],
  ['a page that caches keep', {}, { nonce: null, styleHash: 'sha256-h' }, [], ["'sha256-h'"]],
  ['neither', {}, { nonce: null }, [], []],
  [
    'the development server',
    { isDevelopment: true },
    { nonce: 'n', styleHash: 'sha256-h' },
    ["'nonce-n'"],
    ["'unsafe-inline'"],
  ],
] as const)(
  'of what stands in the page itself runs, with %s, only this',
  (_, options, inline, script, style) => {
    const policy = policyOf(options, inline)
    expect(policy.get('script-src')).toEqual(["'self'", ...script])
    expect(policy.get('style-src')).toEqual(["'self'", ...style])
  },
)

test('a captcha of another site is let in where it is the configured one', () => {
  const policy = policyOf({ captchaProvider: 'smartcaptcha' })
  for (const rule of ['script-src', 'connect-src', 'frame-src'])
    expect(policy.get(rule)).toContain('https://smartcaptcha.yandexcloud.net')
  expect(policyOf({}).get('frame-src')).toEqual(["'none'"])
})
