import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'

import { startSandbox } from '../../sandbox/server'
import { freePort } from '../../scripts/local-server'
import { startApp } from '../support/app-process'
import { findBrowser } from '../support/find-browser'
import { builtDictionary } from '../support/page-dictionary'
import { getAddress, screenNamed, type ScreenName } from '../support/screens'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

const RUNS = 3
const DAY_SECONDS = 86_400

/** Lighthouse's phone on slow 4G, and a phone of 2016 at the edge of a cell. */
const networks = {
  usual: { cpuSlowdownMultiplier: 4, rttMs: 150, throughputKbps: 1638 },
  old: { cpuSlowdownMultiplier: 6, rttMs: 400, throughputKbps: 400 },
}

/** A first visit to a screen, the middle of three; times in milliseconds. */
export interface Visit {
  largestPaint: number
  blocked: number
  shift: number
  largestPaintOfOld: number
  /** Bytes of the page for a browser with the page dictionary; null where this Node has no Zstandard. */
  bytesAgain: number | null
}

const middle = (numbers: number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

/** Measures first visits to screens by Lighthouse, which simulates processor and network. */
export async function measureVisits(names: readonly ScreenName[]): Promise<Map<string, Visit>> {
  const sandbox = await startSandbox({ port: 0, accessTokenLifeSeconds: DAY_SECONDS })
  const app = await startApp(sandbox.url)
  const shopper = createVisitor(app.origin)
  await signIn(shopper, sandbox.sandbox, '79000000001')
  const guest = createVisitor(app.origin)
  const port = await freePort()
  const profile = await mkdtemp(join(tmpdir(), 'bench-'))
  // Lighthouse opens a tab in the same profile, with the same cookies.
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser() ?? undefined,
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu'],
  })

  async function visit(url: string, phone: keyof typeof networks) {
    const unused = { requestLatencyMs: 0, downloadThroughputKbps: 0, uploadThroughputKbps: 0 }
    const result = await lighthouse(url, {
      ...{ port, output: 'json', logLevel: 'error', onlyCategories: ['performance'] },
      throttling: { ...networks[phone], ...unused },
    })
    if (!result) throw new Error(`Lighthouse reported nothing for ${url}`)
    const { audits, finalDisplayedUrl } = result.lhr
    if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`)
    return (id: string) => audits[id]?.numericValue ?? NaN
  }

  const visits = new Map<string, Visit>()
  for (const name of names) {
    const screen = screenNamed(name)
    const url = app.origin + getAddress(screen, shopper)
    const cookies = screen.seenBy === 'guest' ? [] : [...shopper.cookies]
    const getRuns = async (phone: keyof typeof networks) => {
      const runs: Awaited<ReturnType<typeof visit>>[] = []
      // The browser sometimes returns no paint trace, which says nothing about the page.
      for (let tries = 0; runs.length < RUNS && tries < RUNS * 2; tries += 1) {
        await browser.clearCookies()
        await browser.addCookies(
          cookies.map(([cookie, value]) => ({ name: cookie, value, url: app.origin })),
        )
        const run = await visit(url, phone)
        if (!Number.isNaN(run('largest-contentful-paint'))) runs.push(run)
      }
      return (id: string) => middle(runs.map((run) => run(id)))
    }
    const [usual, old] = [await getRuns('usual'), await getRuns('old')]
    visits.set(name, {
      largestPaint: usual('largest-contentful-paint'),
      blocked: usual('total-blocking-time'),
      shift: usual('cumulative-layout-shift'),
      largestPaintOfOld: old('largest-contentful-paint'),
      bytesAgain: await weighAgain(screen.seenBy === 'guest' ? guest : shopper, url),
    })
    console.log(name, JSON.stringify(visits.get(name)))
  }
  await browser.close()
  await rm(profile, { recursive: true })
  await app.stop()
  await sandbox.close()
  return visits
}

async function weighAgain(visitor: Visitor, url: string): Promise<number | null> {
  const { pathname, search } = new URL(url)
  const response = await visitor.get(pathname + search, {
    'accept-encoding': 'dcz',
    'available-dictionary': builtDictionary().available,
  })
  const isPacked = response.headers.has('Content-Encoding')
  return isPacked ? (await response.arrayBuffer()).byteLength : null
}
