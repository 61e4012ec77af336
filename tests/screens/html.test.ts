import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { publicPages } from '../../app/screens.server'
import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { findJava } from '../support/find-java'
import {
  addressOf,
  createViewers,
  screens,
  states,
  type Screen,
  type ScreenName,
} from '../support/screens'

const java = findJava()
const checker = String(createRequire(import.meta.url)('vnu-jar'))
const all: Screen[] = [
  ...screens,
  ...states,
  ...publicPages.map((at): Screen => ({ name: at, at: at as `/${string}`, seenBy: 'guest' })),
]

/** A screen as it was sent. */
interface Sent {
  pathname: string
  html: string
}

let sandbox: SandboxServer
let app: AppProcess
let sent: Map<string, Sent>
let viewers: ReturnType<typeof createViewers>
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  app = await startApp(sandbox.url)
  viewers = createViewers(app.origin, sandbox)
  sent = new Map()
  for (const screen of all) {
    const visitor = await viewers(screen.seenBy)
    const address = addressOf(screen, visitor)
    const html = await (await visitor.get(address)).text()
    sent.set(screen.name, { html, pathname: new URL(address, app.origin).pathname })
  }
}, 60_000)
afterAll(async () => {
  await app.stop()
  await sandbox.close()
})

/** What the Nu checker holds against each of these pages; its hints are not asked for. */
async function check(pages: Map<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'html-'))
  const files = [...pages.values()].map((html, number) => {
    const file = join(folder, `${number}.html`)
    // The styles in the page are of a newer CSS than the checker knows (view transitions).
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
/** The shop, its stores and its promotions belong to the main screen. */
const tabOf = (pathname: string) =>
  tabs.find((tab) => pathname === tab || pathname.startsWith(`${tab}/`)) ?? '/today'
/** The till's view is a code on white, the card to print a sheet of paper, and nothing else. */
const bare: readonly string[] = ['till', 'card_print'] satisfies ScreenName[]

describe('every screen', () => {
  test.each(all.map(({ name }) => name))('«%s» says what it is and where one is', (name) => {
    const { html, pathname } = sent.get(name)!
    const count = (tag: string) => [...html.matchAll(new RegExp(`<${tag}[ >]`, 'g'))].length
    expect(html.startsWith('<!DOCTYPE html><html lang="ru"')).toBe(true)
    expect(html).toMatch(/<title>[^<]+ — Апрель<\/title>/)
    expect([count('h1'), count('main')]).toEqual([1, 1])
    if (bare.includes(name)) return
    expect([count('header'), count('footer')]).toEqual([1, 1])
    const menus = html.matchAll(/<nav [^>]*aria-label="Основное меню"[^>]*>(.*?)<\/nav>/gs)
    for (const [, menu = ''] of menus) {
      const current = menu.match(/<a [^>]*aria-current="page"[^>]*>/g) ?? []
      expect(current.map((link) => /href="([^"]*)"/.exec(link)?.[1])).toEqual([tabOf(pathname)])
    }
  })
})

/** Where help is found: what a person has learnt on one screen holds on each (WCAG 3.2.6). */
const help = [/^tel:/, /^mailto:/, /^https?:/, /^\/accessibility$/, /^\/contacts$/]

test('help stands in the same place and order on every screen', () => {
  const framed = [...sent].filter(([name]) => !bare.includes(name))
  expect(framed.length).toBeGreaterThan(60)
  for (const [name, { html }] of framed) {
    const footer = /<\/main>\s*<footer[^>]*>(.*?)<\/footer>/s.exec(html)?.[1] ?? ''
    const links = [...footer.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href)
    const helping = links.filter((href) => help.some((kind) => kind.test(href)))
    const places = helping.map((href) => help.findIndex((kind) => kind.test(href)))
    expect(places, name).toEqual(help.map((_, place) => place))
  }
})

const typed = /^(?:text|tel|email|search|number|date|password|url)$/

test('every field for text says what the enter key does', () => {
  const hints = [...sent].flatMap(([name, { html }]) =>
    [...fieldsOf(html).values()]
      .filter(({ type = 'text' }) => typed.test(type))
      .map((field) => [name, field.name, field.enterkeyhint] as const),
  )
  expect(hints.filter(([, , hint]) => !hint)).toEqual([])
  const screensOf = (hint: string) =>
    new Set(hints.filter((each) => each[2] === hint).map(([name]) => name))
  expect(screensOf('go')).toEqual(new Set(['login', 'login_code']))
  expect([...screensOf('done')]).toContain('registration')
  expect([...screensOf('search')]).toContain('transactions_search')
})

const filledIn = /^(?:text|tel|email|search|number|date|password|url|checkbox|radio)$/

test('every posted form of a screen with fields to fill in is conform’s', () => {
  const found = [...sent].flatMap(([name, { html, pathname }]) =>
    [...html.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)]
      .filter(([, attributes = '']) => attributes.includes('method="post"'))
      .filter(([, attributes = '']) => new RegExp(`action="${pathname}["?]`).test(attributes))
      .filter(([, , inside = '']) =>
        [...fieldsOf(inside).values()].some(({ type = 'text' }) => filledIn.test(type)),
      )
      .map(([, attributes = '']) => ({ name, isConform: / novalidate=""/i.test(attributes) })),
  )
  expect(new Set(found.map(({ name }) => name)).size).toBeGreaterThanOrEqual(5)
  expect(found.filter(({ isConform }) => !isConform)).toEqual([])
})

/** The attributes of each field for text, by the field's name. */
function fieldsOf(html: string): Map<string, Record<string, string>> {
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
  expect(fieldsOf(html).get(field)?.autocomplete).toBe(purpose)
  expect(html).not.toMatch(/ onpaste=/i)
})

test('what a person has typed before is offered again', async () => {
  const edit = fieldsOf(sent.get('profile_edit')!.html)
  expect(edit.get('firstName')?.value).toBe('Мария')
  expect(edit.get('email')?.value).toContain('@')
  const sender = await viewers('codeSent')
  const phone = fieldsOf(await (await sender.get('/login')).text()).get('phone')
  expect(phone?.value?.replace(/\D/g, '')).toBe('79050000001')
  const guest = await viewers('guest')
  const refused = await (await guest.post('/login', { phone: '8 495 12' })).text()
  expect(fieldsOf(refused).get('phone')?.value).toBe('8 495 12')
})

test('the life of a code is read aloud, and another one can be requested', () => {
  const { html } = sent.get('login_code')!
  expect(html).toMatch(/Код действует до <!-- -->\d\d:\d\d|Код действует до \d\d:\d\d/)
  expect(html).toContain('После этого можно запросить новый')
  // No page leaves, reloads or signs out by itself but the card, which has nothing to lose.
  for (const [name, page] of sent)
    if (!page.pathname.startsWith('/qr'))
      expect(page.html, name).not.toContain('http-equiv="refresh"')
})

if (java) {
  describe('HTML by the Nu checker', () => {
    test('the checker finds what is wrong', async () => {
      const wrong = '<!DOCTYPE html><html lang="ru"><title>x</title><p><div></p>'
      expect(await check(new Map([['wrong', wrong]]))).not.toEqual([])
    })

    test('every screen is valid', { timeout: 120_000 }, async () => {
      expect(
        await check(new Map([...sent].map(([name, { html }]) => [name, html] as const))),
      ).toEqual([])
    })
  })
} else {
  console.info('There is no Java here: the HTML is not checked by the Nu checker.')
}
