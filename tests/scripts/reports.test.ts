import { expect, test } from 'vitest'

import { counted, readPlaywright, readVitest } from '../../scripts/test/reports'
import { summarise } from '../../scripts/test/steps'

const good = { status: 'passed', fullName: 'is good' }
const bad = {
  status: 'failed',
  fullName: 'is bad',
  failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  to be 2', 'a second one'],
}
const report = (
  failed: number,
  ...results: { status: string; message?: string; tests: object[] }[]
) => ({
  numPassedTests: 3,
  numFailedTests: failed,
  testResults: results.map(({ tests, ...result }) => ({
    name: 'a.test.ts',
    ...result,
    assertionResults: tests as never[],
  })),
})

test('names a failed test, and a file that could not start, with the reason', () => {
  const count = readVitest(
    report(
      1,
      { status: 'failed', tests: [good, bad] },
      { status: 'failed', message: 'no hook', tests: [] },
    ),
    [{ name: 'is late: not yet' }],
  )
  expect(count).toEqual({
    passed: 3,
    failed: 2,
    failures: ['is bad: expected 1 to be 2', 'a.test.ts: no hook'],
    secondTries: ['is late: not yet'],
  })
})

test('counts a skipped browser test as failed, and lists a test that passed on its second try', () => {
  const results = [{ error: { message: 'no button' } }, {}]
  const tests = [
    { projectName: 'phone', status: 'flaky' as const, results },
    { projectName: 'no-js', status: 'unexpected' as const, results },
  ]
  const spec = { title: 'pays', file: 'a.spec.ts', line: 7, tests }
  const stats = { expected: 3, flaky: 1, unexpected: 1, skipped: 1 }
  const count = readPlaywright({ stats, suites: [{ specs: [], suites: [{ specs: [spec] }] }] })
  expect(count).toMatchObject({
    passed: 4,
    failed: 2,
    failures: ['[no-js] a.spec.ts:7 pays: no button'],
    secondTries: ['[phone] a.spec.ts:7 pays: no button'],
  })
})

test('counts a report that is missing, empty or contradicts the exit code as failed', () => {
  const missing = () => {
    throw new Error('ENOENT')
  }
  expect(counted(true, missing)).toMatchObject({ failed: 1 })
  expect(counted(true, () => ({ passed: 0, failed: 0 }))).toMatchObject({ failed: 1 })
  expect(counted(false, () => ({ passed: 9, failed: 0 }))).toMatchObject({ passed: 9, failed: 1 })
  expect(counted(true, () => ({ passed: 9, failed: 0 }))).toEqual({ passed: 9, failed: 0 })
})

test('accepts two tests that pass on a second try in a run, and fails at three', () => {
  const run = (...secondTries: string[]) =>
    summarise([['HTTP', { passed: 5, failed: 0, secondTries }]])
  expect(run('a', 'b')).toMatchObject({ passed: 5, failed: 0 })
  expect(run('a', 'b', 'c')).toMatchObject({ passed: 5, failed: 1 })
  expect(run('c').remarks).toEqual(['≈ second try, HTTP: c'])
})
