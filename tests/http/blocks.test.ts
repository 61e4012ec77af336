import { afterAll, afterEach, expect, test } from 'vitest'

import { storageCatalogue } from '../../app/domain/storage-catalogue'
import { cookieCatalogue } from '../../app/session/cookie-catalogue'
import { createSealer } from '../../app/session/seal.server'
import { products } from '../../sandbox/data/products'
import { stores } from '../../sandbox/data/stores'
import { SECRET } from '../support/app-process'
import { startSite } from '../support/site'
import { expectHealthy } from '../support/health'
import type { Visitor } from '../support/visitor'

const { app, sandbox, newPhone, guest, signedIn } = await startSite()
const shopper = await signedIn('79000000001')
// The first screen of a process is slow enough to miss a block's time on a busy machine.
await shopper.get('/today')

afterEach(() => sandbox.faults.clear())

afterAll(() => expectHealthy(app))

const usable = stores.filter(({ isActive }) => isActive)
let used = 0
/** A store that only this test uses, because its data are cached. */
function inOwnStore(): Visitor {
  used += 1
  const copy = shopper.copy()
  copy.cookies.set('v1_store', usable[usable.length - used]!.externalId.storeCode)
  return copy
}

async function look(visitor: Visitor, path: string, headers: Record<string, string> = {}) {
  const response = await visitor.get(path, headers)
  expect(response.status).toBe(200)
  // Without no-break spaces.
  const html = (await response.text()).replaceAll('\u00a0', ' ')
  const text = html.replace(/<(script|style).*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ')
  return { html, text }
}

const allowed = products.filter(({ isForAdults }) => !isForAdults).slice(100)
/** A product without visits. */
function product(): string {
  const { id, seoCode } = allowed.pop()!
  return `/product/${id}-${seoCode}`
}
const LIST = '/catalog/100-molochnye-produkty'

/** Messages of screens without data. */
const nothing: [screen: string, expectedText: string][] = [
  ['/actions', 'Личных цен пока нет'],
  ['/actions', 'Заданий пока нет'],
  ['/actions/offers', 'Заданий пока нет'],
  ['/profile/transactions', 'Покупок пока нет'],
  ['/profile/purchases', 'Покупок пока нет'],
  ['/profile/transactions/search?q=5', 'Ничего не нашлось'],
  // A bookmarked page beyond the end of the list.
  ['/profile/transactions?offset=50', 'К началу'],
]

test('a shopper without purchases, offers or personal prices gets a message on each of their screens', async () => {
  const newcomer = await signedIn('79000000006')
  for (const [path, expectedText] of nothing)
    expect((await look(newcomer, path)).text, path).toContain(expectedText)
})

test.each([
  ['ACTIVATED', 'Участвуете'],
  ['COMPLETED', 'Выполнено'],
  ['EXPIRED', 'Завершено'],
])('an offer that is %s says «%s», and cannot be joined', async (state, expectedText) => {
  const { offers } = sandbox.state.user('79000000001')
  const { code } = offers.find((offer) => offer.state === state)!
  const { text } = await look(shopper, `/actions/offers/${code}`)
  expect(text).toContain(expectedText)
  expect(text).not.toContain('Участвовать')
})

test('a category that a filter empties shows that, also when the filters fail to load', async () => {
  sandbox.faults.add({ endpoint: 'POST /v1/goods/filters', mode: 'status', status: 500 })
  const { text } = await look(inOwnStore(), `${LIST}?from.price=900000`)
  expect(text).toContain('Фильтры не загрузились')
  expect(text).toContain('С такими фильтрами ничего нет')
  expect(text).not.toContain('Здесь пока пусто')
})

/** The text of a page for screen readers: without parts that are only visible. */
async function hear(visitor: Visitor, path: string): Promise<string> {
  const html = await (await visitor.get(path)).text()
  return html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<span[^>]* aria-hidden="true"[^>]*>.*?<\/span>/gs, '')
    .replace(/<[^>]+>/g, ' ')
}

const MANY = 12_345
type Counted = Record<string, unknown> & { pagination: object; items: object[] }
const ratings = { rating: 4.5, scoresCount: MANY, commentsCount: MANY }

test('numbers above a thousand have no separator for screen readers on screens with counts', async () => {
  const change = (endpoint: string, make: (response: Counted) => object) =>
    sandbox.faults.add({
      endpoint,
      mode: 'changed',
      change: (response) => ({ ...(response as object), ...make(response as Counted) }),
    })
  change('POST /v2/goods/search', ({ items, pagination }) => ({
    items: items.map((good) => ({ ...good, ratings })),
    pagination: { ...pagination, totalCount: MANY },
  }))
  change('GET /v2/goods/{id}', () => ({ ratings }))
  const distribution = { 1: MANY, 2: MANY, 3: MANY, 4: MANY, 5: MANY }
  change('GET /v1/object/{id}/scores', () => ({ ...ratings, distribution }))
  change('POST /v1/stores-facade/search/detail', () => ({ totalCount: MANY }))
  // It expires first: the card names only the nearest deadline.
  const soon = new Date(Date.now() + 120_000).toISOString()
  change('GET /v3/user/balance', () => ({
    items: [{ type: 'POINTS', amount: MANY, expiresAt: soon }],
  }))
  for (const path of [
    LIST,
    `/stores?q=${encodeURIComponent('бульвар')}`,
    product(),
    `${product()}/reviews`,
    '/qr',
  ]) {
    const heard = await hear(inOwnStore(), path)
    expect(heard, path).toContain(String(MANY))
    expect(heard, path).not.toMatch(/\d\u2009\d{3}/)
  }
  const longTime = await signedIn('79000000009')
  const found = await hear(longTime, '/profile/transactions/search?q=5')
  expect(found).toMatch(/из \d{5}/)
  expect(found).not.toMatch(/\d\u2009\d{3}/)
})

test('an unknown chosen store shows a message that it is unavailable, and stays in its cookie', async () => {
  const visitor = shopper.copy()
  visitor.cookies.set('v1_store', '999999')
  expect((await look(visitor, '/catalog')).text).toContain('Ваш магазин пока недоступен')
  expect(visitor.cookies.get('v1_store')).toBe('999999')
})

test('the till shows how many coupons will work', async () => {
  const phone = newPhone()
  const visitor = await signedIn(phone)
  const { coupons } = sandbox.state.user(phone)
  for (const coupon of coupons) coupon.state = 'AVAILABLE'
  expect((await look(visitor, '/qr/till')).text).not.toContain('сработа')
  for (const coupon of coupons.slice(0, 2)) coupon.state = 'ACTIVATED'
  expect((await look(visitor, '/qr/till')).text).toContain('2 купона сработают')
})

test('advertising is marked with its advertiser, and its link names no referrer', async () => {
  const change = (response: unknown) => ({
    banners: (response as { banners: object[] }).banners.slice(1),
  })
  sandbox.faults.add({ endpoint: 'GET /v1/v1-market/adfox', mode: 'changed', change })
  const { html, text } = await look(await signedIn(), '/today')
  expect(text).toMatch(/Реклама\. .+erid: \S+/)
  const [link] = /<a [^>]*rel="[^"]*sponsored[^>]*>/.exec(html) ?? []
  expect(link).toMatch(/referrerpolicy="no-referrer"/i)
})

test('the cookie policy lists every cookie and stored key with its purpose', async () => {
  const rows = (await look(guest(), '/cookie-policy')).html.split('<tr')
  for (const [name, { purpose }] of Object.entries({ ...cookieCatalogue, ...storageCatalogue })) {
    const text = purpose.replaceAll('{{currencyPlural}}', 'звёзды')
    expect(
      rows.filter((row) => row.includes(text) && row.includes(name)),
      name,
    ).toHaveLength(1)
  }
})

test('an iPhone gets instructions for its browser and version', async () => {
  const on = (version: string, browser: string) => ({
    'user-agent': `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${browser} Mobile/15E148 Safari/604.1`,
  })
  const { html, text } = await look(guest(), '/install', on('16_3', 'CriOS/120.0'))
  expect(text).toContain('Откройте этот сайт в Safari')
  expect(text).toContain('Уведомления работают с iOS 16.4')
  expect(html.split('rel="apple-touch-startup-image"')).toHaveLength(17)
  const guide = await look(shopper, '/profile/push-instruction', on('17_4', 'Version/17.4'))
  expect(guide.text).toMatch(/iPhone и iPad.*Нужна iOS 16\.4 или новее.*Firefox на Android/s)
})

test('the main screen asks below the card about an email that was changed elsewhere', async () => {
  const DAY = 86_400_000
  const phone = newPhone()
  const visitor = await signedIn(phone)
  expect((await look(visitor, '/today')).text).not.toContain('Это были вы?')
  const sealer = createSealer([SECRET])
  const stored = visitor.cookies.get('v1_account') ?? ''
  const record = sealer.open('v1_account', stored) as { since: number; checkedAt: number }
  // The device saw the account two days ago.
  const [since, checkedAt] = [record.since - 2 * DAY, record.checkedAt - 2 * DAY]
  visitor.cookies.set('v1_account', sealer.seal('v1_account', { ...record, since, checkedAt }))
  sandbox.state.user(phone).email = 'somebody-else@example.com'
  const { text } = await look(visitor, '/today')
  expect(text).toMatch(/Показать на кассе.*Это были вы\?.*Изменилась почта: после .*Да, это я/s)
})

test('a card without code and number offers a retry only', async () => {
  for (const endpoint of ['GET /v1/user/totp', 'GET /v1/profile'])
    sandbox.faults.add({ endpoint, mode: 'status', status: 500 })
  const forgetful = shopper.copy()
  forgetful.cookies.delete('v1_card')
  const { text } = await look(forgetful, '/qr')
  expect(text).toMatch(/Код не загрузился[\s.]+Обновите страницу/)
  expect(text).not.toMatch(/назовите номер/i)
})
