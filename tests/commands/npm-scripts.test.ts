import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, test } from 'vitest'

import packageJson from '../../package.json' with { type: 'json' }
import { freePort } from '../../scripts/local-server'

/** Scripts that other files run as a process, with the line that does. */
const elsewhere: Record<string, [file: string, line: string]> = {
  'base:renew': ['tests/commands/supply-chain.test.ts', "resolve('scripts/pin-base.mjs')"],
  // A step of tests/commands/ten-steps.test.ts, which reads it there.
  'brand:new': ['README.md', 'npm run brand:new -- '],
  build: ['tests/commands/how-to-form.test.ts', "tree.run('npm', 'run', 'build')"],
  capacity: ['tests/capacity/model.test.ts', "'scripts/capacity.ts', ...options"],
  'check:advisories': ['tests/commands/supply-chain.test.ts', "'scripts/advisories.ts'"],
  'check:licences': ['scripts/test-release.ts', "npm('licences', 'check:licences')"],
  demo: ['tests/commands/commands.test.ts', "start('scripts/demo.ts'"],
  dev: ['tests/commands/commands.test.ts', "start('scripts/dev.ts'"],
  docs: ['tests/commands/how-to-form.test.ts', "tree.run('npm', 'run', 'docs')"],
  doctor: ['tests/http/contract.test.ts', "['build/server.js', '--doctor', '--contract', path]"],
  format: ['tests/commands/new.test.ts', "tree.run('npm', 'run', 'format')"],
  lint: ['scripts/test.ts', "npm('lint', 'lint')"],
  new: ['tests/commands/new.test.ts', "tree.run('npm', 'run', 'new', '--', 'form'"],
  'push:send': ['tests/http/push.test.ts', "['scripts/push-send.mjs', '--title', 'Купон']"],
  sbom: ['tests/commands/supply-chain.test.ts', "['run', '--silent', 'sbom']"],
  sourcemaps: ['tests/commands/supply-chain.test.ts', "resolve('scripts/sourcemaps.mjs')"],
  start: ['tests/support/app-process.ts', "'build/server.js'"],
  test: ['.ci/run', 'npm test'],
  'test:quick': ['tests/commands/new.test.ts', "tree.run('npm', 'run', '--silent', 'test:quick')"],
  'test:release': ['.ci/run', 'npm run test:release'],
}

const run = (command: string, args: string[], options: { cwd?: string; env?: object } = {}) =>
  promisify(execFile)(command, args, {
    ...options,
    env: { ...process.env, ...options.env } as NodeJS.ProcessEnv,
    encoding: 'utf8',
  })

/** The other scripts, each with its call and a sign that it works. */
const here: Record<string, () => Promise<void>> = {
  /** Measures for minutes on an idle machine, so only its help is asked for. */
  async bench() {
    const { stdout } = await run('npx', ['tsx', 'tests/bench/bench.ts', '--help'])
    expect(stdout).toContain('docs/reference/performance.md')
  },
  async 'contact-sheet'() {
    const env = { SCREENS: 'login', VARIANTS: '320' }
    const { stdout } = await run('npx', ['tsx', 'scripts/contact-sheet.ts'], { env })
    const [, index = ''] = /Open (\S+)/.exec(stdout) ?? []
    const [, picture = ''] = /<img src="(login[^"]+)"/.exec(readFileSync(index, 'utf8')) ?? []
    expect(existsSync(join(index, '..', picture))).toBe(true)
  },
  /** Its other half, patch-package, is tested by tests/deploy/patches.test.ts. */
  async postinstall() {
    const cwd = mkdtempSync(join(tmpdir(), 'hooks-'))
    await run('git', ['init', '--quiet'], { cwd })
    await run(process.execPath, [resolve('scripts/set-hooks.mjs')], { cwd })
    const { stdout } = await run('git', ['config', 'core.hooksPath'], { cwd })
    expect(stdout).toBe('.githooks\n')
  },
  async 'push:keys'() {
    const { stdout } = await run('npm', ['run', '--silent', 'push:keys'])
    for (const name of ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'PUSH_RELAY_TOKEN'])
      expect(stdout).toMatch(new RegExp(`^${name}=[\\w-]{43,}$`, 'm'))
  },
  async sandbox() {
    const port = String(await freePort())
    const env = { ...process.env, SANDBOX_PORT: port }
    const child = spawn('npx', ['tsx', 'sandbox/server.ts'], { env, detached: true })
    const asked = () => fetch(`http://127.0.0.1:${port}/__sandbox`).then(({ status }) => status)
    await expect.poll(() => asked().catch(() => 0)).toBe(200)
    process.kill(-child.pid!)
    await once(child, 'close')
  },
}

test('every npm script is run by a test or a suite, and no other is listed', () => {
  const listed = [...Object.keys(elsewhere), ...Object.keys(here)]
  expect(listed.sort()).toEqual(Object.keys(packageJson.scripts).sort())
})

test.each(Object.entries(elsewhere))('npm run %s is run where this test says', (_, [file, line]) =>
  expect(readFileSync(file, 'utf8')).toContain(line),
)

describe('the npm script', () => {
  test.each(Object.keys(here))('%s works', (name) => here[name]!())
})
