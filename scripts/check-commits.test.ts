import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
const env = { NODE_ENV: 'test', PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null' } as const
const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { cwd: folder, encoding: 'utf8', env })
const git = (...args: string[]) =>
  run('git', '-c', 'user.name=A Person', '-c', 'user.email=person@example.com', ...args)
const check = () => run('node', 'scripts/check-commits.mjs')

let count = 0
function commit(...args: string[]) {
  writeFileSync(join(folder, `file-${(count += 1)}`), '')
  git('add', '.')
  return git('commit', ...args)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commits-'))
  git('init', '-q', '-b', 'main')
  commit('-qm', 'earlier commits are exempt.')
  mkdirSync(join(folder, 'scripts'))
  for (const path of ['help.mjs', 'check-commits.mjs', 'set-hooks.mjs', 'commits'])
    cpSync(join('scripts', path), join(folder, 'scripts', path), { recursive: true })
  cpSync('.githooks', join(folder, '.githooks'), { recursive: true })
  commit('-qm', 'Add the check', '-m', 'Messages were hard to search.')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('checks the messages of commits since the check itself was added', () => {
  expect(check()).toMatchObject({ status: 0, stderr: '' })
  commit('-qm', 'Added a file')
  expect(check()).toMatchObject({ status: 1, stderr: expect.stringMatching(/imperative/) })
})

test('checks only commits after the last tag, and at most the last 20', () => {
  commit('-qm', 'Added a file')
  git('tag', 'v1.0.0')
  commit('-qm', 'Add another file')
  expect(check()).toMatchObject({ status: 0, stderr: '' })
  git('tag', '-d', 'v1.0.0')
  for (let each = 0; each < 19; each += 1) commit('-qm', 'Add another file')
  expect(check()).toMatchObject({ status: 0, stderr: '' })
})

test('refuses a bad message in the git hook that scripts/set-hooks.mjs sets', () => {
  expect(run('node', 'scripts/set-hooks.mjs').status).toBe(0)
  expect(commit('-m', 'Adding a file')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/imperative/),
  })
  expect(git('commit', '-qm', 'Add a file')).toMatchObject({ status: 0 })
  expect(commit('-qm', 'fixup! Add a file')).toMatchObject({ status: 0 })
})

test('does not replace a core.hooksPath that is already set', () => {
  git('config', 'core.hooksPath', 'mine')
  run('node', 'scripts/set-hooks.mjs')
  expect(git('config', 'core.hooksPath').stdout).toBe('mine\n')
})

test('exits with 0 outside a checkout or without git', () => {
  rmSync(join(folder, '.git'), { recursive: true })
  expect(run('node', 'scripts/set-hooks.mjs')).toMatchObject({ status: 0, stderr: '' })
  expect(check()).toMatchObject({ status: 0, stderr: '' })
  const node = execFileSync('node', ['-p', 'process.execPath'], { encoding: 'utf8' }).trim()
  mkdirSync(join(folder, '.git'))
  const withoutGit = {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, PATH: '/nonexistent' },
  } as const
  for (const script of ['set-hooks', 'check-commits'])
    expect(spawnSync(node, [`scripts/${script}.mjs`], withoutGit)).toMatchObject({ status: 0 })
})
