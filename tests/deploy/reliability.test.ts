import { existsSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const document = readFileSync('docs/reference/reliability.md', 'utf8')
const rows = document.split('\n').filter((line) => /^\|\s*R\d\d\s*\|/.test(line))

/** Files that a row names: with their folder, or of this folder. */
function getFiles(row: string): string[] {
  const proof = row.split('|')[4] ?? ''
  return [...proof.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => {
    if (name.startsWith('npm ')) return []
    return [/\.tsx?$/.test(name) ? name : `tests/resilience/${name}.test.ts`]
  })
}

/** Tests that a table row quotes, by the beginning of their titles: `·` separates titles of a file, `;` files. */
function getQuotes(row: string): { file: string; quote: string }[] {
  const proof = row.split('|')[4] ?? ''
  return proof.split(';').flatMap((part) => {
    const [file] = getFiles(`||||${part}`)
    const quoted = part.split('`: ')[1]
    if (!file || !quoted) return []
    return quoted.split('·').map((quote) => ({ file, quote: quote.trim() }))
  })
}

test('the reliability document has rows R01 to R46 once, each with a proof or a measurement', () => {
  const ids = rows.map((row) => row.split('|')[1]?.trim())
  expect(ids).toEqual(
    Array.from({ length: 46 }, (_, index) => `R${String(index + 1).padStart(2, '0')}`),
  )
  for (const row of rows) expect(row.split('|')[4]?.trim(), row).toMatch(/`/)
})

test('every file and test title that a row of the reliability document quotes exists', () => {
  expect(rows.flatMap(getFiles).filter((file) => !existsSync(file))).toEqual([])
  const quotes = rows.flatMap(getQuotes)
  expect(quotes.length).toBeGreaterThan(20)
  expect(quotes.filter(({ file, quote }) => !readFileSync(file, 'utf8').includes(quote))).toEqual(
    [],
  )
})
