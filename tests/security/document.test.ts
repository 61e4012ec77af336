import { existsSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { limitTable } from '../../app/session/limits.server'

const document = readFileSync('docs/security.md', 'utf8')
const rows = document.split('\n').filter((line) => line.startsWith('| '))
const proofs = [...document.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`(?: «([^»]+)»)?/g)].map(
  ([, file = '', title]) => ({ file, title }),
)

test('every threat has a row, with a proof or the reason why there is none', () => {
  const ids = Array.from({ length: 54 }, (_, index) => `T${String(index + 1).padStart(2, '0')}`)
  const threats = rows.filter((row) => /^\| T\d\d /.test(row))
  expect(threats.map((row) => row.slice(2, 5))).toEqual(ids)
  for (const row of threats) expect(row).toMatch(/\.(test|spec)\.tsx?`|\*\*Manual:/)
})

test('every proof that it names is there', () => {
  expect(proofs.length).toBeGreaterThan(54)
  const missing = proofs.filter(
    ({ file, title }) =>
      !existsSync(file) || (title && !readFileSync(file, 'utf8').includes(title)),
  )
  expect(missing).toEqual([])
})

test('it gives every limit with its figures', () => {
  const written = rows.flatMap((row) => {
    const [, name, points, seconds] = /^\| `(\w+)` +\| (\d+) +\| (\d+) s /.exec(row) ?? []
    return name ? [[name, Number(points), Number(seconds)]] : []
  })
  const inForce = Object.entries(limitTable).map(([name, { points, seconds }]) => [
    name,
    points,
    seconds,
  ])
  expect(written).toEqual(inForce)
})
