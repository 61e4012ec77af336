import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { publicPages } from '../../app/lib/public-pages'
import { startApp, type AppProcess } from '../support/app-process'
import { findJava } from '../support/find-java'
import { createVisitor } from '../support/visitor'

const NOBODY = 'http://127.0.0.1:9'
const screens = [...publicPages, '/login', '/nothing-here']
const java = findJava()
const checker = String(createRequire(import.meta.url)('vnu-jar'))

let app: AppProcess
beforeAll(async () => {
  app = await startApp(NOBODY)
})
afterAll(() => app.stop())

const getHtml = async (path: string) => (await createVisitor(app.origin).get(path)).text()

/** What the Nu checker holds against the HTML; its hints are not asked for. */
async function check(html: string): Promise<string[]> {
  const file = join(mkdtempSync(join(tmpdir(), 'html-')), 'page.html')
  // The styles in the page are of a newer CSS than the checker knows (view transitions).
  writeFileSync(file, html.replace(/<style>[^<]*<\/style>/, '<style></style>'))
  const args = ['-jar', checker, '--errors-only', '--exit-zero-always', '--format', 'json', file]
  const { stderr } = await promisify(execFile)(java ?? '', args)
  const { messages } = JSON.parse(stderr) as { messages: { message: string; extract?: string }[] }
  return messages.map(({ message, extract }) => `${message} ${extract ?? ''}`)
}

describe('every screen that anyone may open', () => {
  test.each(screens)('%s is one Russian document with one heading', async (path) => {
    const html = await getHtml(path)
    expect(html.startsWith('<!DOCTYPE html><html lang="ru"')).toBe(true)
    expect(html.match(/<h1[ >]/g)).toHaveLength(1)
    expect(html.match(/<main[ >]/g)).toHaveLength(1)
    expect(html).toMatch(/<title>[^<]+ — Апрель<\/title>/)
  })
})

if (java) {
  describe('HTML by the Nu checker', () => {
    test('the checker finds what is wrong', async () => {
      expect(
        await check('<!DOCTYPE html><html lang="ru"><title>x</title><p><div></p>'),
      ).not.toEqual([])
    })

    test.each(screens)('%s is valid', async (path) => {
      expect(await check(await getHtml(path))).toEqual([])
    })
  })
} else {
  console.info('There is no Java here: the HTML is not checked by the Nu checker.')
}
