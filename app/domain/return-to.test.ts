import { describe, expect, test } from 'vitest'

import { safeReturnTo, withReturnTo } from './return-to'

describe('where to go after signing in', () => {
  test.each(['/today', '/coupons/12?x=1#terms', '/', '/a%2Fb'])(
    '2.42: accepts the own path %j',
    (target) => {
      expect(safeReturnTo(target, '/fallback')).toBe(target)
    },
  )

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https:evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'today',
    '',
    '/кириллица',
    `/${'a'.repeat(2000)}`,
    null,
    undefined,
    42,
  ])('refuses %j', (target) => {
    expect(safeReturnTo(target, '/fallback')).toBe('/fallback')
  })

  test('2.42: is passed on in the query', () => {
    expect(withReturnTo('/login?captcha', '/qr')).toBe('/login?captcha&returnTo=%2Fqr')
    expect(withReturnTo('/login', '/qr?a=1')).toBe('/login?returnTo=%2Fqr%3Fa%3D1')
    expect(withReturnTo('/login', null)).toBe('/login')
  })

  test('2.42: is left out when the address would become too long', () => {
    const most = `/search?q=${'%D0%BC'.repeat(83)}`
    expect(safeReturnTo(most, '')).toBe(most)
    expect([511, 512].map((size) => safeReturnTo(`/${'a'.repeat(size)}`, '').length)).toEqual([
      512, 0,
    ])
    expect(withReturnTo('/login', most).length).toBeLessThan(2048)
    expect(withReturnTo('/login', `${most}%D0%BC`)).toBe('/login')
  })
})
