import puppeteer from 'puppeteer-core'

import { findFirefox } from './find-engines'
import type { Engine } from './engine'

const SIZE = { width: 390, height: 844 }
const STILL_MS = 100

/** A file that a page no longer waits for, because the shopper has gone on. */
const isOvertaken = (text: string) =>
  text.includes('A ServiceWorker intercepted the request and encountered an unexpected error')

/** Firefox by WebDriver BiDi. */
export async function openFirefox({ isScripted }: { isScripted: boolean }): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'ru', 'javascript.enabled': isScripted },
  })
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
      await page.goto(url)
    },
    url: async () => page.evaluate(() => location.href),
    evaluate: (work, ...args) => page.evaluate(work as (...all: unknown[]) => never, ...args),
    async press(find, ...target) {
      const element = (await page.evaluateHandle(find, ...target)).asElement()
      const before = await element?.boundingBox()
      await new Promise((resolve) => setTimeout(resolve, STILL_MS))
      const box = await element?.boundingBox()
      // What moves is pressed when it has come to rest.
      if (!before || !box || before.x !== box.x || before.y !== box.y) return false
      // Not `click()`, which waits for callbacks that never come where scripts are switched off.
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
