import { readFileSync } from 'node:fs'

import type { BrowserContext, Page } from '@playwright/test'

import { expect, holdRequests, test } from './fixtures'

/** The engine of a real extension, as its content script loads it. */
const darkReader = readFileSync('node_modules/darkreader/darkreader.js', 'utf8')

/** A style, a link, a script, an element, and a custom element. */
const kinds = [
  `Object.assign(document.createElement('style'), { className: 'foreign', textContent: '' })`,
  `Object.assign(document.createElement('link'), { rel: 'preconnect', href: 'https://coupons.example' })`,
  `Object.assign(document.createElement('script'), { type: 'text/foreign' })`,
  `Object.assign(document.createElement('div'), { className: 'foreign' })`,
  `document.createElement('password-manager')`,
]

const places = {
  'first in head': `document.head.prepend(node)`,
  'last in head': `document.head.append(node)`,
  'first in body': `document.body.prepend(node)`,
  'last in body': `document.body.append(node)`,
  'under html': `document.documentElement.append(node)`,
  'beside the field': `document.querySelector('input[name=phone]').after(node)`,
} as const

/**
 * Opens the phone form as a deep link, and types before any script has loaded. React's console messages about
 * changed nodes do not count: only uncaught errors and reports of the page do.
 */
async function typeBeforeScripts(
  context: BrowserContext,
  phone: string,
  change: (page: Page) => Promise<void>,
) {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('request', (request) => {
    if (!request.url().endsWith('/errors')) return
    const { what, message } = JSON.parse(request.postData() ?? '{}') as Record<string, string>
    // Workers are blocked here, with a console message.
    if (what !== 'changed page' && what !== 'service worker') errors.push(`${what}: ${message}`)
  })
  const release = await holdRequests(page, /\/assets\/framework-[^/]*\.js/)
  await page.goto('/')
  await page.evaluate(() => location.assign('/login'))
  await page.getByRole('heading', { name: 'Вход' }).waitFor()
  await page.getByLabel('Номер телефона').fill(phone)
  await change(page)
  release()
  await page.waitForFunction(
    () => (window as { __remixRouter?: object }).__remixRouter !== undefined,
  )
  await expectWhole(page, phone)
  expect(errors).toEqual([])
  return page
}

/** The page has its styles, its keyboard order and the typed text. */
async function expectWhole(page: Page, phone: string) {
  const field = page.getByLabel('Номер телефона')
  await expect.poll(async () => (await field.inputValue()).replace(/\D/g, '')).toBe(phone)
  const look = await page.evaluate(() => ({
    font: getComputedStyle(document.body).fontFamily,
    button: getComputedStyle(document.querySelector('main button')!).borderRadius,
    styles: document.querySelectorAll('head > style[data-page-styles]').length,
  }))
  expect(look.font).not.toMatch(/^"?Times/)
  expect(look.button).not.toBe('0px')
  expect(look.styles).toBe(1)
}

test.describe('a page changed by extensions before hydration', { tag: '@js' }, () => {
  // No policy of the page applies to a content script.
  test.use({ bypassCSP: true })

  for (const [place, insert] of Object.entries(places)) {
    const moments = {
      'before its scripts': insert,
      // The router is created a moment before the root hydrates.
      'during hydration': `let router
        Object.defineProperty(window, '__remixRouter', {
          configurable: true,
          get: () => router,
          set(made) {
            router = made
            setTimeout(() => { ${insert}; window.cameLate = true })
          },
        })`,
    }
    for (const [moment, script] of Object.entries(moments))
      test(`keeps its look and the typed text when foreign nodes arrive ${place} ${moment}`, async ({
        context,
        phone,
      }) => {
        for (const node of kinds) {
          const page = await typeBeforeScripts(context, phone, (changed) =>
            changed.evaluate(`{ const node = ${node}; ${script} }`),
          )
          if (moment === 'during hydration')
            expect(await page.evaluate(() => 'cameLate' in window)).toBe(true)
          await page.close()
        }
      })
  }

  test('sends a report of kind «changed page» instead of a hydration error', async ({
    context,
    phone,
  }) => {
    const reports: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('/errors'))
        reports.push((JSON.parse(request.postData() ?? '{}') as { what: string }).what)
    })
    await typeBeforeScripts(context, phone, (changed) =>
      changed.evaluate(() => document.body.prepend(document.createElement('div'))),
    )
    await expect.poll(() => reports).toContain('changed page')
    expect(reports).not.toContain('hydration')
  })

  test('keeps its look and the typed text when a translator wraps its text', async ({
    context,
    phone,
  }) => {
    await typeBeforeScripts(context, phone, (page) =>
      page.evaluate(() => {
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const found: Text[] = []
        while (texts.nextNode()) found.push(texts.currentNode as Text)
        for (const text of found) {
          if (!text.data.trim() || text.parentElement?.closest('script, style')) continue
          const font = document.createElement('font')
          text.replaceWith(font)
          font.append(text)
        }
      }),
    )
  })

  test('keeps its look and the typed text with Dark Reader', async ({ context, phone }) => {
    const page = await typeBeforeScripts(context, phone, (changed) =>
      changed.evaluate(
        `${darkReader}; void 0; DarkReader.setFetchMethod(window.fetch); DarkReader.enable()`,
      ),
    )
    await expect(page.locator('style.darkreader').first()).toBeAttached()
  })
})
