import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import packageJson from '../../package.json' with { type: 'json' }

const files = new Set(
  Object.values(packageJson.scripts).flatMap(
    (command) => command.match(/(?:scripts|tests\/bench)\/[\w-]+\.(?:ts|mjs)/g) ?? [],
  ),
)

describe.each([...files])('%s', (file) => {
  test('imports its help before any other module', () => {
    const source = readFileSync(file, 'utf8')
    expect(source).toMatch(/^\/\/ \S/)
    const [first] = source.match(/^import .*$/m) ?? []
    expect(first).toMatch(/ ?'(\.\/|\.\.\/\.\.\/scripts\/)help\.mjs'$/)
  })
})

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, stdout, stderr }
}
const commands = [...files].filter((file) => file.endsWith('.mjs'))

test.each(commands)('--help of %s prints the help and does nothing else', (file) => {
  for (const asked of ['--help', '-h']) {
    const { status, stdout, stderr } = run(file, asked)
    expect([status, stderr]).toEqual([0, ''])
    const [firstLine = ''] = readFileSync(file, 'utf8').split('\n')
    expect(stdout.split('\n')[0]).toBe(firstLine.slice(3))
  }
})

test('an unknown option of push-send prints the help', () => {
  for (const wrong of [['--chance'], ['--gone']]) {
    const { status, stdout, stderr } = run('scripts/push-send.mjs', ...wrong)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain('npm run push:send -- ')
    expect(stderr).not.toContain('    at ')
  }
})
