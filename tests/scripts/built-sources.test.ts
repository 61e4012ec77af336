import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { hashSources, isBuilt, noteBuilt } from '../../scripts/built-sources.mjs'

let root: string
const write = (file: string, text: string) => writeFile(join(root, file), text)

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'april-sources-'))
  for (const folder of ['app/card', 'build/client', 'scripts'])
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

test.each([
  ['a changed file', () => write('app/card/card.ts', 'two')],
  ['a new file', () => write('server.ts', '')],
  ['a changed build tool', () => write('scripts/finish-build.mjs', 'another')],
  ['a removed file', () => rm(join(root, 'app/card/card.ts'))],
  ['no build', () => rm(join(root, 'build'), { recursive: true })],
])('builds again when it finds %s', async (_, change) => {
  await change()
  expect(await isBuilt(root)).toBe(false)
})

test('a quick build is enough for quick tests alone', async () => {
  await noteBuilt(await hashSources(root), root, true)
  expect([await isBuilt(root), await isBuilt(root, true)]).toEqual([false, true])
  await write('app/card/card.ts', 'two')
  expect(await isBuilt(root, true)).toBe(false)
})
