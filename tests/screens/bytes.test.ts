import { readdirSync, readFileSync } from 'node:fs'

import { beforeAll, describe, expect, test } from 'vitest'

import { getFigures, weighedParts, workerFigures } from '../bench/figures'
import { weighedScreens, weighScreens, type ScreenBytes } from '../bench/bytes'
import { sharedCrawl } from '../support/crawl'

/**
 * A size may grow by a tenth within a release; `npm run figures` records new ones
 * (docs/reference/performance.md).
 */
const SLACK = 1.1
/** More requests that a screen may cause. */
const MORE_REQUESTS = 3
/** Script of a screen including the framework, compressed by gzip. */
const MAX_SCRIPT_BYTES = 115_000
/** Script that conform may add to a screen with fields (decision 025). */
const MAX_FORM_BYTES = 10_000
const withFields = [
  ...[
    'login',
    'login with a code sent',
    'login_code',
    'registration',
    'profile_incomplete',
    'incomplete profile',
  ],
  ...['profile_edit', 'cards_add', 'reviews', 'survey', 'rate_purchase', 'notification'],
]
/** Bytes in the first round trip of a new connection. */
const FIRST_ROUND_BYTES = 14_600

let weighed: Map<string, ScreenBytes>

beforeAll(async () => {
  weighed = new Map(weighScreens(await sharedCrawl()).map((each) => [each.name, each]))
})

describe.each(weighedScreens.map(({ name }) => name))('the screen «%s»', (name) => {
  test('weighs at most a tenth more than in the recorded figures', () => {
    const screen = weighed.get(name) as ScreenBytes
    const recorded = getFigures(name)
    const over = weighedParts.filter((part) => screen[part].gz > recorded[part] * SLACK)
    expect(
      over.map((part) => `${part}: ${screen[part].gz} of ${recorded[part]}`),
      'renew with npm run figures if this is worth it',
    ).toEqual([])
    expect(screen.requests).toBeLessThanOrEqual(recorded.requests + MORE_REQUESTS)
  })

  test('keeps its script within the limit and sizes each picture', () => {
    const screen = weighed.get(name) as ScreenBytes
    const most = MAX_SCRIPT_BYTES + (withFields.includes(name) ? MAX_FORM_BYTES : 0)
    expect(screen.script.gz).toBeLessThanOrEqual(most)
    expect(screen.unsizedImages).toEqual([])
    // A page without styles would be too light.
    expect(screen.css.gz).toBeGreaterThan(3000)
  })
})

test("the card's page with its headers fits into the first round trip", () => {
  const card = weighed.get('card') as ScreenBytes
  expect(card.html.br + card.headers).toBeLessThanOrEqual(FIRST_ROUND_BYTES)
})

test('the service worker weighs at most a tenth more than in the recorded figures', () => {
  const { now, recorded } = workerFigures()
  expect(now).toBeLessThanOrEqual(recorded * SLACK)
})

test('the files of the browser build have no circular imports', () => {
  const files = readdirSync('build/client/assets').filter((file) => file.endsWith('.js'))
  const getImports = new Map(
    files.map((file) => {
      const code = readFileSync(`build/client/assets/${file}`, 'utf8')
      const imported = code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)
      return [file, [...imported].map(([, name = '']) => name)]
    }),
  )
  expect(getImports.get(files.find((file) => file.startsWith('root-')) ?? '')).not.toEqual([])
  const done = new Set<string>()
  const follow = (file: string, way: string[]): void => {
    expect(way, [...way, file].join(' → ')).not.toContain(file)
    if (done.has(file)) return
    for (const next of getImports.get(file) ?? []) follow(next, [...way, file])
    done.add(file)
  }
  for (const file of files) follow(file, [])
})

// The first formatter of a page takes 10 to 30 ms, on a phone four times as long, before a tap is handled.
test('no file of the browser creates a formatter of numbers or plurals', () => {
  const files = readdirSync('build/client/assets').filter((file) => file.endsWith('.js'))
  const making = files.filter((file) =>
    /Intl\.(?:NumberFormat|PluralRules)|toLocaleString\(/.test(
      readFileSync(`build/client/assets/${file}`, 'utf8'),
    ),
  )
  expect(making).toEqual([])
})
