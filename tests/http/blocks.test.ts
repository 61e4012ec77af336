import { afterAll, afterEach, expect, test } from 'vitest'
import { products } from '../../sandbox/data/goods'
import { stores } from '../../sandbox/data/stores'
import { startSite } from '../support/site'
import { expectHealthy } from '../support/health'
import type { Visitor } from '../support/visitor'

const { app, sandbox, signedIn } = await startSite()
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

async function look(visitor: Visitor, path: string) {
  const started = performance.now()
  const response = await visitor.get(path)
  expect(response.status).toBe(200)
  const shown = (await response.text())
    .replace(/<(script|style).*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
  // Removes soft breaks and no-break spaces.
  const text = shown.replaceAll('\u00a0', ' ')
  return { text, ms: performance.now() - started }
}

const goods = products.filter(({ isForAdults }) => !isForAdults).slice(100)
/** A product without visits. */
function product(): string {
  const { id, seoCode } = goods.pop()!
  return `/product/${id}-${seoCode}`
}
const LIST = '/catalog/100-molochnye-produkty'

/** Messages of screens without data. */
const nothing: [screen: string, expectedText: string][] = [
  ['/actions', 'Личных цен пока нет'],
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

test('a card without code and number offers a retry only', async () => {
  for (const endpoint of ['GET /v1/user/totp', 'GET /v1/profile'])
    sandbox.faults.add({ endpoint, mode: 'status', status: 500 })
  const forgetful = shopper.copy()
  forgetful.cookies.delete('v1_card')
  const { text } = await look(forgetful, '/qr')
  expect(text).toMatch(/Код не загрузился[\s.]+Обновите страницу/)
  expect(text).not.toMatch(/назовите номер/i)
})
