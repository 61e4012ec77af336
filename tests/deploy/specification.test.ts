import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

const text = readFileSync('docs/specification.md', 'utf8')
/** The rows of the table: id, statement, file, test. */
const rows = [...text.matchAll(/^\| (\d+\.\d+) +\| (.+?) +\| `([^`]+)` +\| `([^`]+)` +\|$/gm)].map(
  ([, id = '', statement = '', file = '', shownBy = '']) => ({ id, statement, file, shownBy }),
)
/** Finds «specification 4.2», also across a line, and refuses what is not an id, as «section 4». */
const citation =
  /specification,?(?:\s+\*)?\s+(sections? \d+|\d+(?:\.\d+)?(?: and \d+(?:\.\d+)?)?)/gi
const sources = execFileSync('git', ['ls-files', 'app', 'edge', 'sandbox', 'scripts', 'tests'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(file))

describe('the specification', () => {
  test('has at most 500 lines, and counts its statements', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(500)
    const differing = rows.filter(({ statement }) => statement.includes('**Differs:**')).length
    expect(text.replaceAll('\n', ' ')).toContain(
      `Of ${rows.length} statements ${rows.length - differing} are met and ${differing} differ on purpose.`,
    )
  })

  test('reads every line of its tables, with ids in order', () => {
    const lines = text.split('\n').filter((line) => /^\| \d/.test(line))
    expect(rows).toHaveLength(lines.length)
    const before = new Map<string, number>()
    for (const { id } of rows) {
      const [section = '', number = ''] = id.split('.')
      expect([id, Number(number)]).toEqual([id, (before.get(section) ?? 0) + 1])
      before.set(section, Number(number))
    }
  })

  test('names files and tests that exist', () => {
    const missing = rows.flatMap(({ id, file, shownBy }) =>
      [file, shownBy].filter((path) => !existsSync(path)).map((path) => `${id}: ${path}`),
    )
    expect(missing).toEqual([])
    const untested = rows.filter(({ shownBy }) => !/\.(?:test|spec)\.tsx?$/.test(shownBy))
    expect(untested).toEqual([])
  })

  test('has every statement that a comment cites', () => {
    const known = new Set(rows.map(({ id }) => id))
    const cited = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(citation)].flatMap(([, ids = '']) =>
        ids.split(' and ').map((id) => ({ file, id })),
      ),
    )
    expect(cited.length).toBeGreaterThan(50)
    expect(cited.filter(({ id }) => !known.has(id))).toEqual([])
  })
})
