import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

import { beforeAll, describe, expect, test } from 'vitest'

import { sharedCrawl, type CrawledScreen } from '../support/crawl'
import { findJava } from '../support/find-java'
import { screens, states, type ScreenName } from '../support/screens'

const java = findJava()
const checker = String(createRequire(import.meta.url)('vnu-jar'))
const names = [...screens, ...states].map(({ name }) => name)

/** The screens' HTML by name. */
let sent: Map<string, CrawledScreen>
let log: string
beforeAll(async () => {
  const crawl = await sharedCrawl()
  log = crawl.log
  sent = new Map(crawl.screens.filter(({ tabs }) => tabs).map((screen) => [screen.name, screen]))
})

const getPath = ({ address }: CrawledScreen) => address.split('?')[0] ?? ''

/** Errors of the Nu checker for each page, without its hints. */
async function check(pages: Map<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'html-'))
  const files = [...pages.values()].map((html, number) => {
    const file = join(folder, `${number}.html`)
    // Inline styles use newer CSS than the checker knows (view transitions).
    writeFileSync(file, html.replace(/<style[^>]*>[^<]*<\/style>/, '<style></style>'))
    return file
  })
  const args = ['-jar', checker, '--errors-only', '--exit-zero-always', '--format', 'json']
  const { stderr } = await promisify(execFile)(java ?? '', [...args, ...files], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const names = [...pages.keys()]
  const { messages } = JSON.parse(stderr) as {
    messages: { url: string; message: string; extract?: string }[]
  }
  return messages.map(
    ({ url, message, extract }) =>
      `${names[parseInt(basename(url), 10)]}: ${message} ${extract ?? ''}`,
  )
}

const tabs = ['/coupons', '/qr', '/profile']
/** Shop, stores and promotions belong to the main screen. */
const getTab = (pathname: string) =>
  tabs.find((tab) => pathname === tab || pathname.startsWith(`${tab}/`)) ?? '/today'
/** Screens without header and footer: the till's view and the printed card. */
const bare: readonly string[] = ['till', 'card_print'] satisfies ScreenName[]

describe('every screen', () => {
  test.each(names)('«%s» has a title, one heading, and marks its place in the menu', (name) => {
    const screen = sent.get(name)!
    const { html } = screen
    const count = (tag: string) => [...html.matchAll(new RegExp(`<${tag}[ >]`, 'g'))].length
    expect(html.startsWith('<!DOCTYPE html><html lang="ru"')).toBe(true)
    expect(html).toMatch(/<title>[^<]+ — Апрель<\/title>/)
    expect([count('h1'), count('main')]).toEqual([1, 1])
    if (bare.includes(name)) return
    expect([count('header'), count('footer')]).toEqual([1, 1])
    const menus = html.matchAll(/<nav [^>]*aria-label="Основное меню"[^>]*>(.*?)<\/nav>/gs)
    for (const [, menu = ''] of menus) {
      const current = menu.match(/<a [^>]*aria-current="page"[^>]*>/g) ?? []
      expect(current.map((link) => /href="([^"]*)"/.exec(link)?.[1])).toEqual([
        getTab(getPath(screen)),
      ])
    }
  })
})

/** Links to help, in the same order on every screen (WCAG 3.2.6). */
const help = [/^tel:/, /^mailto:/, /^https?:/, /^\/accessibility$/, /^\/contacts$/]

test('the links to help have the same order in the footer of every screen', () => {
  const framed = [...sent].filter(([name]) => !bare.includes(name))
  expect(framed.length).toBeGreaterThan(60)
  for (const [name, { html }] of framed) {
    const footer = /<\/main>\s*<footer[^>]*>(.*?)<\/footer>/s.exec(html)?.[1] ?? ''
    const links = [...footer.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href)
    const helping = links.filter((href) => help.some((kind) => kind.test(href)))
    const places = helping.map((href) => help.findIndex((kind) => kind.test(href)))
    expect(places.length, name).toBeGreaterThan(0)
    expect(places, name).toEqual(places.toSorted((one, other) => one - other))
  }
})

const typed = /^(?:text|tel|email|search|number|date|password|url)$/

test('every field for text says what the enter key does', () => {
  const hints = [...sent].flatMap(([name, { html }]) =>
    [...getFields(html).values()]
      .filter(({ type = 'text' }) => typed.test(type))
      .map((field) => [name, field.name, field.enterkeyhint] as const),
  )
  expect(hints.filter(([, , hint]) => !hint)).toEqual([])
  const getScreens = (hint: string) =>
    new Set(hints.filter((each) => each[2] === hint).map(([name]) => name))
  expect(getScreens('go')).toEqual(new Set(['login', 'login with a code sent', 'login_code']))
  expect([...getScreens('done')]).toContain('registration')
  expect([...getScreens('search')]).toContain('transactions_search')
})

const filledIn = /^(?:text|tel|email|search|number|date|password|url|checkbox|radio)$/

test('every posted form with fields uses conform', () => {
  const found = [...sent].flatMap(([name, screen]) =>
    [...screen.html.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)]
      .filter(([, attributes = '']) => attributes.includes('method="post"'))
      .filter(([, attributes = '']) =>
        new RegExp(`action="${getPath(screen)}["?]`).test(attributes),
      )
      .filter(([, , inside = '']) =>
        [...getFields(inside).values()].some(({ type = 'text' }) => filledIn.test(type)),
      )
      .map(([, attributes = '']) => ({ name, isConform: / novalidate=""/i.test(attributes) })),
  )
  expect(new Set(found.map(({ name }) => name)).size).toBeGreaterThanOrEqual(5)
  expect(found.filter(({ isConform }) => !isConform)).toEqual([])
})

/** The attributes of each input by name. */
function getFields(html: string): Map<string, Record<string, string>> {
  const inputs = [...html.matchAll(/<input ([^>]*)>/g)].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name.toLowerCase(),
        value,
      ]),
    ),
  )
  return new Map(inputs.map((input) => [input.name ?? '', input]))
}

test.each([
  ['login', 'phone', 'tel'],
  ['login_code', 'code', 'one-time-code'],
  ['registration', 'firstName', 'given-name'],
  ['registration', 'birthDateDay', 'bday-day'],
  ['registration', 'birthDateMonth', 'bday-month'],
  ['registration', 'birthDateYear', 'bday-year'],
  ['registration', 'email', 'email'],
  ['incomplete profile', 'firstName', 'given-name'],
  ['profile_edit', 'firstName', 'given-name'],
  ['profile_edit', 'email', 'email'],
])('«%s» lets the browser fill in and paste %s', (name, field, purpose) => {
  const { html } = sent.get(name)!
  expect(getFields(html).get(field)?.autocomplete).toBe(purpose)
  expect(html).not.toMatch(/ onpaste=/i)
})

test('the forms of profile and sign-in are filled with the stored name, e-mail and phone', () => {
  const edit = getFields(sent.get('profile_edit')!.html)
  expect(edit.get('firstName')?.value).toBe('Мария')
  expect(edit.get('email')?.value).toContain('@')
  const phone = getFields(sent.get('login with a code sent')!.html).get('phone')
  expect(phone?.value?.replace(/\D/g, '')).toBe('79050000001')
})

test('the code form shows until when its code is valid, and offers another code', () => {
  const { html } = sent.get('login_code')!
  expect(html).toMatch(/Код действует до <!-- -->\d\d:\d\d|Код действует до \d\d:\d\d/)
  expect(html).toContain('После этого можно запросить новый')
  // Only the card refreshes by itself, because nothing can be lost there.
  for (const [name, screen] of sent)
    if (!getPath(screen).startsWith('/qr'))
      expect(screen.html, name).not.toContain('http-equiv="refresh"')
})

test('no script of a screen reports an error, also where workers are blocked', () => {
  expect(log.split('\n').filter((line) => line.includes('"where":"browser"'))).toEqual([])
})

if (java) {
  test('every screen is valid HTML by the Nu checker, which finds a wrong one', async () => {
    const wrong = '<!DOCTYPE html><html lang="ru"><title>x</title><p><div></p>'
    const pages = new Map([...sent].map(([name, { html }]) => [name, html] as const))
    const messages = await check(pages.set('wrong', wrong))
    expect(messages.filter((message) => message.startsWith('wrong: '))).not.toEqual([])
    expect(messages.filter((message) => !message.startsWith('wrong: '))).toEqual([])
  })
} else {
  console.info('There is no Java here: the HTML is not checked by the Nu checker.')
}
