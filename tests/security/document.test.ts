import { existsSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const document = ['docs/security.md', 'docs/reference/threats.md']
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
const rows = document.split('\n').filter((line) => line.startsWith('| '))
const proofs = [...document.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`(?: «([^»]+)»)?/g)].map(
  ([, file = '', title]) => ({ file, title }),
)

test('every threat has a row with a proof, or with a reason for none', () => {
  const ids = Array.from({ length: 54 }, (_, index) => `T${String(index + 1).padStart(2, '0')}`)
  const threats = rows.filter((row) => /^\| T\d\d /.test(row))
  expect(threats.map((row) => row.slice(2, 5))).toEqual(ids)
  for (const row of threats) expect(row).toMatch(/\.(test|spec)\.tsx?`|\*\*Manual:/)
})

test('every test file and title that a security document quotes exists', () => {
  expect(proofs.length).toBeGreaterThan(54)
  const missing = proofs.filter(
    ({ file, title }) =>
      !existsSync(file) || (title && !readFileSync(file, 'utf8').includes(title)),
  )
  expect(missing).toEqual([])
})
