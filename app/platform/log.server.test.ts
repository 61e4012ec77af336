import { spawnSync } from 'node:child_process'

import { expect, test } from 'vitest'

/** The log line that a separate process writes with these fields. */
function written(fields: string): Record<string, unknown> {
  const script = `import('./app/platform/log.server.ts').then(({ log }) => log.info(${fields}, 'test'))`
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    { encoding: 'utf8', env: { PATH: '', NODE_ENV: 'test' } },
  )
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test('drops fields that the log does not list, also inside a listed field', () => {
  const line = written(
    `{ phone: 'canary', body: { phone: 'canary' }, path: { to: 'canary' }, status: 200 }`,
  )
  expect(line).toMatchObject({ status: 200, msg: 'test' })
  expect(JSON.stringify(line)).not.toContain('canary')
})

test('scrubs personal data from a logged path and from issues', () => {
  const line = written(
    `{ path: '/x/79054440011', issues: ['a@example.ru is bad', 'items.0: invalid'] }`,
  )
  expect(line).toMatchObject({ path: '/x/…', issues: ['… is bad', 'items.0: invalid'] })
})

test('logs an error with its kind, scrubbed message and stack frames', () => {
  const line = written(`{ err: new TypeError('no card 1234 5678 9012 3456') }`)
  expect(line.err).toMatchObject({ name: 'TypeError', message: 'no card …' })
  expect((line.err as { frames: string[] }).frames[0]).toMatch(/^at /)
})

test('logs a SyntaxError of JSON.parse without the parsed text', () => {
  const line = written(`{ err: (() => { try { JSON.parse('canary') } catch (e) { return e } })() }`)
  expect(JSON.stringify(line)).toContain('SyntaxError')
  expect(JSON.stringify(line)).not.toContain('canary')
})
