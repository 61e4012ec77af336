import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { expect, test, vi } from 'vitest'

import { counted, readPlaywright } from '../../scripts/test/reports'
import { command, summarise } from '../../scripts/test/steps'

test('names a failed test, a file whose hook failed and one that cannot start, with the reason', () => {
  const folder = mkdtempSync(join(tmpdir(), 'runs-'))
  const files = {
    tests:
      "let tries = 0; test('is good', () => {}); test('is bad', () => { throw new Error('one\\ntwo') }); test('is late', () => { if (tries++ === 0) throw new Error('not yet') })",
    hook: "beforeAll(() => { throw new Error('no hook') }); test('waits', () => {})",
    start: "throw new Error('no start')",
  }
  for (const [name, text] of Object.entries(files))
    writeFileSync(
      join(folder, `${name}.test.js`),
      `import { beforeAll, test } from '${resolve('node_modules/vitest/dist/index.js')}'; ${text}`,
    )
  const TEST_COUNT = join(folder, 'count.json')
  const reporter = resolve('scripts/test/reports.ts')
  const { status } = spawnSync(
    process.execPath,
    [
      ...[resolve('node_modules/vitest/vitest.mjs'), 'run', '--retry=1', '--maxWorkers=1'],
      ...['--root', folder, `--reporter=${reporter}`],
    ],
    { env: { ...process.env, TEST_COUNT } },
  )
  const count = counted(status === 0, () => JSON.parse(readFileSync(TEST_COUNT, 'utf8')) as never)
  rmSync(folder, { recursive: true })
  expect(count).toMatchObject({ passed: 2, failed: 3, secondTries: ['is late: not yet'] })
  expect(count.failures?.toSorted()).toEqual([
    'hook.test.js: no hook',
    'is bad: one two',
    'start.test.js: no start',
  ])
})

test('counts a skipped browser test as failed, and lists a test that passed on its second try', () => {
  const results = [{ error: { message: 'no button' } }, {}]
  const tests = [
    { projectName: 'phone', status: 'flaky' as const, results },
    { projectName: 'no-js', status: 'unexpected' as const, results },
  ]
  const spec = { title: 'pays', file: 'a.spec.ts', line: 7, tests }
  const stats = { expected: 3, flaky: 1, unexpected: 1, skipped: 1 }
  const count = readPlaywright({
    stats,
    suites: [{ specs: [], suites: [{ specs: [spec] }] }],
  } as never)
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

test('keeps a suite that a test starts out of the sum of the whole run', async () => {
  vi.stubEnv('TEST_SUMMARY', '/tmp/sums')
  const count = await command('a suite in a test', 'sh', '-c', 'test -z "$TEST_SUMMARY"').run()
  vi.unstubAllEnvs()
  expect(count).toEqual({ passed: 1, failed: 0 })
})
