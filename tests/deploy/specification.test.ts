import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { readFaults, readProofs } from '../support/faults'

const text = readFileSync('docs/specification.md', 'utf8')
const ids = [...text.matchAll(/^\| (\d+\.\d+) +\| .+? +\| `[^`]+` +\| `[^`]+`.* \|$/gm)].map(
  ([, id = '']) => id,
)
const present = new Set(ids)
/** Finds «specification 4.2», also across a line, and refuses what is not an id, as «section 4». */
const citation =
  /specification,?(?:\s+\*)?\s+(sections? \d+|\d+(?:\.\d+)?(?: and \d+(?:\.\d+)?)?)/gi
const sources = execFileSync('git', ['ls-files', 'app', 'edge', 'sandbox', 'scripts', 'tests'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(file))

describe('the specification', () => {
  test('has at most 500 lines', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(500)
  })

  test('reads every line of its tables, with ids in order', () => {
    const lines = text.split('\n').filter((line) => /^\| \d/.test(line))
    expect(ids).toHaveLength(lines.length)
    const before = new Map<string, number>()
    for (const id of ids) {
      const [section = '', number = ''] = id.split('.')
      expect([id, Number(number)]).toEqual([id, (before.get(section) ?? 0) + 1])
      before.set(section, Number(number))
    }
  })

  test('has a fault and a title of a test for each row, and no others', () => {
    const faulty = new Set(readFaults().flatMap(({ row }) => row ?? []))
    const titled = new Set(readProofs().keys())
    expect(ids.filter((id) => !faulty.has(id) || !titled.has(id))).toEqual([])
    expect([...faulty, ...titled].filter((id) => !present.has(id))).toEqual([])
  })

  test('has faults that replace a text which stands once in its file', () => {
    const rotten = readFaults().filter(
      ({ file, from, to }) =>
        !existsSync(file) || readFileSync(file, 'utf8').split(from).length !== 2 || from === to,
    )
    expect(rotten).toEqual([])
    expect(readFaults().filter(({ row, test }) => Boolean(row) === Boolean(test))).toEqual([])
    const untitled = readFaults().filter(({ test = '' }) => {
      const [file = '', title = ''] = test.split(' › ')
      return test && !readFileSync(file, 'utf8').includes(title)
    })
    expect(untitled).toEqual([])
  })

  test('has every statement that a comment cites', () => {
    const cited = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(citation)].flatMap(([, ids = '']) =>
        ids.split(' and ').map((id) => ({ file, id })),
      ),
    )
    expect(cited.length).toBeGreaterThan(50)
    expect(cited.filter(({ id }) => !present.has(id))).toEqual([])
  })
})
