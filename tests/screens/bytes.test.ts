import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { beforeAll, expect, test } from 'vitest'

import { budgets, getKind, MAX_SCRIPT_BYTES, MAX_WORKER_BYTES } from '../bench/budgets'
import { weighedScreens, weighScreens, type ScreenBytes } from '../bench/bytes'
import { sharedCrawl } from '../support/crawl'
import { screens } from '../support/screens'

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
  weighed = new Map((await weighScreens(await sharedCrawl())).map((each) => [each.name, each]))
})

test.each(weighedScreens.map((screen) => [screen.name, screen] as const))(
  'the screen «%s» is within the budget of its kind, and sizes each picture',
  (name, screen) => {
    const { html, requests, script, css, unsizedImages } = weighed.get(name)!
    const budget = budgets[getKind(screen)]!
    expect(html.gz, 'tests/bench/budgets.ts').toBeLessThanOrEqual(budget.html)
    expect(requests).toBeLessThanOrEqual(budget.requests)
    const most = MAX_SCRIPT_BYTES + (withFields.includes(name) ? MAX_FORM_BYTES : 0)
    expect(script.gz).toBeLessThanOrEqual(most)
    expect(unsizedImages).toEqual([])
    // A page without styles would be too light.
    expect(css.gz).toBeGreaterThan(3000)
  },
)

test.each(Object.entries(budgets))(
  'a tenth more on a typical page of the kind «%s» is over its budget',
  (kind, { html }) => {
    const full = screens.filter((screen) => getKind(screen) === kind)
    const sizes = full.map(({ name }) => weighed.get(name)!.html.gz).sort((one, two) => one - two)
    expect(sizes[Math.floor(sizes.length / 2)]! * 1.1).toBeGreaterThan(html)
  },
)

test("the card's page with its headers fits into the first round trip", () => {
  const card = weighed.get('card') as ScreenBytes
  expect(card.html.br + card.headers).toBeLessThanOrEqual(FIRST_ROUND_BYTES)
})

test('the service worker is within its budget', () => {
  const worker = gzipSync(readFileSync('build/client/sw.js'), { level: 9 }).length
  expect(worker).toBeLessThanOrEqual(MAX_WORKER_BYTES)
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
