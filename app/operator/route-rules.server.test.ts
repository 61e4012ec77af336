import { describe, expect, test } from 'vitest'

import { getCpuTime } from '../../tests/support/cpu-time'
import { matchRoute, parseRouteRules } from './route-rules.server'

const parse = (...rules: object[]) => parseRouteRules(JSON.stringify(rules))

const readRules = () =>
  parse(
    { from: '/promo', to: '/actions', status: 301 },
    { from: '/blog/*', to: 'https://blog.example/news', status: 302 },
    { from: '/blog/about', to: '/details' },
    { from: '/blog/recipes/*', to: '/categories?from=blog', status: 308 },
    { from: '/form', to: '/contacts', status: 307 },
    { from: '/stars', to: '/program-loyalty#stars?' },
    { from: '/stars/old', to: '/program-loyalty?old=1#stars' },
    { from: '/shop', to: 'https://shop.example/?from=site', status: 307 },
  )

test.each([
  ['/promo', '/actions', 301, false],
  ['/promo?utm_source=mail', '/actions?utm_source=mail', 301, false],
  ['/blog', 'https://blog.example/news', 302, true],
  ['/blog/1?token=1', 'https://blog.example/news', 302, true],
  ['/blog/about', '/details', 302, false],
  ['/blog/recipes/soup?a=1', '/categories?from=blog', 308, false],
  ['/form', '/contacts', 307, false],
  ['/form?a=$&&b=1', '/contacts?a=$&&b=1', 307, false],
  ['/stars', '/program-loyalty#stars?', 302, false],
  ['/stars?a=1', '/program-loyalty?a=1#stars?', 302, false],
  ['/stars/old?a=1', '/program-loyalty?old=1#stars', 302, false],
  ['/shop?token=1', 'https://shop.example/?from=site', 307, true],
])('2.45: redirects %s to %s', (url, location, status, isExternal) => {
  expect(matchRoute(readRules(), url)).toEqual({ location, status, isExternal })
})

test.each(['/', '/promo/', '/promo/summer', '/blogger', '/x?/promo'])(
  'does not redirect %s',
  (url) => {
    expect(matchRoute(readRules(), url)).toBeNull()
  },
)

test.each([
  ['/старое', '/%D1%81%D1%82%D0%B0%D1%80%D0%BE%D0%B5'],
  ['/старое', '/%d1%81%d1%82%d0%b0%d1%80%d0%be%d0%b5'],
  ['/%d1%81%d1%82%d0%b0%d1%80%d0%be%d0%b5', '/%D1%81%D1%82%D0%B0%D1%80%D0%BE%D0%B5'],
  ['/\u0438\u0306', '/%D0%B9'],
  ['/каталог/*', `/${encodeURIComponent('каталог')}/${encodeURIComponent('сыр')}`],
])('matches a rule for %s with the address that browsers send', (from, url) => {
  const read = parse({ from, to: '/поиск?q=сыр' })
  expect(matchRoute(read, url)?.location).toBe(
    `/${encodeURIComponent('поиск')}?q=${encodeURIComponent('сыр')}`,
  )
})

test('encodes a Russian address for the header Location', () => {
  const read = parse({ from: '/a', to: 'https://пример.рф/статья' })
  expect(matchRoute(read, '/a')?.location).toMatch(/^https:\/\/xn--[\w-]+\.xn--p1ai\/%D1/)
})

test('finds redirect loops between paths in Russian letters', () => {
  expect(() => parse({ from: '/а', to: '/б' }, { from: '/б', to: '/%d0%b0' })).toThrow('circles')
})

test('uses the longer of two prefixes, at any position in the file', () => {
  const nested = parse(
    { from: '/a/b/*', to: '/deeper' },
    { from: '/a/*', to: '/deep' },
    { from: '/a//*', to: '/slashes' },
  )
  const to = (url: string) => matchRoute(nested, url)?.location
  expect(['/a', '/a/', '/a/c/d', '/a/b', '/a/b/c', '/a/bc', '/a//x'].map(to)).toEqual([
    '/deep',
    '/slashes',
    '/deep',
    '/deeper',
    '/deeper',
    '/deep',
    '/slashes',
  ])
})

test.each([
  ['independent', (number: number) => `/catalog/${number}`],
  ['chained', (number: number) => `/old/${number + 1}`],
])('reads thousands of rules in linear time when their redirects are %s', (_, to) => {
  const read = (count: number) => () =>
    void parse(
      ...Array.from({ length: count }, (_, number) => ({ from: `/old/${number}`, to: to(number) })),
    )
  const least = (count: number) =>
    Math.min(...Array.from({ length: 5 }, () => getCpuTime(read(count))))
  least(1000)
  // Eight times as many rules may take 24 times as long on a busy machine. Comparing each rule with all
  // others took 60 times as long.
  expect(least(8000)).toBeLessThan(24 * least(1000))
})

describe('a file of route rules is refused with an error for', () => {
  test.each<[object, string]>([
    [{ from: 'old', to: '/new' }, '0.from: must be a path'],
    [{ from: '/два слова', to: '/new' }, '0.from: must have no spaces'],
    [{ from: '/неразрывный\u00a0пробел', to: '/new' }, '0.from: must have no spaces'],
    [{ from: '/\ud800', to: '/new' }, '0.from: must have no spaces'],
    [{ from: '//evil.example', to: '/new' }, '0.from: must be a path'],
    [{ from: '/*', to: '/new' }, '0.from: must not take the whole site'],
    [{ from: '/a*', to: '/new' }, '0.from: must have no query'],
    [{ from: '/a', to: '//evil.example' }, '0.to: must be a path that begins with one slash'],
    [{ from: '/a', to: 'javascript:alert(1)' }, '0.to: must be a path that begins with one slash'],
    [{ from: '/a', to: '/b\r\nSet-Cookie: x' }, '0.to: must have no spaces or control characters'],
    [{ from: '/a', to: 'ftp://evil.example' }, '0.to: must be a path that begins with one slash'],
    [{ from: '/a', to: '/\\evil.example' }, '0.to: must be a path that begins with one slash'],
    ...[200, 300, 303, 304, 305, 306, 309, 404, '301', null].map((status): [object, string] => [
      { from: '/a', to: '/b', status },
      '0.status',
    ]),
    [{ from: '/a', to: '/b', code: 301 }, 'code'],
    [{ from: '/a', to: '/a' }, '0.to: leads in circles'],
    [{ from: '/a/*', to: '/a/b' }, '0.to: leads in circles'],
    [{ from: '/a', to: '/a/' }, '0.to: leads in circles'],
  ])('2.45: the rule %j', (rule, fault) => {
    expect(() => parse(rule)).toThrow(fault)
  })

  test('two rules for one address, two rules in a loop', () => {
    expect(() => parse({ from: '/a', to: '/b' }, { from: '/a', to: '/c' })).toThrow(
      '1.from: is there twice',
    )
    expect(() => parse({ from: '/a', to: '/b' }, { from: '/b', to: '/a' })).toThrow(
      'leads in circles',
    )
  })

  test('content that is not JSON or not a list', () => {
    expect(() => parseRouteRules('[')).toThrow(SyntaxError)
    expect(() => parseRouteRules('{}')).toThrow('have errors')
  })
})
