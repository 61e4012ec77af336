import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { chromium, type BrowserContext, type Page } from '@playwright/test'

import { startSandbox } from '../../sandbox/server'
import { startApp } from '../support/app-process'
import { findBrowser } from '../support/find-browser'
import { createVisitor, signIn } from '../support/visitor'
import { table } from './report'

/** A phone of 2016 at the edge of a cell: processor factor, kbit/s, round trip in milliseconds. */
const SLOWER = 6
const KBITS = 400
const ROUND_TRIP_MS = 400
const RUNS = 3
const SETTLE_MS = 1500
const DAY_SECONDS = 86_400
const CODE = '[aria-label="QR-код карты для кассы"]'

const budgets = { paint: 3000, card: 3000, tap: 100 }

declare global {
  interface Window {
    seen: { code: number; taps: number[] }
  }
}

const screens: [name: string, path: string][] = [
  ['landing', '/'],
  ['main screen', '/today'],
  ['card', '/qr'],
  ['till mode', '/qr/till'],
]

const taps: [what: string, from: string, tap: (page: Page) => Promise<void>][] = [
  ['the card, in the bar', '/today', (page) => tabTo(page, 'Карта')],
  ['coupons, in the bar', '/today', (page) => tabTo(page, 'Купоны')],
  [
    'a coupon is activated',
    '/coupons',
    (page) =>
      page
        .getByRole('button', { name: /^Активировать: / })
        .nth(1)
        .tap(),
  ],
  ['the search field', '/today', (page) => page.getByLabel(/^Найти товар/).tap()],
  [
    'a product of a list',
    '/catalog/101-moloko',
    (page) => page.locator('a[data-product]').first().tap(),
  ],
]

const tabTo = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).first().tap()

const middle = (numbers: number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

const seconds = (ms: number) => (ms / 1000).toFixed(1)
const verdict = (ms: number, budget: number) => (ms <= budget ? 'met' : 'missed')

/** First visits and taps on a slow phone with a slow network, each with its budget. */
export async function slowTables(): Promise<string> {
  const sandbox = await startSandbox({ port: 0, accessTokenLifeSeconds: DAY_SECONDS })
  const app = await startApp(sandbox.url)
  const display = await startDisplay()
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--no-sandbox'],
    headless: false,
    env: { ...process.env, DISPLAY: display.name },
  })
  const shopper = createVisitor(app.origin)
  await signIn(shopper, sandbox.sandbox, '79000000001')

  /** A new phone of a signed-in shopper. */
  async function onPhone<Result>(work: (page: Page) => Promise<Result>): Promise<Result> {
    const context = await browser.newContext({
      viewport: { width: 360, height: 640 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      serviceWorkers: 'block',
      baseURL: app.origin,
    })
    const cookies = [...shopper.cookies, ['v1_consent', 'refused'] as const]
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: app.origin })))
    try {
      const page = await context.newPage()
      await slowDown(context, page)
      await page.addInitScript(watchPage, CODE)
      return await work(page)
    } finally {
      await context.close()
    }
  }

  const rows: string[][] = []
  for (const [name, path] of screens) {
    const runs = []
    for (let run = 0; run < RUNS; run += 1)
      runs.push(
        await onPhone(async (page) => {
          if (path === '/') await page.context().clearCookies()
          await page.goto(path, { waitUntil: 'load' })
          await page.waitForTimeout(SETTLE_MS)
          return page.evaluate(() => ({
            paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
            code: window.seen.code,
          }))
        }),
      )
    const paint = middle(runs.map((run) => run.paint))
    const code = middle(runs.map((run) => run.code))
    const hasCode = path.startsWith('/qr')
    rows.push([
      name,
      seconds(paint),
      hasCode ? seconds(code) : '–',
      `${seconds(hasCode ? budgets.card : budgets.paint)}`,
      verdict(hasCode ? Math.max(paint, code) : paint, hasCode ? budgets.card : budgets.paint),
    ])
    console.log(rows.at(-1)?.join(' | '))
  }

  const tapRows: string[][] = []
  for (const [what, from, tap] of taps) {
    const runs = []
    for (let run = 0; run < RUNS; run += 1)
      runs.push(
        await onPhone(async (page) => {
          await page.goto(from, { waitUntil: 'networkidle' })
          await page.evaluate(() => void (window.seen.taps.length = 0))
          await tap(page)
          await page.waitForTimeout(SETTLE_MS)
          // Events shown within a frame are not reported.
          return page.evaluate(() => Math.max(16, ...window.seen.taps))
        }),
      )
    const ms = middle(runs)
    tapRows.push([what, ms.toFixed(0), String(budgets.tap), verdict(ms, budgets.tap)])
    console.log(tapRows.at(-1)?.join(' | '))
  }
  await browser.close()
  display.stop()
  await app.stop()
  await sandbox.close()
  return [
    table(['first visit', 'first paint, s', 'code to scan, s', 'budget, s', ''], rows),
    table(['tap', 'to the next paint, ms', 'budget, ms', ''], tapRows),
  ].join('\n\n')
}

/**
 * A visible window: without one Chromium paints when it likes, and reports a whole second for a tap of a
 * tenth.
 */
async function startDisplay(): Promise<{ name: string; stop(): void }> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '800x900x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = (await once(server.stdout, 'data')) as [Buffer]
  return { name: `:${number.toString().trim()}`, stop: () => void server.kill() }
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: (KBITS * 1000) / 8,
    uploadThroughput: (KBITS * 1000) / 8,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

/** Runs in the page: when the code is large enough to scan, and how long each tap waited for a paint. */
function watchPage(code: string): void {
  window.seen = { code: NaN, taps: [] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ((entry as PerformanceEventTiming & { interactionId: number }).interactionId)
        window.seen.taps.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  // Not a named function: esbuild would add a helper that the page lacks.
  const timer = setInterval(() => {
    const drawing = document.querySelector(code)
    if (performance.getEntriesByName('first-contentful-paint').length === 0) return
    if ((drawing?.getBoundingClientRect().width ?? 0) < 150) return
    window.seen.code = performance.now()
    clearInterval(timer)
  }, 16)
}
