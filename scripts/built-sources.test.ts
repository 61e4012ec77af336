import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { hashSources, isBuilt, noteBuilt } from './built-sources.mjs'

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

test('what was built is not built again, whatever the clock says', async () => {
  expect(await isBuilt(root)).toBe(true)
  await utimes(join(root, 'app/card/card.ts'), new Date(), new Date())
  await write('app/card/card.test.ts', 'a test')
  expect(await isBuilt(root)).toBe(true)
})

test.each([
  ['a file that changed', () => write('app/card/card.ts', 'two')],
  ['a file that came', () => write('server.ts', '')],
  ['a file that went', () => rm(join(root, 'app/card/card.ts'))],
  ['no build', () => rm(join(root, 'build'), { recursive: true })],
])('%s is a reason to build', async (_, change) => {
  await change()
  expect(await isBuilt(root)).toBe(false)
})
