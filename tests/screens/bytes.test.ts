import { readdirSync, readFileSync } from 'node:fs'

import { beforeAll, describe, expect, test } from 'vitest'

import { weighedScreens, weighScreens, type ScreenBytes } from '../bench/bytes'
import budget from './bytes-budget.json' with { type: 'json' }

let weighed: Map<string, ScreenBytes>

beforeAll(async () => {
  weighed = new Map((await weighScreens()).map((each) => [each.name, each]))
})

// Bytes as gzip leaves them. docs/performance.md holds the figures of today.
describe.each(weighedScreens.map(({ name }) => name))('the screen «%s»', (name) => {
  const screen = () => weighed.get(name) as ScreenBytes

  test.each(['frameworkJs', 'sharedJs', 'screenJs', 'script', 'css', 'html'] as const)(
    'keeps within the budget of its %s',
    (part) => {
      expect(screen()[part].gz).toBeLessThanOrEqual(budget[part])
    },
  )

  test('asks for few files, and says the size of each picture', () => {
    expect(screen().requests).toBeLessThanOrEqual(budget.requests)
    expect(screen().unsizedImages).toEqual([])
    // A page without styles would be light indeed.
    expect(screen().css.gz).toBeGreaterThan(3000)
  })
})

// What a fresh connection sends in its first round is 14.6 kB, the headers' 1.1 among them.
test('screens without a script carry only what they show, and come in the first round', () => {
  const { css, html, htmlBr } = budget.withoutScript
  const without = [...weighed.values()].filter(({ script }) => script.gz === 0)
  expect(without.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['landing', 'document', 'contacts', 'cookie policy', 'accessibility']),
  )
  const over = without.filter(
    (screen) => screen.css.gz > css || screen.html.gz > html || screen.html.br > htmlBr,
  )
  expect(over).toEqual([])
})

test('no file of the browser imports itself by way of others: one would begin before what it needs', () => {
  const files = readdirSync('build/client/assets').filter((file) => file.endsWith('.js'))
  const importsOf = new Map(
    files.map((file) => {
      const code = readFileSync(`build/client/assets/${file}`, 'utf8')
      const imported = code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)
      return [file, [...imported].map(([, name = '']) => name)]
    }),
  )
  expect(importsOf.get(files.find((file) => file.startsWith('root-')) ?? '')).not.toEqual([])
  const done = new Set<string>()
  const follow = (file: string, way: string[]): void => {
    expect(way, [...way, file].join(' → ')).not.toContain(file)
    if (done.has(file)) return
    for (const next of importsOf.get(file) ?? []) follow(next, [...way, file])
    done.add(file)
  }
  for (const file of files) follow(file, [])
})

// The first formatter of a page takes 10 to 30 ms, on a phone four times as long, before a tap is answered.
test('no file of the browser makes a formatter of numbers or plurals', () => {
  const files = readdirSync('build/client/assets').filter((file) => file.endsWith('.js'))
  const making = files.filter((file) =>
    /Intl\.(?:NumberFormat|PluralRules)|toLocaleString\(/.test(
      readFileSync(`build/client/assets/${file}`, 'utf8'),
    ),
  )
  expect(making).toEqual([])
})
