import { afterAll, afterEach, describe, expect, test } from 'vitest'

import { stores } from '../../sandbox/data/stores'
import { startSandbox } from '../../sandbox/server'
import { startApp } from '../support/app-process'
import { exampleAddress } from '../support/examples'
import { expectHealthy } from '../support/health'
import { reads } from '../support/reads'
import { untilEnd } from '../support/site'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

const PHONE = '79000000001'
const MAX_PAGES = 40

const usable = stores.filter(({ isActive }) => isActive)
const LOSING = 'sends some invalid entries'
const CAPPING = 'sends pages of 20 at most and says so'

const sandbox = untilEnd(await startSandbox({ port: 0 }))
const apps = await Promise.all([startApp(sandbox.url), startApp(sandbox.url)])
const shopper = createVisitor(apps[0].origin)
const plain = createVisitor(apps[1].origin)
for (const visitor of [shopper, plain]) await signIn(visitor, sandbox.sandbox, PHONE)
const user = sandbox.sandbox.state.user(PHONE)
user.coupons = many(user.coupons, (number) => ({ favoriteId: `c${number}` }))
user.offers = many(user.offers, (number) => ({ code: `o${number}` }))

afterEach(() => {
  sandbox.sandbox.faults.clear()
  sandbox.sandbox.state.settings.largestPage = 50
})

afterAll(async () => {
  for (const app of apps) await expectHealthy(app)
})

function many<Entry extends object>(entries: Entry[], named: (number: number) => Partial<Entry>) {
  return Array.from({ length: 60 }, (_, number) => ({
    ...entries[number % entries.length]!,
    ...named(number),
  }))
}

type Answer = Record<string, unknown> & { pagination?: Record<string, unknown> }

/** Changes the pagination of a response. */
const saying =
  (paging: object) =>
  (response: Answer): Answer =>
    response.pagination
      ? { ...response, pagination: { ...response.pagination, ...paging } }
      : { ...response, ...paging }

/** Odd pagination of a gateway that sends the whole list. */
const oddities: [string, (response: Answer) => Answer][] = [
  ['sends no total', saying({ totalCount: undefined })],
  ['sends a total of 1', saying({ totalCount: 1 })],
  ['sends a negative total', saying({ totalCount: -5 })],
  ['sends a total of 1000', saying({ totalCount: 1000 })],
  ['sends neither hasMore nor nextOffset', saying({ hasMore: undefined, nextOffset: undefined })],
  ['sends the next offset 0', saying({ nextOffset: 0 })],
  [CAPPING, (response) => response],
  [
    LOSING,
    (response) =>
      Object.fromEntries(
        Object.entries(response).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.map((entry, at) => (at % 7 === 3 ? {} : entry)) : value,
        ]),
      ),
  ],
]

const lists = Object.entries(reads).flatMap(([endpoint, read]) => {
  if (!read?.list) return []
  const { entry, at = [() => exampleAddress(read.at, null)] } = read.list
  return at.map((listAt) => [listAt(0), listAt, endpoint, entry] as const)
})

interface Seen {
  entries: string[]
  pages: string[]
  /** Text of the last page. */
  note: string
}

const decoded = (text: string) => text.replaceAll('&amp;', '&')

/** Follows a list's links to the next page, as a shopper without a script does. */
async function walk(visitor: Visitor, path: string, entry: RegExp): Promise<Seen> {
  const entries: string[] = []
  const pages: string[] = []
  let note = ''
  for (let next: string | undefined = encodeURI(path); next;) {
    expect(pages.length, `${path} ends`).toBeLessThan(MAX_PAGES)
    expect(pages, `${path} leads on`).not.toContain(next)
    pages.push(next)
    const response = await visitor.get(next)
    expect(response.status, next).toBe(200)
    const text = (await response.text()).replace(/<script.*?<\/script>/gs, '')
    entries.push(...[...text.matchAll(entry)].map(([, name = '']) => name))
    note = text.replace(/<style.*?<\/style>|<[^>]+>/gs, ' ')
    const more = /href="([^"]+)"[^>]*>(?:<span>)?(?:Показать ещё|Следующие [а-я]+)</.exec(text)?.[1]
    next = more && decoded(more)
  }
  return { entries, pages, note }
}

/** Number of the case: each reads other public data, because those are cached. */
let last = 0

describe.each(lists)('the list at %s', (_, listAt, endpoint, entry) => {
  test.each(oddities)('is shown to its end when the gateway %s', async (name, change) => {
    last += 1
    const path = listAt(last)
    const visitors = [plain, shopper].map((visitor) => {
      const copy = visitor.copy()
      copy.cookies.set('v1_store', usable[last]!.externalId.storeCode)
      return copy
    }) as [Visitor, Visitor]
    const whole = await walk(visitors[0], path, entry)
    sandbox.sandbox.faults.add({ endpoint, mode: 'changed', change: change as never })
    if (name === CAPPING) sandbox.sandbox.state.settings.largestPage = 20
    const seen = await walk(visitors[1], path, entry)
    expect(whole.entries.length).toBeGreaterThan(10)
    if (name === LOSING) expect(seen.entries.length).toBeGreaterThan(whole.entries.length / 2)
    else expect(new Set(seen.entries)).toEqual(new Set(whole.entries))
    expect(seen.note).not.toMatch(/пока нет|не нашлось|пока пусто/)
  })
})

const nothing = saying({ hasMore: false, totalCount: 50 })

describe.each(lists)('the list at %s', (_, listAt, endpoint, entry) => {
  test('is empty without further pages when the gateway counts entries but sends none', async () => {
    last += 1
    const change = (response: Answer) =>
      nothing(
        Object.fromEntries(
          Object.entries(response).map(([name, value]) => [
            name,
            Array.isArray(value) ? [] : value,
          ]),
        ),
      )
    sandbox.sandbox.faults.add({ endpoint, mode: 'changed', change: change as never })
    const visitor = shopper.copy()
    visitor.cookies.set('v1_store', usable[last]!.externalId.storeCode)
    const seen = await walk(visitor, listAt(last), entry)
    expect(seen.pages).toHaveLength(1)
    expect(seen.note).not.toMatch(/Страница \d|Найден/)
    expect(seen.note).toMatch(/пока нет|не нашлось|пока пусто/)
  })
})

test.each([
  [40, false],
  [70, true],
  [110, true],
])(
  'as many of %i values of a filter as fit into an address reach the gateway, and the screen reports a cut: %s',
  async (count, isCut) => {
    const brands = Array.from({ length: count }, (_, at) => `${'й'.repeat(12)}${at}`)
    const values = brands.map((id) => ({ id, title: id, count: 1 }))
    const change = () => ({ filters: [{ id: 'brand', title: 'Бренд', type: 'LIST', values }] })
    sandbox.sandbox.faults.add({
      endpoint: 'POST /v1/goods/filters',
      mode: 'changed',
      change: change as never,
    })
    const visitor = shopper.copy()
    visitor.cookies.set('v1_store', usable[(last += 1)]!.externalId.storeCode)
    sandbox.sandbox.calls.length = 0
    const query = new URLSearchParams(brands.map((id) => ['f.brand', id]))
    const asked = await visitor.get(`/search?q=к&${query}`)
    const short = asked.headers.get('Location')
    const page = short ? await visitor.get(short) : asked
    const fitting = new URLSearchParams(short?.split('?')[1] ?? query).getAll('f.brand')
    expect(fitting.length).toBeGreaterThanOrEqual(Math.min(count, 40))
    const text = await page.text()
    const [call] = sandbox.sandbox.calls.filter(
      ({ endpoint }) => endpoint === 'POST /v2/goods/search',
    )
    expect(call?.body).toMatchObject({
      filters: [{ id: 'brand', values: brands.slice(0, fitting.length) }],
    })
    expect(text.includes('Выбрано слишком много фильтров')).toBe(isCut)
  },
)
