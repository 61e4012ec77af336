import { resolve } from 'node:path'

import puppeteer from 'puppeteer-core'

import { findFirefox } from './find-engines'
import type { Engine } from './engine'

const SIZE = { width: 390, height: 844 }
const STILL_MS = 50
const OPEN_MS = 10_000

/** Error of a file after its page was left. */
const isOvertaken = (text: string) =>
  text.includes('A ServiceWorker intercepted the request and encountered an unexpected error') ||
  // NS_BINDING_ABORTED
  /font: download failed.*status=2152398850/.test(text)

export interface Firefox extends Engine {
  /** Grants a permission, as a person would in the browser's dialog. */
  permit(origin: string, what: 'notifications'): Promise<void>
  /** Shown notifications as `title: text`. */
  notifications(): Promise<string[]>
}

interface FirefoxOptions {
  isScripted: boolean
  preferences?: Record<string, string | number | boolean>
  /** Folders of unpacked extensions. */
  extensions?: string[]
}

/** Firefox, driven by WebDriver BiDi. */
export async function openFirefox({
  isScripted,
  preferences = {},
  extensions = [],
}: FirefoxOptions): Promise<Firefox> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    extraPrefsFirefox: {
      'intl.accept_languages': 'ru',
      'javascript.enabled': isScripted,
      ...preferences,
    },
  })
  for (const folder of extensions) await browser.installExtension(resolve(folder))
  const page = await browser.newPage()
  await page.setViewport(SIZE)
  const faults: string[] = []
  const note = (text: string) => {
    if (!isOvertaken(text)) faults.push(text)
  }
  page.on('pageerror', (error) => note(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') note(message.text())
  })
  return {
    name: await browser.version(),
    open: async (url) => {
      // Files that a page loads later may hang without a network.
      const go = () => page.goto(url, { timeout: OPEN_MS, waitUntil: 'domcontentloaded' })
      const isMissed = ({ message }: Error) => message.includes('Navigation timeout')
      await go().catch((error: Error) => {
        // The previous page navigated by itself: opens the address once more.
        if (!error.message.includes('NS_BINDING_ABORTED') && !isMissed(error)) throw error
        // The next check of the test finds out whether the page is there.
        return go().catch((again: Error) => {
          if (!isMissed(again)) throw again
        })
      })
    },
    url: async () => page.evaluate(() => location.href),
    async setCookies(origin, cookies) {
      const { hostname: domain } = new URL(origin)
      for (const [name, value] of cookies)
        await browser.setCookie({ name, value, domain, path: '/' })
    },
    permit: (origin, what) => page.browserContext().overridePermissions(origin, [what]),
    notifications: () =>
      page.evaluate(async () => {
        const { ready } = navigator.serviceWorker
        const shown = await (await ready).getNotifications()
        return shown.map(({ title, body }) => `${title}: ${body}`)
      }),
    evaluate: (work, ...args) => page.evaluate(work as (...all: unknown[]) => never, ...args),
    async press(find, ...target) {
      const element = (await page.evaluateHandle(find, ...target)).asElement()
      const before = await element?.boundingBox()
      await new Promise((resolve) => setTimeout(resolve, STILL_MS))
      const box = await element?.boundingBox()
      // Presses an element when it stands still.
      if (!before || !box || before.x !== box.x || before.y !== box.y) return false
      // Not `click()`: it waits for callbacks that never run with scripts switched off.
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      return true
    },
    async has(find, ...target) {
      const handle = await page.evaluateHandle(find, ...target)
      return handle.asElement() !== null
    },
    type: (text) => page.keyboard.type(text),
    screenshot: async () => Buffer.from(await page.screenshot()),
    faults: () => faults,
    close: () => browser.close(),
  }
}
