import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { readPlaywright, readVitest } from './reports'

const folder = mkdtempSync(join(tmpdir(), 'reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(report: unknown): string {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(report))
  return path
}

const ended = (isGood: boolean, text = '') => ({ isGood, text })
const good = { status: 'passed', fullName: 'is good', duration: 12 }
const bad = {
  status: 'failed',
  fullName: 'is bad',
  duration: null,
  failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  to be 2', 'a second one'],
}
const ofVitest = (passed: number, failed: number, status: string, tests: object[]) =>
  written({
    numPassedTests: passed,
    numFailedTests: failed,
    testResults: [{ name: 'a.test.ts', status, assertionResults: tests }],
  })

test('a suite that ended well is counted, with the time of each test', () => {
  expect(readVitest(ofVitest(1, 0, 'passed', [good]), ended(true))).toEqual({
    passed: 1,
    failed: 0,
    failures: [],
    times: [['is good', 12]],
  })
})

test('the files in which something failed are named, with what passed in the others', () => {
  const path = written({
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      { name: 'a.test.ts', status: 'passed', assertionResults: [good, good] },
      { name: 'b.test.ts', status: 'failed', assertionResults: [good, bad] },
      { name: 'c.test.ts', status: 'failed', message: 'no hook', assertionResults: [] },
    ],
  })
  expect(readVitest(path, ended(false))).toMatchObject({
    passed: 3,
    failed: 1,
    failures: ['is bad: expected 1 to be 2', 'c.test.ts: no hook'],
    again: { files: ['b.test.ts', 'c.test.ts'], passedElsewhere: 2 },
  })
})

test('beside an error outside of all tests nothing is tried again: it would be forgotten', () => {
  const said = '\u001b[31mVitest caught 1 unhandled error during the test run.\u001b[39m'
  const count = readVitest(ofVitest(1, 1, 'failed', [good, bad]), ended(false, said))
  expect(count.again).toBeUndefined()
  expect(count.failures?.at(-1)).toBe('an error outside of its tests, told in its output')
})

test('what failed is named, with why: a test, a file that could not begin, a rejection outside of all', () => {
  const counts = [
    readVitest(ofVitest(1, 1, 'failed', [good, bad]), ended(false)),
    readVitest(ofVitest(1, 0, 'failed', [good]), ended(false)),
    readVitest(ofVitest(1, 0, 'passed', [good]), ended(false)),
  ]
  expect(counts.map(({ failed }) => failed)).toEqual([1, 1, 1])
  expect(counts.map(({ failures }) => failures)).toEqual([
    ['is bad: expected 1 to be 2'],
    ['a.test.ts'],
    ['an error outside of its tests, told in its output'],
  ])
})

test('no report, and one of no tests, are failures, whatever the exit code', () => {
  expect(readVitest(join(folder, 'none.json'), ended(true))).toEqual({ passed: 0, failed: 1 })
  expect(readVitest(ofVitest(0, 0, 'passed', []), ended(true)).failed).toBe(1)
  expect(readPlaywright(join(folder, 'none.json'), true)).toEqual({ passed: 0, failed: 1 })
})

test('a journey that was skipped has failed, one that passed at last has not', () => {
  const results = [
    { duration: 3, error: { message: `no button${'.'.repeat(2000)}` } },
    { duration: 4 },
  ]
  const paid = [
    { projectName: 'phone', status: 'expected', results: [{ duration: 1 }] },
    { projectName: 'no-js', status: 'unexpected', results },
  ]
  // As the reporter writes it: what one project ended with.
  const spec = { ok: true, title: 'pays', file: 'a.spec.ts', line: 7, tests: paid }
  const waited = [{ projectName: 'phone', status: 'flaky', results }]
  const late = { ok: true, title: 'waits', file: 'b.spec.ts', line: 9, tests: waited }
  const stats = { expected: 3, flaky: 1, unexpected: 1, skipped: 1 }
  const path = written({ stats, suites: [{ specs: [], suites: [{ specs: [spec, late] }] }] })
  expect(readPlaywright(path, false)).toEqual({
    passed: 4,
    failed: 2,
    failures: [`[no-js] a.spec.ts:7 pays: no button${'.'.repeat(491)}`],
    secondTries: [`[phone] b.spec.ts:9 waits: no button${'.'.repeat(491)}`],
    times: [
      ['[phone] a.spec.ts:7 pays', 1],
      ['[no-js] a.spec.ts:7 pays', 7],
      ['[phone] b.spec.ts:9 waits', 7],
    ],
  })
})
