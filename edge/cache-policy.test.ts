import type { IncomingMessage } from 'node:http'

import { describe, expect, test } from 'vitest'

import { isPublicPath } from '../app/screens.server'
import { getCachePolicy } from './headers'

const ask = (url: string, cookie?: string, method = 'GET') =>
  getCachePolicy({ url, method, headers: { cookie } } as IncomingMessage, isPublicPath)

describe('a response is cached for everybody', () => {
  test.each(['/', '/?source=pwa', '/terms', '/cookie-policy?a=1', '/sitemap.xml'])(
    '%s without a cookie',
    (url) => {
      expect(ask(url)).toEqual({ isIndexed: true, isShared: true })
    },
  )

  test('with cookies that the application did not set', () => {
    expect(ask('/terms', 'metrics=1; not_v1_jwt=2').isShared).toBe(true)
  })
})

describe('a response is private', () => {
  test.each(['/today', '/terms/', '/TERMS', '/%74erms', '/terms.data', '/_root.data', '//', ''])(
    'at %j, which is not exactly a public path',
    (url) => {
      expect(ask(url)).toEqual({ isIndexed: false, isShared: false })
    },
  )

  test.each([
    'v1_jwt=x',
    'a=b; v1_jwt=x',
    'a=b;v1_jwt=x',
    '__Host-v1_jwt=x',
    'a=b;\t__Host-v1_consent=refused',
    ' v1_flash=x',
  ])('with the cookie %j', (cookie) => {
    expect(ask('/', cookie)).toEqual({ isIndexed: true, isShared: false })
  })

  test('to a POST request', () => {
    expect(ask('/', undefined, 'POST')).toEqual({ isIndexed: false, isShared: false })
  })
})
