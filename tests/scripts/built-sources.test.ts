import { readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { hashSources, isBuilt, noteBuilt } from '../../scripts/built-sources.mjs'

let root: string
const write = (file: string, text: string) => writeFile(join(root, file), text)

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'april-sources-'))
  for (const folder of ['app/card', 'build/client'])
    await mkdir(join(root, folder), { recursive: true })
  await write('app/card/card.ts', 'one')
  await noteBuilt(await hashSources(root), root)
})
afterEach(() => rm(root, { recursive: true }))

test('skips the build when the sources are unchanged, whatever their modification times are', async () => {
  expect(await isBuilt(root)).toBe(true)
  await utimes(join(root, 'app/card/card.ts'), new Date(), new Date())
  await write('app/card/card.test.ts', 'a test')
  expect(await isBuilt(root)).toBe(true)
})

/** The scripts that these files import, directly or through other scripts. */
function getScripts(files: string[], existing = new Set<string>()): string[] {
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const [, target = ''] of text.matchAll(/\b(?:from|import)\s*\(?'(\.[^']+)'/g)) {
      const path = join(dirname(file), target)
      const script = ['', '.ts', '.mjs'].map((ending) => path + ending).find(isFile)
      if (!script?.startsWith('scripts/') || existing.has(script)) continue
      existing.add(script)
      getScripts([script], existing)
    }
  }
  return [...existing]
}
const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
const building = getScripts(['vite.config.ts', 'scripts/finish-build.mjs'])

test('finds the build scripts through the imports of vite.config.ts and finish-build.mjs', () =>
  expect(building).toEqual(
    expect.arrayContaining(['scripts/chunks.ts', 'scripts/bundle-server.mjs']),
  ))

test.each(['scripts/finish-build.mjs', ...building])(
  'builds again after a change of the build tool %s',
  async (script) => {
    await mkdir(join(root, 'scripts'), { recursive: true })
    await write(script, 'another')
    expect(await isBuilt(root)).toBe(false)
  },
)

test.each([
  ['a changed file', () => write('app/card/card.ts', 'two')],
  ['a new file', () => write('server.ts', '')],
  ['a removed file', () => rm(join(root, 'app/card/card.ts'))],
  ['no build', () => rm(join(root, 'build'), { recursive: true })],
])('builds again when it finds %s', async (_, change) => {
  await change()
  expect(await isBuilt(root)).toBe(false)
})
