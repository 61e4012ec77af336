import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'

import { startSandbox } from '../../sandbox/server'
import { freePort } from '../../scripts/local-server'
import { startApp } from '../support/app-process'
import { findBrowser } from '../support/find-browser'
import { getAddress, screens } from '../support/screens'
import { createVisitor, signIn } from '../support/visitor'
import { table } from './report'

const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 3)
const only = process.env.LIGHTHOUSE_ONLY?.split(',')
const DAY_SECONDS = 86_400
const others = ['accessibility', 'best-practices', 'seo']

interface Run {
  scores: Record<string, number | null>
  lcp: number
  tbt: number
  cls: number
  faults: string[]
}

const middle = (numbers: number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

/**
 * Lighthouse's mobile preset (simulated slow 4G, a processor four times slower) for every kind of screen, and
 * its largest paint with real throttling («applied»). SEO is measured for public pages only.
 */
export async function shopperTable(): Promise<string> {
  const sandbox = await startSandbox({ port: 0, accessTokenLifeSeconds: DAY_SECONDS })
  const app = await startApp(sandbox.url)
  const shopper = createVisitor(app.origin)
  await signIn(shopper, sandbox.sandbox, '79000000001')
  const port = await freePort()
  const profile = await mkdtemp(join(tmpdir(), 'bench-'))
  // Lighthouse opens a tab in the same profile, with the same cookies.
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser() ?? undefined,
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu'],
  })

  async function become(viewer: ReadonlyMap<string, string>): Promise<void> {
    await browser.clearCookies()
    await browser.addCookies([...viewer].map(([name, value]) => ({ name, value, url: app.origin })))
  }

  async function runOnce(
    url: string,
    isForGuests: boolean,
    onlyCategories: string[],
    throttlingMethod: 'simulate' | 'devtools' = 'simulate',
  ): Promise<Run> {
    await become(isForGuests ? new Map() : shopper.cookies)
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories,
      throttlingMethod,
    })
    if (!result) throw new Error(`Lighthouse reported nothing for ${url}`)
    const { categories, audits, finalDisplayedUrl } = result.lhr
    if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`)
    const value = (id: string) => audits[id]?.numericValue ?? NaN
    return {
      scores: Object.fromEntries(
        Object.values(categories).map(({ id, score }) => [id, score && Math.round(score * 100)]),
      ),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      faults: Object.values(categories)
        .filter(({ id }) => id !== 'performance')
        .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
        .filter(({ id }) => audits[id]?.score === 0)
        .map(({ id }) => id),
    }
  }

  const rows: string[][] = []
  for (const screen of screens.filter(({ name }) => !only || only.includes(name))) {
    // A page with an error status, or a step of signing in.
    if (screen.name === 'not_found' || (screen.seenBy && screen.seenBy !== 'guest')) continue
    const url = app.origin + getAddress(screen, shopper)
    const isForGuests = screen.seenBy === 'guest'
    const getRuns = async (method: 'simulate' | 'devtools') => {
      const runs: Run[] = []
      // The browser sometimes returns no paint trace, which says nothing about the page.
      for (let tries = 0; runs.length < RUNS && tries < RUNS * 2; tries += 1) {
        const run = await runOnce(url, isForGuests, ['performance'], method)
        if (!Number.isNaN(run.lcp)) runs.push(run)
      }
      return runs
    }
    const getLcp = (runs: Run[]) => (middle(runs.map(({ lcp }) => lcp)) / 1000).toFixed(2)
    const runs = await getRuns('simulate')
    const applied = await getRuns('devtools')
    // Runs alone, because its requests keep the browser from responding in time.
    const { scores, faults } = await runOnce(url, isForGuests, others)
    const score = (id: string) => String(scores[id] ?? NaN)
    const isPublic = isForGuests && screen.name !== 'login'
    rows.push([
      screen.name,
      String(middle(runs.map((run) => run.scores.performance ?? NaN))),
      score('accessibility'),
      score('best-practices'),
      isPublic ? score('seo') : '–',
      getLcp(runs),
      getLcp(applied),
      middle(runs.map(({ tbt }) => tbt)).toFixed(0),
      middle(runs.map(({ cls }) => cls)).toFixed(3),
    ])
    console.log(rows.at(-1)?.join(' | '), faults.join(' '))
  }
  await browser.close()
  await rm(profile, { recursive: true })
  await app.stop()
  await sandbox.close()
  return table(
    [
      ...['screen', 'performance', 'accessibility', 'best practices', 'SEO'],
      ...['LCP, s', 'LCP applied, s', 'TBT, ms', 'CLS'],
    ],
    rows,
  )
}
