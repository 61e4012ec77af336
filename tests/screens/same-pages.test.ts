// Both Nodes send the same pages, so the other tests of this folder run on one of them.
import { pathToFileURL } from 'node:url'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findRuntime, getVersion } from '../../scripts/runtime'
import { startSandbox } from '../../sandbox/server'
import { startApp } from '../support/app-process'
import { builtDictionary } from '../support/page-dictionary'
import { refusals } from '../support/forms'
import { getAddress, createViewers, screens, states, type Screen } from '../support/screens'

const PINNED_AT = '2026-03-12T09:20:00Z'
const ID = '11111111-1111-4111-8111-111111111111'
/** Both sites have one address, because some pages draw it as a QR code. */
const SITE = 'http://localhost:3995'
/** The tests' Node and the image's; equal ones are compared with themselves. */
const runtimes = [process.execPath, findRuntime() ?? process.execPath]
/** Screens that read hundreds of receipts show what was loaded in time. */
const timedScreens = new Set([
  'finding nothing',
  'finding very much',
  'purchases of a year long ago',
])
const isUntimed = ({ name }: Screen) => !timedScreens.has(name)

/** Headers of content and policy; the others depend on time and size. */
const meant = ['content-type', 'content-security-policy', 'cache-control', 'vary', 'x-card']

/** A response without values that change with each request or sandbox. */
const still = (text: string) =>
  text
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, 'an id')
    .replace(/number(\\*",\\*"|" value=")[\w-]{16}/g, 'number$1a mark')
    .replace(/127\.0\.0\.1:\d+/g, 'the sandbox')
    // Only a Node with Zstandard adds this header to `Vary`.
    .replace(', Available-Dictionary', '')
    .replace(/(Сколько будет) \S+ плюс [^?]+/g, '$1 … плюс …')

/** Starts a site on the pinned day, with this Node. */
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
    /** The response to opening a screen, or to posting its empty form. */
    async answers(screen: Screen, method: 'get' | 'post'): Promise<string> {
      const visitor = await viewers(screen.seenBy)
      const at = getAddress(screen, visitor)
      // Without this header only the newer Node would announce the page dictionary.
      const dictionaryHeaders = { 'available-dictionary': builtDictionary().available }
      const response = await (method === 'get'
        ? visitor.get(at, dictionaryHeaders)
        : visitor.post(at, {}, dictionaryHeaders))
      const headers = meant.map((name) => `${name}: ${response.headers.get(name)}`)
      return still([response.status, ...headers, await response.text()].join('\n'))
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

/** Screens that differ between the two sites. */
async function different(of: readonly Screen[], method: 'get' | 'post' = 'get') {
  const found: string[] = []
  for (const screen of of) {
    const isSame = async () => {
      const [one, other] = await Promise.all(sites.map((site) => site.answers(screen, method)))
      return one === other
    }
    // On a busy machine a block may miss its time; the next response is complete.
    if (!(await isSame()) && !(await isSame()) && !(await isSame())) found.push(screen.name)
  }
  return found
}

describe(`sent by Node ${runtimes.map(getVersion).join(' and by ')}`, { timeout: 120_000 }, () => {
  test('every screen gets the same response', async () => {
    expect(await different([...screens, ...states].filter(isUntimed))).toEqual([])
  })

  test('every refused form gets the same response', async () => {
    expect(await different(refusals, 'post')).toEqual([])
  })

  // Runs last: the breakers stay open for a while.
  test('every screen without its gateways gets the same response', async () => {
    for (const { breakGateways } of sites) breakGateways()
    const whole = screens.filter(({ at, seenBy }) => typeof at === 'string' && !seenBy)
    expect(await different(whole.filter(isUntimed))).toEqual([])
  })
})
