// Why the rest of this folder need be tried on one Node only: what the other sends is the same.
import { pathToFileURL } from 'node:url'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findRuntime, versionOf } from '../../scripts/runtime'
import { startSandbox } from '../../sandbox/server'
import { startApp } from '../support/app-process'
import { builtDictionary } from '../support/page-dictionary'
import { refusals } from '../support/refusals'
import { addressOf, createViewers, screens, states, type Screen } from '../support/screens'

const PINNED_AT = '2026-03-12T09:20:00Z'
const ID = '11111111-1111-4111-8111-111111111111'
/** Some pages hold it as a picture. */
const SITE = 'http://localhost:3995'
/** The Node of the tests and the image's; where they are one, it is held against itself. */
const runtimes = [process.execPath, findRuntime() ?? process.execPath]
/** Screens of who reads hundreds of receipts: they hold what was read in time. */
const timedScreens = new Set([
  'finding nothing',
  'finding very much',
  'purchases of a year long ago',
])
const isUntimed = ({ name }: Screen) => !timedScreens.has(name)

/** Headers that say what the page is and may do; the others are its weight, its time and its number. */
const meant = ['content-type', 'content-security-policy', 'cache-control', 'vary', 'x-card']

/** What a screen answers with, without what is made anew for each request or sandbox. */
const still = (text: string) =>
  text
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, 'an id')
    .replace(/127\.0\.0\.1:\d+/g, 'the sandbox')
    // The older of them compresses nothing against it.
    .replace(', Available-Dictionary', '')
    .replace(/(Сколько будет) \S+ плюс [^?]+/g, '$1 … плюс …')

/** A site on the pinned day, on this Node. */
async function startSite(node: string) {
  const sandbox = await startSandbox({ port: 0, now: () => Date.parse(PINNED_AT) })
  const pinned = pathToFileURL('tests/support/pinned-clock.mjs').href
  const env = {
    TZ: 'Europe/Moscow',
    PUBLIC_ORIGIN: SITE,
    PINNED_AT,
    NODE_OPTIONS: `--import ${pinned}`,
  }
  const app = await startApp(sandbox.url, env, { node })
  const viewers = createViewers(app.address, sandbox, [['v1_uuid', ID]], SITE)
  return {
    /** What it answers when a screen is opened, or its form is sent with nothing filled in. */
    async answers(screen: Screen, method: 'get' | 'post'): Promise<string> {
      const visitor = await viewers(screen.seenBy)
      const at = addressOf(screen, visitor)
      // Or one of them would say where the dictionary is.
      const dictionaryHeaders = { 'available-dictionary': builtDictionary().available }
      const answer = await (method === 'get'
        ? visitor.get(at, dictionaryHeaders)
        : visitor.post(at, {}, dictionaryHeaders))
      const headers = meant.map((name) => `${name}: ${answer.headers.get(name)}`)
      return still([answer.status, ...headers, await answer.text()].join('\n'))
    },
    breakGateways: () => sandbox.sandbox.faults.add({ endpoint: '*', mode: 'status', status: 500 }),
    async close() {
      await app.stop()
      await sandbox.close()
    },
  }
}

let sites: Awaited<ReturnType<typeof startSite>>[]
beforeAll(async () => {
  sites = await Promise.all(runtimes.map(startSite))
})
afterAll(() => Promise.all(sites.map(({ close }) => close())))

/** Those of these screens that one site shows otherwise than the other. */
async function different(of: readonly Screen[], method: 'get' | 'post' = 'get') {
  const found: string[] = []
  for (const screen of of) {
    const isSame = async () => {
      const [one, other] = await Promise.all(sites.map((site) => site.answers(screen, method)))
      return one === other
    }
    // On a busy machine a block may miss its time; the page is whole the next time.
    if (!(await isSame()) && !(await isSame()) && !(await isSame())) found.push(screen.name)
  }
  return found
}

describe(`by ${runtimes.map(versionOf).join(' and by ')}`, { timeout: 120_000 }, () => {
  test('every screen is the same', async () => {
    expect(await different([...screens, ...states].filter(isUntimed))).toEqual([])
  })

  test('every refused form is the same', async () => {
    expect(await different(refusals, 'post')).toEqual([])
  })

  // Last: the breakers stay open for a while after it.
  test('every screen without its gateways is the same', async () => {
    for (const { breakGateways } of sites) breakGateways()
    const whole = screens.filter(({ at, seenBy }) => typeof at === 'string' && !seenBy)
    expect(await different(whole.filter(isUntimed))).toEqual([])
  })
})
