import { pathToFileURL } from 'node:url'

import { chromium, type Page } from '@playwright/test'

import { shorten } from '../../app/lib/shorten'
import { startSandbox } from '../../sandbox/server'
import { startApp } from './app-process'
import { findBrowser } from './find-browser'
import { refusals, type Refusal } from './refusals'
import { addressOf, createViewers, screens, states, type Screen } from './screens'
import { listen, type Utterance } from './spoken'

/** A screen as it is heard on a phone with scripts, on one day of the sandbox. */
export interface Heard {
  name: string
  utterances: Utterance[]
}

/** Thursday, twenty past twelve in Moscow. */
const PINNED_AT = '2026-03-12T09:20:00Z'
const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Mobile Safari/537.36'
const UUID = '11111111-1111-4111-8111-111111111111'
const QUIET_MS = 100

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

async function refuse(page: Page, { type = {}, press }: Refusal): Promise<void> {
  for (const [label, text] of Object.entries(type)) await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: press }).click()
  await page
    .getByText(/^Ошибка|^Исправьте ошиб/)
    .first()
    .waitFor()
  await settle(page)
}

/**
 * Opens every screen once, in one page, on the same day each time: as it is, with refused forms, and
 * without its data.
 * @param onScreen may do more with the open screen
 * @param isUnfolded whether what is folded away is opened first
 * @param failing the screens that are opened without an answer of any gateway as well
 */
export async function hearAll({
  onScreen = async () => {},
  failing = ['today', 'card', 'coupons', 'profile', 'transactions'],
  isUnfolded = false,
}: {
  onScreen?: (page: Page, name: string) => Promise<void>
  failing?: readonly string[] | 'all'
  isUnfolded?: boolean
} = {}): Promise<Heard[]> {
  const sandbox = await startSandbox({ port: 0, now: () => Date.parse(PINNED_AT) })
  const app = await startApp(sandbox.url, {
    TZ: 'Europe/Moscow',
    PINNED_AT,
    NODE_OPTIONS: `--import ${pathToFileURL('tests/support/pinned-clock.mjs').href}`,
  })
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
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
    const page = await context.newPage()
    await page.clock.setFixedTime(new Date(PINNED_AT))
    const session = await context.newCDPSession(page)
    const viewers = createViewers(app.origin, sandbox, [['v1_uuid', UUID]])
    const heard: Heard[] = []
    const masked = (text: string) =>
      text
        .replaceAll(new URL(app.origin).host, 'сайт.example')
        .replace(/(Сколько будет) \S+ плюс [^?]+/, '$1 … плюс …')

    async function hear(screen: Screen, refusal?: Refusal): Promise<void> {
      const visitor = await viewers(screen.seenBy)
      await context.clearCookies()
      const consent = screen.name === 'first visit' ? [] : [['v1_consent', 'refused'] as const]
      await context.addCookies(
        [...visitor.cookies, ...consent].map(([name, value]) => ({ name, value, url: app.origin })),
      )
      await page.goto(app.origin + addressOf(screen, visitor), {
        waitUntil: 'domcontentloaded',
      })
      await settle(page)
      if (refusal) await refuse(page, refusal)
      if (isUnfolded)
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true
        })
      const utterances = (await listen(page, session)).map((each) => ({
        ...each,
        name: masked(each.name),
        text: masked(each.text),
      }))
      heard.push({ name: screen.name, utterances })
      await onScreen(page, screen.name)
    }
    for (const screen of [...screens, ...states]) await hear(screen)
    await hear({ name: 'first visit', at: '/', seenBy: 'guest' })
    for (const refusal of refusals) await hear(refusal, refusal)
    // Last: the breakers stay open for a while after it.
    sandbox.sandbox.faults.add({ endpoint: '*', mode: 'status', status: 500 })
    const isFailing = ({ name, at, seenBy = 'regular' }: Screen) =>
      failing === 'all' ? typeof at === 'string' && seenBy === 'regular' : failing.includes(name)
    for (const screen of screens.filter(isFailing))
      await hear({ ...screen, name: `${screen.name} without its data` })
    return heard
  } finally {
    await browser.close()
    await app.stop()
    await sandbox.close()
  }
}

/** Of a text from outside no more is stored. */
const LONGEST = 300
const MOST_ENTRIES = 12
const FIRST_ENTRIES = 4

/** A screen as a text to read: a line for each utterance; of a long list the first entries. */
export function transcriptOf({ utterances }: Heard): string {
  const lines = utterances.flatMap(({ depth, text, lists }) => {
    const isLeftOut = lists.some(
      ({ entry, entries }) => entries > MOST_ENTRIES && entry >= FIRST_ENTRIES,
    )
    if (isLeftOut) return []
    return '  '.repeat(depth) + shorten(text, LONGEST)
  })
  return `${lines.join('\n')}\n`
}
