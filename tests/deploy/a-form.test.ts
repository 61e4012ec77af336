import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

/** A fenced block that names a file: quoted from it, new, or a change of it. */
interface Step {
  what: 'quoted' | 'new' | 'diff'
  path: string
  text: string
}

const steps = [
  ...readFileSync('docs/a-form.md', 'utf8').matchAll(
    /^```(?:tsx? (quoted|new)|(diff)) (\S+)\n([\s\S]*?)^```$/gm,
  ),
].map(([, kind, diff, path, text]) => ({ what: kind ?? diff, path, text }) as Step)

const copy = mkdtempSync(join(tmpdir(), 'april-a-form-'))
afterAll(() => rmSync(copy, { recursive: true }))

/** A document's code is indented as a document's. */
const withoutIndents = (code: string) => code.replace(/^ +/gm, '')

/** @throws when the place of the change is not there, or there twice */
function change(source: string, diff: string): string {
  const lines = diff.trimEnd().split('\n')
  const side = (sign: string) =>
    lines
      .filter((line) => [' ', sign].includes(line[0] ?? ' '))
      .map((line) => line.slice(1))
      .join('\n')
  const [before, after, ...others] = source.split(side('-'))
  if (after === undefined || others.length > 0) throw new Error(`no single place for:\n${diff}`)
  return `${before}${side('+')}${after}`
}

/** Runs an installed program in the copy. */
function run(...[command, ...args]: [string, ...string[]]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join('node_modules', command), ...args],
    { cwd: copy, encoding: 'utf8' },
  )
  return { status, output: status === 0 ? '' : stdout + stderr }
}

describe('the page «A form, start to end»', () => {
  test('quotes what stands in the files', () => {
    const quoted = steps.filter(({ what }) => what === 'quoted')
    expect(quoted.length).toBeGreaterThan(5)
    for (const { path, text } of quoted)
      expect(withoutIndents(readFileSync(path, 'utf8')).includes(withoutIndents(text)), text).toBe(
        true,
      )
  })

  test('leads to a field and a form that have the right types and can be built', () => {
    for (const part of [
      ...['app', 'brands', 'edge', 'patches', 'public', 'sandbox', 'scripts', 'tests', 'content'],
      ...['package.json', 'remix.config.js', 'server.ts', 'start.ts', 'tsconfig.json'],
      ...['vite.config.ts', 'vitest.config.ts', 'playwright.config.ts', 'eslint.config.js'],
    ])
      cpSync(part, join(copy, part), { recursive: true })
    symlinkSync(realpathSync('node_modules'), join(copy, 'node_modules'))
    for (const { what, path, text } of steps) {
      const file = join(copy, path)
      if (what === 'new') writeFileSync(file, text, { flag: 'wx' })
      if (what === 'diff') writeFileSync(file, change(readFileSync(file, 'utf8'), text))
    }
    expect(run('typescript/bin/tsc', '--noEmit')).toEqual({ status: 0, output: '' })
    expect(run('@remix-run/dev/dist/cli.js', 'vite:build')).toEqual({ status: 0, output: '' })
    expect(readFileSync(join(copy, 'build/server/index.js'), 'utf8').length).toBeGreaterThan(0)
  }, 300_000)
})
