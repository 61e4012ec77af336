import * as chromeLauncher from 'chrome-launcher'
import lighthouse from 'lighthouse'

import { startSandbox } from '../../sandbox/server'
import { startApp } from '../support/app-process'
import { findBrowser } from '../support/find-browser'
import { addressOf, screens } from '../support/screens'
import { createVisitor, signIn } from '../support/visitor'
import { table } from './report'

const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 3)
const only = process.env.LIGHTHOUSE_ONLY?.split(',')
const DAY_SECONDS = 86_400

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
 * Lighthouse's mobile preset (simulated slow 4G, a processor four times slower) over every kind of
 * screen. Personal pages are told to no search engine, so SEO is asked of public ones alone.
 */
export async function shopperTable(): Promise<string> {
  const sandbox = await startSandbox({ port: 0, accessTokenLifeSeconds: DAY_SECONDS })
  const app = await startApp(sandbox.url)
  const shopper = createVisitor(app.origin)
  await signIn(shopper, sandbox.sandbox, '79000000001')
  const cookie = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const chrome = await chromeLauncher.launch({
    chromePath: findBrowser() ?? undefined,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  })

  async function runOnce(url: string, isForGuests: boolean): Promise<Run> {
    const result = await lighthouse(url, {
      port: chrome.port,
      output: 'json',
      logLevel: 'error',
      ...(isForGuests ? {} : { extraHeaders: { Cookie: cookie } }),
    })
    if (!result) throw new Error(`Lighthouse said nothing of ${url}`)
    const { categories, audits } = result.lhr
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
    if (screen.name === 'not found') continue
    const url = app.origin + (await addressOf(screen, shopper))
    const isForGuests = screen.seenBy === 'guest'
    const runs: Run[] = []
    for (let each = 0; each < RUNS; each += 1) runs.push(await runOnce(url, isForGuests))
    const score = (id: string) => String(middle(runs.map(({ scores }) => scores[id] ?? NaN)))
    const isPublic = isForGuests && screen.name !== 'login'
    rows.push([
      screen.name,
      score('performance'),
      score('accessibility'),
      score('best-practices'),
      isPublic ? score('seo') : '–',
      (middle(runs.map(({ lcp }) => lcp)) / 1000).toFixed(2),
      middle(runs.map(({ tbt }) => tbt)).toFixed(0),
      middle(runs.map(({ cls }) => cls)).toFixed(3),
    ])
    console.log(
      rows.at(-1)?.join(' | '),
      [...new Set(runs.flatMap(({ faults }) => faults))].join(' '),
    )
  }
  await chrome.kill()
  await app.stop()
  await sandbox.close()
  return table(
    ['screen', 'performance', 'accessibility', 'best practices', 'SEO', 'LCP, s', 'TBT, ms', 'CLS'],
    rows,
  )
}
