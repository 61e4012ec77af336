import {
  expect,
  test as base,
  type ConsoleMessage,
  type Page,
  type Response,
} from '@playwright/test'

import type { Fault } from '../../sandbox/faults'
import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { getFindings, standards } from '../support/axe'
import { startCollector, withoutIds, type Collector } from '../support/collector'
import { provenPhone } from '../support/visitor'

type Settings = Record<string, string>

/**
 * These decide which journeys share a worker: one more fixture of this scope, or an option, costs another
 * browser, sandbox and application.
 */
interface WorkerFixtures {
  sandboxServer: SandboxServer
  collector: Collector
  /** The application with these settings, beside that of all tests: started at the first call, and reused. */
  appWith(settings: Settings): Promise<AppProcess>
}

interface Fixtures {
  /** Settings that differ from those of all tests. */
  appSettings: Settings
  app: AppProcess
  /** The phone of a new ordinary shopper, as digits with the leading 7. */
  phone: string
  /** Statuses that this test may meet, 0 for a lost network; any other from 400 on fails it. */
  allowedStatuses: number[]
  isScripted: boolean
  sandbox: {
    /** The newest code sent to a phone. */
    code(phone: string): string
    /** Adds a fault for one shopper only. */
    fail(phone: string, fault: Omit<Fault, 'phone'>): void
    server: SandboxServer
  }
  /** Signs in without the browser's forms, with a confirmed phone: no SMS is sent. */
  signIn(as?: string): Promise<void>
  /**
   * Follows links by name from the current page. A new browser starts at the entry point: the main screen of
   * a signed-in shopper, or the landing.
   */
  walk(...links: (string | RegExp)[]): Promise<void>
  /** Signs in the shopper of this test, and follows links from the main screen. */
  enter(...links: (string | RegExp)[]): Promise<void>
}

/** The user agent of a phone. */
export const phoneUserAgent =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Mobile Safari/537.36'

let nextShopper = 0

/** The status in a console message: 0 for a failed network. */
function getStatus(message: ConsoleMessage): number | null {
  const text = message.text()
  if (text.includes('Failed to load resource: net::')) return 0
  const status = /the server responded with a status of (\d+)/.exec(text)?.[1]
  return status ? Number(status) : null
}

/** The framework logs a response that another navigation has replaced. */
function isOvertaken(message: ConsoleMessage): boolean {
  return /^AbortError: .+ at [^\n]+\/assets\/framework-/s.test(message.text())
}

/** Collects errors of a browser; the test fails with the list. */
function watch(page: Page, allowedStatuses: number[]): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    if (isOvertaken(message)) return
    const status = getStatus(message)
    if (status !== null && allowedStatuses.includes(status)) return
    faults.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`))
  page.on('response', (response) => {
    const isAllowed = response.status() < 400 || allowedStatuses.includes(response.status())
    if (!isAllowed) faults.push(`${response.status()} ${response.url()}`)
  })
  return faults
}

interface RouterState {
  navigation: { state: string }
}
/** A page with running scripts has the framework's router. */
export type RouterWindow = Window & {
  __remixRouter?: {
    state: RouterState
    subscribe(tell: (state: RouterState) => void): () => void
  }
}

/** Runs in the browser: whether the scripts of its page have started. */
export const haveBegun = () =>
  !document.querySelector<HTMLTemplateElement>('#deferred-scripts')?.content.firstChild &&
  (!('__remixContext' in window) || '__remixRouter' in window)

type Left = Window & { leftHeading?: Element | null }
/** Runs in the browser: remembers the heading of the screen before a navigation. */
const leave = () => void ((window as Left).leftHeading = document.querySelector('h1'))
/** Runs in the browser: whether another screen is drawn. A new document remembers nothing. */
const haveLeft = () => !(window as Left).leftHeading?.isConnected

/** Waits for the scripts, which start after the first paint. */
function awaitScripts(page: Page): void {
  for (const name of ['goto', 'reload'] as const) {
    const load = page[name].bind(page) as (...args: unknown[]) => Promise<Response | null>
    page[name] = async (...args: unknown[]) => {
      const response = await load(...args)
      await page.waitForFunction(haveBegun)
      return response
    }
  }
}

/** Digits of phones and cards, e-mail addresses, tokens. */
const personal = /\d{11,}|"9\d{9}"|@|eyJ/

/** After every journey: events contain no personal data, and none come without consent. */
async function expectDiscretion(page: Page, collector: Collector): Promise<void> {
  for (const body of collector.bodies.splice(0)) expect(withoutIds(body)).not.toMatch(personal)
  const cookies = await page.context().cookies()
  const getValue = (name: string) => cookies.find((cookie) => cookie.name === name)?.value
  if (getValue('v1_consent') === 'accepted' || !getValue('v1_uuid')) return
  const sent = collector.events.filter(({ anonymousId }) => anonymousId === getValue('v1_uuid'))
  expect(sent).toEqual([])
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  sandboxServer: [
    async ({}, use) => {
      const server = await startSandbox({ port: 0 })
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  collector: [
    async ({}, use) => {
      const collector = await startCollector()
      await use(collector)
      await collector.close()
    },
    { scope: 'worker' },
  ],
  appWith: [
    async ({ sandboxServer, collector }, use) => {
      const common = {
        ANALYTICS_URL: collector.url,
        ANALYTICS_WRITE_KEY: 'write-key-of-the-tests',
      }
      const apps = new Map<string, Promise<AppProcess>>()
      await use((settings) => {
        const key = JSON.stringify(settings)
        const app = apps.get(key) ?? startApp(sandboxServer.url, { ...common, ...settings })
        apps.set(key, app)
        return app
      })
      for (const app of apps.values()) await (await app).stop()
    },
    { scope: 'worker' },
  ],
  appSettings: [{}, { option: true }],
  app: async ({ appWith, appSettings }, use) => use(await appWith(appSettings)),
  baseURL: async ({ app }, use) => use(app.origin),
  allowedStatuses: [[], { option: true }],
  isScripted: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  phone: async ({}, use, { parallelIndex }) => {
    nextShopper += 1
    await use(`7905${parallelIndex}${String(nextShopper).padStart(6, '0')}`)
  },
  sandbox: async ({ sandboxServer }, use) => {
    const { inbox, faults } = sandboxServer.sandbox
    await use({
      server: sandboxServer,
      code: (phone) => inbox.lastCode(phone) ?? '',
      fail: (phone, fault) => faults.add({ ...fault, phone }),
    })
    faults.clear()
  },
  page: async ({ page, allowedStatuses, app, collector, isScripted }, use) => {
    // The onboarding is shown once per device; this device has seen it.
    await page.context().addCookies([{ name: 'v1_onboarded', value: '1', url: app.origin }])
    if (isScripted) awaitScripts(page)
    const faults = watch(page, allowedStatuses)
    const logged = app.log().length
    await use(page)
    await expectDiscretion(page, collector)
    expect(faults).toEqual([])
    const lines = app.log().slice(logged)
    expect(lines).not.toContain('unhandled rejection')
    expect(lines).not.toContain('a page failed"')
  },
  signIn: async ({ page, app, sandbox, phone: own }, use) => {
    await use(async (phone = own) => {
      const headers = { Origin: app.origin }
      await page.context().clearCookies({ name: 'v1_jwt' })
      const [name, value] = provenPhone(sandbox.server.sandbox, phone)
      await page.context().addCookies([{ name, value, url: app.origin }])
      const answer = await page.request.post('/login/code', {
        headers,
        form: { code: '' },
        maxRedirects: 0,
      })
      expect(answer.headers().location).toBe('/today')
    })
  },
  walk: async ({ page, isScripted }, use) => {
    await use(async (...links) => {
      if (page.url() === 'about:blank') {
        const cookies = await page.context().cookies()
        await page.goto(cookies.some(({ name }) => name === 'v1_jwt') ? '/today' : '/')
      }
      for (const name of links) {
        const byName = typeof name === 'string' ? { name, exact: true } : { name }
        const link = page.getByRole('link', byName).filter({ visible: true }).first()
        const from = page.url()
        const href = new URL((await link.getAttribute('href')) ?? '', from).href
        // Already there.
        if (href === from) continue
        if (isScripted) await page.evaluate(leave)
        await link.click()
        await page.waitForURL((url) => url.href !== from)
        if (!isScripted) continue
        await page.waitForFunction(haveBegun)
        // The address changes a moment before the screen; the same screen keeps its heading.
        if (new URL(page.url()).pathname !== new URL(from).pathname)
          await page.waitForFunction(haveLeft, undefined, { timeout: 3000 }).catch(() => undefined)
      }
    })
  },
  enter: async ({ signIn, walk }, use) => {
    await use(async (...links) => {
      await signIn()
      await walk(...links)
    })
  },
})

export { expect }

const isScripted = () => test.info().project.name !== 'no-js'

/** Goes from the landing to the phone form. */
export async function openLogin(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Войти' }).first().click()
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible()
  if (isScripted()) await page.waitForFunction(haveBegun)
}

/** Submits the phone form. */
export async function sendPhone(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Номер телефона').fill(phone)
  await page.getByRole('button', { name: 'Получить код' }).click()
}

export async function enterCode(page: Page, code: string): Promise<void> {
  const field = page.getByLabel('Пять цифр из сообщения')
  await field.fill('')
  await field.pressSequentially(code)
  // With a script the fifth digit submits the code.
  if (!isScripted()) await page.getByRole('button', { name: 'Продолжить' }).click()
}

/** Signs in from the phone form. */
export async function passLogin(page: Page, phone: string, code: () => string): Promise<void> {
  await sendPhone(page, phone)
  await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
  await enterCode(page, code())
}

/** Waits for a paint, so that the page shows what it has received. */
export async function drawFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}

/** Holds requests back until the returned function is called. */
export async function holdRequests(page: Page, pattern: RegExp) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(pattern, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

/** Holds a page's scripts back until the returned function is called. */
export const holdScripts = (page: Page) => holdRequests(page, /\/assets\/.*\.js/)

/** Waits until the service worker controls the page. */
export const awaitWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve),
    )
  })

/** Dispatches the browser's offer to install. Without an outcome its prompt rejects. */
export const offerInstallation = (page: Page, outcome?: 'accepted' | 'dismissed') =>
  page.evaluate((chosen) => {
    const prompt = async () => {
      if (!chosen) throw new DOMException('', 'NotAllowedError')
    }
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const userChoice = Promise.resolve({ outcome: chosen })
    window.dispatchEvent(Object.assign(event, { prompt, userChoice }))
  }, outcome)

/** Reasons why a journey opens an inner address directly. */
export type Reason =
  'a bookmark' | 'a shared link' | 'a push' | 'typed' | 'the installed app' | 'each screen in turn'

/** Orders the products of a list; without a script by its button. */
export async function sortBy(page: Page, label: string): Promise<void> {
  await page.getByLabel('Порядок', { exact: true }).selectOption({ label })
  const apply = page.getByRole('button', { name: 'Применить' })
  if (await apply.isVisible()) await apply.click()
}

/** Opens an address directly. Other journeys use `walk`. */
export async function openAddress(
  page: Page,
  path: string,
  because: Reason,
): Promise<Response | null> {
  return test.step(`opens ${path}: ${because}`, () => page.goto(path))
}

/**
 * One title, one `h1`, no horizontal scroll, no violation of axe. axe is a script, so it runs in the projects
 * with scripts, on the same HTML.
 */
export async function expectGoodScreen(page: Page, title: string | RegExp): Promise<void> {
  await expect(page).toHaveTitle(title)
  await expect(page.locator('h1')).toHaveCount(1)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  if (!isScripted()) return
  // Checks changing parts again; a real violation stays.
  await expect.poll(() => getFindings(page, standards)).toEqual([])
}
