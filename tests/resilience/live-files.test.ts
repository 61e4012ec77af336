import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { startSite } from '../support/site'
import { createPace } from '../support/pace'
import { startTraffic } from '../support/traffic'

const LANES = 6
// More than a second in all; half a second without a change counts as finished.
const PIECES = 16
const PIECE_MS = 70

const mark = (version: number) => `Версия-${version}`
const landing = (version: number) =>
  JSON.stringify({
    title: mark(version),
    lead: mark(version),
    stepsTitle: mark(version),
    questions: [
      { question: 'Что нового?', answer: `${'Слово за слово. '.repeat(30)}${mark(version)}` },
    ],
    closingTitle: mark(version),
  })
const paragraphs = 40
const terms = (version: number) =>
  `# Правила: ${mark(version)}\n\n${`${mark(version)} и ещё слова.\n\n`.repeat(paragraphs)}`
const files = (version: number) => ({
  'landing.json': landing(version),
  'notice.json': JSON.stringify({ text: `Объявляем: ${mark(version)}` }),
  'help-login.md': `# Помощь: ${mark(version)}\n\nПодождите: ${mark(version)}.`,
  'terms.md': terms(version),
})

/** Replaces all files at once by renaming a link, as a ConfigMap does. */
function swap(version: number): void {
  const beside = join(folder, `v${version}`)
  mkdirSync(beside)
  for (const [name, text] of Object.entries(files(version))) writeFileSync(join(beside, name), text)
  symlinkSync(beside, join(folder, 'next'))
  renameSync(join(folder, 'next'), join(folder, 'data'))
}

/**
 * Writes a file as a careless editor does: empties it, then fills it slowly. It is never unchanged long
 * enough to count as finished.
 */
async function overwrite(name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  const file = openSync(join(folder, 'data', name), 'w')
  for (let piece = 0; piece < PIECES; piece += 1) {
    await sleep(PIECE_MS)
    const [from, to] = [piece, piece + 1].map((each) => (bytes.length * each) / PIECES)
    writeSync(file, bytes.subarray(from, to))
  }
  closeSync(file)
}

/** Versions of the texts on a page, with their number. */
function versionsOn(html: string) {
  const found = [...html.matchAll(/Версия-(\d+)/g)].map(([, version]) => Number(version))
  const own = html.replace(/Объявляем:.Версия-\d+/gs, '').matchAll(/Версия-(\d+)/g)
  return {
    versions: [...new Set(found)],
    count: found.length,
    /** Versions of the page without the notice, which is another file. */
    ownVersions: [...new Set(Array.from(own, ([, version]) => Number(version)))],
  }
}

const pages = ['/', '/login', '/coupons']
const getVisitor = (path: string) => (path === '/coupons' ? shopper.copy() : guest())

const folder = mkdtempSync(join(tmpdir(), 'swap-'))
swap(0)
await sleep(600)
const { app, guest, signedIn } = await startSite({ CONTENT_DIR: join(folder, 'data') })
const shopper = await signedIn('79000000001')
const whole: Record<string, number> = {}
for (const path of [...pages, '/terms']) {
  const { versions, count } = versionsOn(await (await getVisitor(path).get(path)).text())
  expect(versions, path).toEqual([0])
  whole[path] = count
}
/** Requests the pages repeatedly during some work; returns the versions of each response, by page. */
async function underLoad(paths: string[], work: () => Promise<void>) {
  const seen: ({ path: string; status: number } & ReturnType<typeof versionsOn>)[] = []
  async function look(turn: number): Promise<string> {
    const path = paths[turn % paths.length]!
    const response = await getVisitor(path).get(path)
    seen.push({ path, status: response.status, ...versionsOn(await response.text()) })
    return ''
  }
  const load = startTraffic(Array<typeof look>(LANES).fill(look), createPace())
  await work()
  await load.reaches(50)
  expect(await load.stop()).toEqual([])
  return seen
}

test('files swapped under load: no request is lost, and each page has one version', async () => {
  const seen = await underLoad(pages, async () => {
    for (let version = 1; version <= 8; version++) {
      swap(version)
      // After every fourth swap the next one follows at once, mostly within one check of the files.
      await sleep(version % 4 === 0 ? 40 : 800)
    }
    await sleep(1600)
  })
  expect(seen.filter(({ status }) => status !== 200)).toEqual([])
  const mixed = seen.filter(
    ({ path, versions, count }) => versions.length !== 1 || count !== whole[path],
  )
  expect(mixed).toEqual([])
  const allVersions = new Set(seen.flatMap(({ versions }) => versions))
  expect(allVersions.size).toBeGreaterThan(2)
  expect(seen.at(-1)?.versions).toEqual([8])
})

test('a file rewritten under load never appears half', async () => {
  const seen = await underLoad(['/terms', '/'], async () => {
    for (const version of [13, 14]) {
      await overwrite('terms.md', terms(version))
      await overwrite('landing.json', landing(version))
    }
    await overwrite('notice.json', files(14)['notice.json'])
    await sleep(2200)
  })
  expect(seen.filter(({ status }) => status !== 200)).toEqual([])
  const broken = seen.filter(
    ({ path, count, ownVersions }) => ownVersions.length !== 1 || count !== whole[path],
  )
  expect(broken).toEqual([])
  for (const path of ['/terms', '/'])
    expect(seen.filter((each) => each.path === path).at(-1)?.versions, path).toEqual([14])
  expect(app.log()).not.toContain('a file of the operator is bad')
})
