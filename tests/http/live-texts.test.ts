import { mkdtempSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, describe, expect, test } from 'vitest'

import { killSwitches } from '../../app/domain/switch-names'
import { products } from '../../sandbox/data/products'
import { startSite } from '../support/site'
import { pushSettings } from '../support/push-settings'
import type { Visitor } from '../support/visitor'
import { act, prepare, writes } from '../support/forms'

let version = 0

const directory = mkdtempSync(join(tmpdir(), 'words-'))
const { sandbox, guest, signedIn } = await startSite({
  ...pushSettings,
  CONTENT_DIR: directory,
})
const shopper = await signedIn('79000000001')
afterEach(() => {
  put('notice.json', {})
  put('switches.json', { off: [] })
})

/** Writes a file at once, as a rename does, with an old modification time. */
function put(name: string, content: unknown) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const beside = join(directory, `.${name}`)
  writeFileSync(beside, text)
  version += 1
  utimesSync(beside, version, version)
  renameSync(beside, join(directory, name))
}

/** Text without no-break spaces. */
const read = async (response: Response) => (await response.text()).replaceAll('\u00a0', ' ')
const look = async (visitor: Visitor, path: string) => read(await visitor.get(path))
const until = (read: () => Promise<string>) => expect.poll(read, { interval: 100 })
const NOTICE = 'Завтра с двух до четырёх звёзды считаются с опозданием'

describe('the notice of the operator', () => {
  test('is shown soon on every screen and on cached public pages, but not on card and till', async () => {
    expect(await look(guest(), '/')).not.toContain('Объявление')
    put('notice.json', {
      kind: 'warning',
      text: NOTICE,
      link: '/contacts',
      linkText: 'Как связаться',
    })
    await until(() => look(guest(), '/')).toContain('с двух до четырёх')
    for (const path of ['/terms', '/login', '/install', '/no-such-page'])
      expect(await look(guest(), path), path).toContain('action="/notice/dismiss"')
    for (const path of ['/today', '/coupons', '/profile/edit', '/qr/elsewhere', '/qr/print'])
      expect(await look(shopper, path), path).toContain('action="/notice/dismiss"')
    // The code is for a scanner, so no notice is above it.
    for (const path of ['/qr', '/qr/till'])
      expect(await look(shopper, path), path).not.toContain('action="/notice/dismiss"')
    const { headers } = await guest().get('/')
    expect(headers.get('Cache-Control')).toBe('public, max-age=60')
  })

  test('stays dismissed for a visitor until the operator publishes another notice', async () => {
    put('notice.json', { text: NOTICE })
    await until(() => look(guest(), '/terms')).toContain('/notice/dismiss')
    const visitor = guest()
    const html = await look(visitor, '/terms')
    const id = /name="notice" value="([\w-]{10})"/.exec(html)?.[1] ?? ''
    const response = await visitor.post('/notice/dismiss', { notice: id, returnTo: '/terms' })
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/terms'])
    expect(await look(visitor, '/terms')).not.toContain('/notice/dismiss')
    expect((await visitor.get('/terms')).headers.get('Cache-Control')).toBe('private, no-store')
    // A visitor who has not closed it still sees it.
    expect(await look(guest(), '/terms')).toContain('/notice/dismiss')
    put('notice.json', { text: 'Совсем другое объявление' })
    await until(() => look(visitor, '/terms')).toContain('Совсем другое')
    await visitor.post('/notice/dismiss', {
      notice: 'x'.repeat(5000),
      returnTo: 'https://evil.example',
    })
    expect(visitor.cookies.get('v1_notice')).toBe(id)
  })

  test('is shown to its audience and in its time only', async () => {
    put('notice.json', { text: 'Только для гостей', audience: 'guests' })
    await until(() => look(guest(), '/')).toContain('Только для')
    expect(await look(shopper, '/coupons')).not.toContain('/notice/dismiss')
    put('notice.json', { text: 'Только для своих', audience: 'shoppers' })
    await until(() => look(shopper, '/coupons')).toContain('для своих')
    expect(await look(guest(), '/')).not.toContain('/notice/dismiss')
    const ends = Date.now() + 5000
    put('notice.json', { text: 'Скоро кончится', until: new Date(ends).toISOString() })
    await until(() => look(guest(), '/')).toContain('Скоро кончится')
    await until(() => look(guest(), '/')).not.toContain('Скоро кончится')
    expect(Date.now()).toBeGreaterThanOrEqual(ends)
  })
})

describe('the texts of the operator', () => {
  test('replace the texts of the landing, with the default text for each missing one', async () => {
    put('landing.json', {
      title: 'Своя карта *лавки*',
      stars: { title: 'Звёзды <i>у нас</i>' },
      questions: [{ question: 'Вы кто?', answer: 'Лавка у дома.' }],
    })
    await until(() => look(guest(), '/')).toContain('Своя карта')
    const html = await look(guest(), '/')
    expect(html).toMatch(/<span class="[^"]+">лавки<\/span>/)
    expect(html).toContain('&lt;i&gt;у')
    expect(html).toContain('Лавка у')
    expect(html).not.toContain('пластиковая карта')
    expect(html).toContain('Три шага до первых звёзд')
  })

  test('for help are shown on sign-in and card, as HTML without scripts', async () => {
    put('help-login.md', '# Не приходит код?\n\nПодождите **минуту**.<script>alert(1)</script>')
    put('help-card.md', '# Карта не сканируется?\n\nНазовите [номер](/profile/cards).')
    await until(() => look(guest(), '/login')).toContain('Не приходит код?')
    const html = await look(guest(), '/login')
    expect(html).toContain('<strong>минуту</strong>')
    expect(html).not.toContain('alert(1)')
    await until(() => look(shopper, '/qr')).toContain('Карта не сканируется?')
  })
})

describe('a write that the operator switched off', () => {
  const off = 'Сейчас недоступно'
  const product = products[0]!
  const calls = () => sandbox.calls.length
  const getCalls = (name: string) =>
    sandbox.calls.filter(({ endpoint }) => endpoint === name).length

  test('has a message in place of its button', async () => {
    put('switches.json', { off: Object.keys(killSwitches) })
    await until(() => look(guest(), '/login')).toContain(off)
    const screens = [
      '/coupons',
      '/actions/offers',
      '/profile/cards/add',
      '/profile/edit',
      '/stores',
    ]
    for (const path of [
      ...screens,
      '/profile/my-data',
      '/profile/notification',
      '/profile/survey/poll-1',
    ])
      expect(await look(shopper, path), path).toContain(off)
    // Screens still load their data while writes are off.
    expect(await look(shopper, '/coupons')).toContain('/coupons/')
  })

  test('refuses every post before any gateway call, and keeps the typed values', async () => {
    const chosen = writes.filter(
      ({ endpoint, isByLooking }) =>
        !isByLooking && !/login_start|otp\/check|auth\/token/.test(endpoint),
    )
    put('switches.json', { off: [] })
    await until(() => look(guest(), '/login')).not.toContain(off)
    const prepared = await Promise.all(
      chosen.map(async (write, at) => {
        const phone = `${write.isNewcomer ? '7901' : '7905'}${String(8880000 + at)}`
        const actor = { visitor: guest(), sandbox: sandbox, phone }
        await prepare(write, actor)
        return { write, actor }
      }),
    )
    put('switches.json', { off: Object.keys(killSwitches) })
    await until(() => look(guest(), '/login')).toContain(off)
    for (const { write, actor } of prepared) {
      const before = getCalls(write.endpoint)
      const response = await act(write, actor)
      expect(getCalls(write.endpoint), write.endpoint).toBe(before)
      expect([303, 503], write.endpoint).toContain(response.status)
      const to = response.headers.get('Location')
      const page = to ? await look(actor.visitor, to) : await read(response)
      if (!write.endpoint.includes('enroll')) expect(page, write.endpoint).toContain(off)
    }
    const refused = await shopper.post(`/product/${product.id}-${product.seoCode}/reviews`, {
      score: '4',
      text: 'Набранное остаётся',
    })
    expect(refused.status).toBe(503)
    expect(await refused.text()).toContain('Набранное остаётся')
    const silent = calls()
    for (const path of [
      '/coupons/1/activate',
      '/coupons/1/remove',
      '/coupons/activate-all',
      '/actions/offers/join-all',
    ])
      expect((await shopper.post(path)).status, path).toBe(303)
    expect(calls()).toBe(silent)
  })
})
