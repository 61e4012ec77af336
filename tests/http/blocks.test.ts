import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { allEndpoints } from '../../app/gateways/gateways.server'
import type { ScreenId } from '../../app/routes'
import { screens, type Screen } from '../../app/screens.server'
import { wares } from '../../sandbox/data/goods'
import { stores } from '../../sandbox/data/stores'
import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { exampleAddress } from '../support/examples'
import { expectHealthy } from '../support/health'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

let sandbox: SandboxServer
let app: AppProcess
let shopper: Visitor

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  app = await startApp(sandbox.url)
  shopper = createVisitor(app.origin)
  await signIn(shopper, sandbox.sandbox, '79000000001')
  // The first screen of a process takes so long that a busy machine would lose a block of it.
  await shopper.get('/today')
})

afterEach(() => sandbox.sandbox.faults.clear())

afterAll(async () => {
  await expectHealthy(app)
  await sandbox.close()
})

const usable = stores.filter(({ isActive }) => isActive)
let used = 0
/** What is stored for a store of this test is this test's alone. */
function inOwnStore(): Visitor {
  used += 1
  const copy = shopper.copy()
  copy.cookies.set('v1_store', usable[usable.length - used]!.externalId.storeCode)
  return copy
}

let shoppers = 0
/** An ordinary shopper who has looked at nothing yet. */
async function newShopper(origin = app.origin): Promise<Visitor> {
  shoppers += 1
  const visitor = createVisitor(origin)
  await signIn(visitor, sandbox.sandbox, `790533300${String(shoppers).padStart(2, '0')}`)
  return visitor
}

/** Nearly what waiting for a call to its end takes, which is five seconds. */
const A_CALL_MS = 4800

async function look(visitor: Visitor, path: string) {
  const started = performance.now()
  const answer = await visitor.get(path)
  expect(answer.status).toBe(200)
  const shown = (await answer.text())
    .replace(/<(script|style).*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
  // Where a line may break is nothing to these tests.
  const text = shown.replaceAll('\u00a0', ' ')
  return { text, ms: performance.now() - started }
}

const count = (text: string, expectedText: string) => text.split(expectedText).length - 1

const goods = wares.filter(({ isForAdults }) => !isForAdults).slice(100)
/** One without visits. */
function product(): string {
  const { id, seoCode } = goods.pop()!
  return `/product/${id}-${seoCode}`
}
const LIST = '/catalog/100-molochnye-produkty'
const FAILED = 'Не удалось загрузить'
/** What to change where a page says otherwise. */
const EDIT = 'edit `lacks` or `lacksQuietly` of this id in app/screens.server.ts'

const all = Object.entries<Screen>(screens) as [ScreenId, Screen][]
const callsIn = (of: 'lacks' | 'lacksQuietly') =>
  all.flatMap(([, screen]) => Object.keys(screen[of] ?? {})).filter((call) => call !== '*')
const calls = [...new Set([...callsIn('lacks'), ...callsIn('lacksQuietly')])]

/** Screens by how often they offer a second try; a whole screen offers none. */
async function offersOf(visitor: Visitor, ids: readonly ScreenId[]) {
  const offers: [ScreenId, number][] = []
  for (const id of ids) {
    const { text } = await look(visitor, exampleAddress(id, visitor.shopper))
    offers.push([id, /не загруз|не удал/i.test(text) ? count(text, 'Повторить') : 0])
  }
  return Object.fromEntries(offers)
}

test.each(calls)('without %s each screen offers one second try, or goes on', async (call) => {
  // What is public is stored for everybody: only a new process has nothing of it.
  const isPublic = allEndpoints.some(({ name, freshMs }) => name === call && freshMs)
  const site = isPublic ? await startApp(sandbox.url) : app
  const visitor = await newShopper(site.origin)
  const saying = all.filter(([, { lacks }]) => lacks?.[call]).map(([id]) => id)
  const quiet = all.filter(([, { lacksQuietly }]) => lacksQuietly?.[call]).map(([id]) => id)
  const offers = (count: number, ids: ScreenId[]) =>
    Object.fromEntries(ids.map((id) => [id, count]))
  sandbox.sandbox.faults.add({ endpoint: call, mode: 'malformed' })
  const broken = await offersOf(visitor, [...saying, ...quiet])
  expect(broken, EDIT).toEqual({ ...offers(1, saying), ...offers(0, quiet) })
  sandbox.sandbox.faults.clear()
  expect(await offersOf(visitor, saying)).toEqual(offers(0, saying))
  if (isPublic) await expectHealthy(site)
})

/** What a screen says to who has nothing of its kind. */
const nothing: [screen: string, expectedText: string][] = [
  ['/actions', 'Личных цен пока нет'],
  ['/actions/offers', 'Предложений пока нет'],
  ['/profile/transactions', 'Покупок пока нет'],
  ['/profile/purchases', 'Покупок пока нет'],
  ['/profile/transactions/search?q=5', 'Ничего не нашлось'],
  // A page that was bookmarked when there was more.
  ['/profile/transactions?offset=50', 'К началу'],
]

test('who has nothing is informed, in the text of each screen', async () => {
  const newcomer = createVisitor(app.origin)
  await signIn(newcomer, sandbox.sandbox, '79000000006')
  for (const [path, expectedText] of nothing)
    expect((await look(newcomer, path)).text, path).toContain(expectedText)
})

test.each([
  ['ACTIVATED', 'Участвуете'],
  ['COMPLETED', 'Выполнено'],
  ['EXPIRED', 'Завершено'],
])('an offer that is %s says «%s», and cannot be joined', async (state, expectedText) => {
  const { offers } = sandbox.sandbox.state.user('79000000001')
  const { code } = offers.find((offer) => offer.state === state)!
  const { text } = await look(shopper, `/actions/offers/${code}`)
  expect(text).toContain(expectedText)
  expect(text).not.toContain('Участвовать')
})

test('goods that filters hold back are marked as such, also without names of filters', async () => {
  sandbox.sandbox.faults.add({ endpoint: 'POST /v1/goods/filters', mode: 'status', status: 500 })
  const { text } = await look(inOwnStore(), `${LIST}?from.price=900000`)
  expect(text).toContain('Фильтры не загрузились')
  expect(text).toContain('С такими фильтрами ничего нет')
  expect(text).not.toContain('Здесь пока пусто')
})

/** What is heard of a page: all but what is there for the eye alone. */
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

test('counts of thousands are shown as one number on every screen', async () => {
  const change = (endpoint: string, make: (answer: Counted) => object) =>
    sandbox.sandbox.faults.add({
      endpoint,
      mode: 'changed',
      change: (answer) => ({ ...(answer as object), ...make(answer as Counted) }),
    })
  change('POST /v2/goods/search', ({ items, pagination }) => ({
    items: items.map((good) => ({ ...good, ratings })),
    pagination: { ...pagination, totalCount: MANY },
  }))
  change('GET /v2/goods/{id}', () => ({ ratings }))
  const distribution = { 1: MANY, 2: MANY, 3: MANY, 4: MANY, 5: MANY }
  change('GET /v1/object/{id}/scores', () => ({ ...ratings, distribution }))
  change('POST /v1/stores-facade/search/detail', () => ({ totalCount: MANY }))
  // Before all else that ends: the card names the nearest alone.
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
  const longTime = createVisitor(app.origin)
  await signIn(longTime, sandbox.sandbox, '79000000009')
  const found = await hear(longTime, '/profile/transactions/search?q=5')
  expect(found).toMatch(/из \d{5}/)
  expect(found).not.toMatch(/\d\u2009\d{3}/)
})

test('a chosen store that is unknown is replaced, and shown as replaced', async () => {
  const visitor = shopper.copy()
  visitor.cookies.set('v1_store', '999999')
  expect((await look(visitor, '/catalog')).text).toContain('Ваш магазин пока недоступен')
  expect(visitor.cookies.get('v1_store')).toBe('999999')
})

test('a card without its code and without its number asks for another try alone', async () => {
  for (const endpoint of ['GET /v1/user/totp', 'GET /v1/profile'])
    sandbox.sandbox.faults.add({ endpoint, mode: 'status', status: 500 })
  const forgetful = shopper.copy()
  forgetful.cookies.delete('v1_card')
  const { text } = await look(forgetful, '/qr')
  expect(text).toMatch(/Код не загрузился[\s.]+Обновите страницу/)
  expect(text).not.toMatch(/назовите номер/i)
})

describe('the main screen', () => {
  test.each([
    'GET /v3/user/balance',
    'GET /v2/user/coupons',
    'GET /v1/v1-market/adfox',
    'GET /v3/user/transactions',
    'GET /v1/profile',
    'GET /v2/user/poll',
    'GET /v3/offers/opt-in',
    'GET /v2/user/personal-promotions',
  ])('is not held up by %s that hangs', async (endpoint) => {
    await look(shopper, '/today')
    sandbox.sandbox.faults.add({ endpoint, mode: 'hang' })
    const { text, ms } = await look(shopper, '/today')
    expect(ms).toBeLessThan(A_CALL_MS)
    expect(text).toContain('Открыть')
  })

  test('asks for everything side by side', async () => {
    await look(shopper, '/today')
    sandbox.sandbox.faults.add({ endpoint: '*', mode: 'latency', latencyMs: 400 })
    const { text, ms } = await look(shopper, '/today')
    // One after the other they would take over three seconds.
    expect(ms).toBeLessThan(3000)
    expect(text).not.toContain(FAILED)
  })
})

test('a part of a list that hangs costs a second and a half', async () => {
  const visitor = inOwnStore()
  sandbox.sandbox.faults.add({ endpoint: 'POST /v1/goods/filters', mode: 'hang' })
  const { text, ms } = await look(visitor, '/catalog/200-ovoshchi-frukty')
  expect(ms).toBeLessThan(A_CALL_MS)
  expect(text).toContain('Фильтры не загрузились')
})

test('pages stay light', async () => {
  for (const path of ['/catalog', LIST, '/categories', '/stores', '/search?q=молоко'])
    expect((await (await shopper.get(encodeURI(path))).arrayBuffer()).byteLength).toBeLessThan(
      150_000,
    )
})
