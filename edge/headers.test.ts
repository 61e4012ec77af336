import type { ServerResponse } from 'node:http'

import { expect, test } from 'vitest'

import { setSecurityHeaders, type HeaderOptions } from './headers'

const plain: HeaderOptions = {
  publicOrigin: 'https://april.example',
  captchaProvider: 'none',
  imageOrigins: [],
}

function imageSources(options: Partial<HeaderOptions>): string[] {
  const headers = new Map<string, string>()
  const response = { setHeader: (name: string, value: string) => headers.set(name, value) }
  const inline = { nonce: 'nonce' }
  setSecurityHeaders(response as unknown as ServerResponse, inline, { ...plain, ...options })
  const policy = headers.get('Content-Security-Policy') ?? ''
  return /img-src ([^;]+)/.exec(policy)?.[1]?.split(' ') ?? []
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
  expect(imageSources(options)).toEqual(["'self'", 'data:', ...origins])
})
