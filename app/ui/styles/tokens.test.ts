import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** Colours that no brand changes: a code, its surroundings at the till, and paper. */
const fixed = new Set(['#fff', '#ffffff', '#000', '#000000', '#444'])

test('defines the colours of barcodes and QR codes once, as black on white for every theme', () => {
  expect(tokens).toContain('--color-code-paper: #ffffff;')
  expect(tokens).toContain('--color-code-ink: #000000;')
  expect(tokens.match(/--color-code-/g)).toHaveLength(2)
})

test('finds no colour in a style sheet that is neither a brand colour nor on the list of exceptions', () => {
  const sheets = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => join('app', file))
  expect(sheets.length).toBeGreaterThan(50)
  for (const sheet of sheets) {
    const colours = readFileSync(sheet, 'utf8').match(/#[\da-f]{3,8}\b(?=[^{}]*;)/gi) ?? []
    expect(
      colours.filter((colour) => !fixed.has(colour)),
      sheet,
    ).toEqual([])
  }
})
