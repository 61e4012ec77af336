import { pathToFileURL } from 'node:url'

import { chromium, type Page } from '@playwright/test'

import { publicPages } from '../../app/screens.server'
import { startSandbox } from '../../sandbox/server'
import { resize } from './adaptations'
import { startApp } from './app-process'
import { findLightBrowser } from './find-browser'
import { badLines } from './lines'
import { refusals, type Refusal } from './forms'
import { getAddress, createViewers, screens, states, type Screen, type Viewer } from './screens'
import { listen, type Utterance } from './spoken'
import { tabThrough, type Stop } from './stops'
import type { Visitor } from './visitor'
import { getKind, getWays } from './walk'

/** A screen as one browser got it, drew it, read it aloud and went through it by the Tab key. */
export interface CrawledScreen {
  name: string
  viewer: Viewer
  /** Path and query. */
  address: string
  /** The response, headers without cookies; of a refused form the document after it. */
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  html: string
  utterances: Utterance[]
  /** Breaks without a hyphen and short last lines of headings, at 320 px. */
  badLines: string[]
  tabs: { places: number; stops: Stop[] } | null
  /** The id of the focused element. */
  focused: string
}

/** A link of a screen, requested by the same visitor. */
export interface FollowedLink {
  from: string
  link: string
  status: number
  location: string | null
}

/** All that one pass over the table of screens found. */
export interface Crawl {
  screens: CrawledScreen[]
  /** Forms that were not refused, with the reason. */
  accepted: string[]
  links: FollowedLink[]
  /** Every response of the site but files: pages, data of pages, and what scripts fetched. */
  responses: { address: string; text: string }[]
  log: string
  /** What neither a response nor the log may contain. */
  secrets: { tokens: string[]; phones: string[]; codes: string[]; cards: string[]; body: string }
  cookies: string
}

/** Thursday, twenty past twelve in Moscow. */
const PINNED_AT = '2026-03-12T09:20:00Z'
const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Mobile Safari/537.36'
const UUID = '11111111-1111-4111-8111-111111111111'
const QUIET_MS = 100
const REFUSAL_MS = 10_000
/** Screens that are also opened while every gateway fails. */
const WITHOUT_DATA = ['today', 'card', 'coupons', 'profile', 'transactions']

/** Waits until the scripts have begun and nothing changes any longer. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const deferred = document.querySelector<HTMLTemplateElement>('#deferred-scripts')
    if (deferred?.content.firstChild) return false
    if (!('__remixContext' in window)) return true
    const { __remixRouter: router } = window as {
      __remixRouter?: { state: { navigation: { state: string } } }
    }
    if (router?.state.navigation.state !== 'idle') return false
    // React has taken over what the server wrote.
    const heading = document.querySelector('h1') ?? {}
    return Object.keys(heading).some((key) => key.startsWith('__reactFiber'))
  })
  await page.evaluate(
    (quietMs) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, quietMs)
        new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(resolve, quietMs)
        }).observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        })
      }),
    QUIET_MS,
  )
}

async function refuse(page: Page, { type, press }: Refusal): Promise<void> {
  // By name: two fields may share a label.
  for (const [name, text] of Object.entries(type))
    await page.locator(`main [name="${name}"]`).fill(text)
  await page.getByRole('main').getByRole('button', { name: press, exact: true }).first().click()
  await page
    .getByText(/^Ошибка|^Исправьте ошиб/)
    .first()
    .waitFor({ timeout: REFUSAL_MS })
  await settle(page)
}

/**
 * Opens every screen once, in one page, on the same day each time: as it is, with refused forms, and
 * without its data.
 * @param only the names of the screens, if not all
 */
export async function crawlScreens(only?: readonly string[]): Promise<Crawl> {
  const sandbox = await startSandbox({ port: 0, now: () => Date.parse(PINNED_AT) })
  const app = await startApp(sandbox.url, {
    TZ: 'Europe/Moscow',
    PINNED_AT,
    LOG_LEVEL: 'trace',
    NODE_OPTIONS: `--import ${pathToFileURL('tests/support/pinned-clock.mjs').href}`,
  })
  const browser = await chromium.launch({
    executablePath: findLightBrowser() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const context = await browser.newContext({
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      viewport: { width: 390, height: 844 },
      isMobile: true,
      userAgent: USER_AGENT,
    })
    // Functions that tsx compiles call this helper by name, in the page too.
    await context.addInitScript('globalThis.__name ??= (value) => value')
    const page = await context.newPage()
    await page.clock.setFixedTime(new Date(PINNED_AT))
    const session = await context.newCDPSession(page)
    const viewers = createViewers(app.origin, sandbox, [['v1_uuid', UUID]])
    const crawled: CrawledScreen[] = []
    const responses: Crawl['responses'] = []

    async function open(screen: Screen, refusal?: Refusal): Promise<void> {
      const viewer = screen.seenBy ?? 'regular'
      const visitor = await viewers(viewer)
      const address = getAddress(screen, visitor)
      await context.clearCookies()
      const consent = screen.name === 'first visit' ? [] : [['v1_consent', 'refused'] as const]
      await context.addCookies(
        [...visitor.cookies, ...consent].map(([name, value]) => ({ name, value, url: app.origin })),
      )
      const response = await page.goto(app.origin + address, { waitUntil: 'domcontentloaded' })
      const headers = (await response!.headersArray()).filter(
        ({ name }) => name.toLowerCase() !== 'set-cookie',
      )
      const sent = await response!.text()
      responses.push(
        { address, text: JSON.stringify(headers) + sent },
        await fetchText(visitor, dataAddress(address)),
      )
      await settle(page)
      if (refusal) await refuse(page, refusal)
      crawled.push({
        name: screen.name,
        viewer,
        address,
        status: response!.status(),
        headers: headers.map(({ name, value }) => [name, value] as const),
        html: refusal ? await page.content() : sent,
        utterances: await listen(page, session),
        focused: await page.evaluate(
          () => document.activeElement?.id || String(document.activeElement),
        ),
        ...(refusal ? { badLines: [], tabs: null } : await inspectLayout(page)),
      })
    }

    const isWanted = ({ name }: Screen) => only?.includes(name) ?? true
    for (const screen of [...screens, ...states, ...publicScreens].filter(isWanted))
      await open(screen)
    if (!only) await open({ name: 'first visit', at: '/', seenBy: 'guest' })
    const links = only ? [] : await followLinks(crawled, viewers)
    const accepted: string[] = []
    for (const refusal of refusals.filter(({ name }) =>
      isWanted({ name: name.replace(' refused', ''), at: '/' }),
    ))
      // One form that cannot be refused must not hide what the other screens have.
      await open(refusal, refusal).catch((error) => accepted.push(`${refusal.name}: ${error}`))
    // Last: the breakers stay open for a while after it.
    const body = { code: 'CANARY-BODY', message: 'CANARY-BODY' }
    sandbox.sandbox.faults.add({ endpoint: '*', mode: 'status', status: 500, body })
    const failing = screens.filter(({ name }) => WITHOUT_DATA.includes(name))
    for (const screen of failing.filter(isWanted))
      await open({ ...screen, name: `${screen.name} without its data` })
    responses.push(await fetchText(await viewers('regular'), '/qr/code'))
    const { state, inbox } = sandbox.sandbox
    const users = [...state.users.values()]
    const visitors = await Promise.all(
      [...new Set(crawled.map(({ viewer }) => viewer))].map(viewers),
    )
    return {
      screens: crawled,
      accepted,
      links,
      responses,
      log: app.log(),
      secrets: {
        tokens: [...state.refreshTokens.keys()],
        phones: users.map(({ phone }) => phone),
        codes: users.flatMap(({ phone }) => inbox.lastCode(phone) ?? []),
        cards: users.flatMap(({ cards }) => cards),
        body: body.code,
      },
      cookies: JSON.stringify(visitors.map(({ cookies }) => [...cookies])),
    }
  } finally {
    await browser.close()
    await app.stop()
    await sandbox.close()
  }
}

/** Guests' pages that no other row of the table opens. */
const publicScreens = publicPages
  .filter((path) => ![...screens, ...states].some(({ at }) => at === path))
  .map((path): Screen => ({ name: path, at: path as `/${string}`, seenBy: 'guest' }))

const LINKS_OF_A_KIND = 3

/** Requests the links of the screens as their visitors: of one kind and visitor a few. */
async function followLinks(
  crawled: readonly CrawledScreen[],
  viewers: (viewer: Viewer) => Promise<Visitor>,
): Promise<FollowedLink[]> {
  const followed: FollowedLink[] = []
  const requested = new Map<string, Set<string>>()
  for (const { viewer, address, html } of crawled) {
    const visitor = await viewers(viewer)
    const { links, footerLinks } = getWays(html, address)
    for (const link of [...links, ...footerLinks]) {
      const kind = `${viewer} ${getKind(link)}`
      const ofKind = requested.get(kind) ?? new Set()
      requested.set(kind, ofKind)
      if (ofKind.has(link) || ofKind.size === LINKS_OF_A_KIND) continue
      ofKind.add(link)
      const { status, headers } = await visitor.get(link)
      followed.push({ from: address, link, status, location: headers.get('Location') })
    }
  }
  return followed
}

/** Where a navigation by script requests the data of a page. */
function dataAddress(address: string): string {
  const [path = '', query] = address.split('?')
  return `${path === '/' ? '/_root' : path}.data${query ? `?${query}` : ''}`
}

async function fetchText(visitor: Visitor, address: string): Promise<Crawl['responses'][number]> {
  const response = await visitor.get(address, { accept: 'application/json' })
  const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
  return { address, text: JSON.stringify(headers) + (await response.text()) }
}

/** Lines at 320 px, then the way of the Tab key at 390 px. */
async function inspectLayout(page: Page): Promise<Pick<CrawledScreen, 'badLines' | 'tabs'>> {
  await resize(page, 320, 844)
  // The fallback letters of a machine have other widths than the site's own.
  await page.evaluate(async () => {
    const own = [...document.fonts].filter(({ family }) => !family.includes('Fallback'))
    await Promise.all(own.map((font) => font.load()))
    await document.fonts.ready
  })
  const lines = await linesThatStay(page)
  await resize(page, 390, 844)
  return { badLines: lines, tabs: await tabThrough(page) }
}

const LINES_SETTLE_MS = 500

/**
 * Chromium made narrower reports wrong lines for a moment, once in about 150 pages: lines that are still wrong half a
 * second later stay wrong.
 */
async function linesThatStay(page: Page): Promise<string[]> {
  const isGood = await page
    .waitForFunction(`(${badLines})().length === 0`, null, { timeout: LINES_SETTLE_MS })
    .catch(() => null)
  return isGood ? [] : page.evaluate(badLines)
}

let crawled: Promise<Crawl> | undefined
/** The crawl that all tests of screens share. */
export const sharedCrawl = () => (crawled ??= crawlScreens(process.env.SCREENS?.split(',')))
