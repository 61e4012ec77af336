import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { expect, test } from './fixtures'

/** The engine of a real extension, as its content script brings it. */
const darkReader = readFileSync('node_modules/darkreader/darkreader.js', 'utf8')

const kinds = {
  'a style': `Object.assign(document.createElement('style'), { className: 'foreign', textContent: ':x{}' })`,
  'a link': `Object.assign(document.createElement('link'), { rel: 'preconnect', href: 'https://coupons.example' })`,
  'a script': `Object.assign(document.createElement('script'), { type: 'text/foreign' })`,
  'a div': `Object.assign(document.createElement('div'), { className: 'foreign' })`,
  'an element of its own': `document.createElement('password-manager')`,
} as const

const places = {
  'first in head': `document.head.prepend(node)`,
  'last in head': `document.head.append(node)`,
  'first in body': `document.body.prepend(node)`,
  'last in body': `document.body.append(node)`,
  'under html': `document.documentElement.append(node)`,
  'beside the field': `document.querySelector('input[name=phone]').after(node)`,
} as const

/** Opens the form of the phone as a deep link, and types before any script has come. */
async function typeBeforeScripts(page: Page, phone: string, change: () => Promise<void>) {
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/framework-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.evaluate(() => void (location.href = '/login'))
  await page.getByRole('heading', { name: 'Вход' }).waitFor()
  await page.getByLabel('Номер телефона').fill(phone)
  await change()
  release()
  await page.waitForFunction(() => '__remixRouter' in window)
}

/** The page has its styles, its tabs of the keyboard and what was typed. */
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

test.describe('a page that others change before it is hydrated', { tag: '@js' }, () => {
  for (const [kind, node] of Object.entries(kinds))
    for (const [place, insert] of Object.entries(places))
      test(`keeps its look and what was typed with ${kind} ${place}`, async ({
        page,
        phone,
        walk,
      }) => {
        const reported: string[] = []
        page.on('request', (request) => {
          if (request.url().endsWith('/errors')) reported.push(request.postData() ?? '')
        })
        await walk()
        await typeBeforeScripts(page, phone, () =>
          page.evaluate(`{ const node = ${node}; ${insert} }`),
        )
        await expectWhole(page, phone)
        // What React made of it is the visitor's, not a fault of ours.
        for (const body of reported)
          expect(JSON.parse(body)).toMatchObject({ what: 'changed page' })
      })

  test('is hydrated with its text wrapped by a translator, and goes on', async ({
    page,
    phone,
    walk,
  }) => {
    await walk()
    await typeBeforeScripts(page, phone, () =>
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
    await expectWhole(page, phone)
  })

  test('keeps its look and what was typed with Dark Reader on', async ({ page, phone, walk }) => {
    await walk()
    await typeBeforeScripts(page, phone, async () => {
      // A content script is under no policy of the page.
      await page.evaluate(
        `${darkReader}; DarkReader.setFetchMethod(window.fetch); DarkReader.enable()`,
      )
    })
    await expectWhole(page, phone)
    await expect(page.locator('style.darkreader').first()).toBeAttached()
  })
})
