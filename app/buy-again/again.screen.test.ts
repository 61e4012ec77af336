import { expect, test } from 'vitest'

import { products } from '../../sandbox/data/goods'
import { testContext, troubles } from '../../tests/support/test-context'
import { action as confirmAge } from '~/catalogue/confirm-age.action'
import { loader } from './again.screen'

const { shopper, spoil, callsOf } = testContext()
const SEARCH = 'POST /v2/goods/search'
const DETAIL = 'GET /v2/user/transactions/{id}'

const packed = products.filter(
  (product) => !product.shelfWeight && !product.isForAdults && product.name.length < 60,
)
const weighed = products.find((product) => product.shelfWeight)!

interface Bought {
  name: string
  price?: number
  quantity?: number
}

/** A shopper with these positions in the newest purchase, and a function to load the screen. */
async function whoBought(...positions: Bought[]) {
  const visitor = await shopper()
  const purchase = visitor.user.transactions.find(({ receipt }) => receipt)!
  purchase.receipt = {
    items: positions.map(({ name, price = 10_000, quantity = 1 }) => ({
      name,
      price,
      quantity,
      sum: Math.round(price * quantity),
    })),
    totalSum: 10_000,
    discountSum: 0,
  }
  const { id } = purchase
  const look = async (query = '') =>
    (await visitor.load(loader, `/profile/transactions/${id}/again${query}`, { id })).data
  return { ...visitor, id, look }
}

const rowsOf = async (look: () => Promise<{ again: unknown }>) =>
  ((await look()).again as { rows: Record<string, unknown>[] }).rows

test('shows the product of the same name at today’s price in the chosen store', async () => {
  const [product] = packed
  const { look } = await whoBought({ name: product!.name.toUpperCase().replaceAll('«', '"') })
  const [row] = await rowsOf(look)
  expect(row).toMatchObject({
    found: 'product',
    good: { to: expect.stringContaining(product!.id) },
  })
  expect(row?.then).toBe('100\u2009₽')
  expect(row?.today).toMatch(/^\d[\d\u2009]*(,\d\d)?\u2009₽$/)
})

test('shows a price change to the kopeck, up or down', async () => {
  const [product] = packed
  const today = async (price: number) =>
    (await rowsOf((await whoBought({ name: product!.name, price })).look))[0]
  const shown = String((await today(1))?.today)
  const kopecks = Math.round(Number(shown.replace(/[^\d,]/g, '').replace(',', '.')) * 100)
  expect((await today(kopecks))?.change).toEqual({ word: 'цена та же', tone: 'neutral' })
  expect((await today(kopecks + 150))?.change).toEqual({
    word: 'дешевле на 1,50\u2009₽',
    tone: 'success',
  })
  expect((await today(kopecks - 200))?.change).toEqual({
    word: 'дороже на 2\u2009₽',
    tone: 'warning',
  })
})

test('compares weighed products by the kilogram', async () => {
  const { look } = await whoBought({ name: weighed.name, price: 50_000, quantity: 0.742 })
  const [row] = await rowsOf(look)
  expect(row).toMatchObject({ found: 'product', then: '500\u2009₽/кг' })
  expect(row?.today).toMatch(/₽\/кг$/)
})

test('links a search when no product has exactly the name on the receipt', async () => {
  const { look } = await whoBought({ name: packed[0]!.name.split(' ')[0]! })
  const [row] = await rowsOf(look)
  expect(row).toMatchObject({ found: 'none', good: null, today: null, change: null })
  expect(row?.searchTo).toMatch(/^\/search\?q=/)
})

test('hides products for adults until the age is confirmed, without calling them missing', async () => {
  const beer = products.find(({ isForAdults }) => isForAdults)!
  const { look, send } = await whoBought({ name: beer.name })
  expect(await rowsOf(look)).toMatchObject([{ found: 'adults', good: null, today: null }])
  expect(JSON.stringify(await look())).not.toContain(beer.id)
  await send(confirmAge, '/catalog/confirm-age')
  expect(await rowsOf(look)).toMatchObject([{ found: 'product' }])
})

test('shows equal positions of a receipt once', async () => {
  const { name } = packed[0]!
  expect(await rowsOf((await whoBought({ name }, { name }, { name: ' ' })).look)).toHaveLength(1)
})

test('splits a long receipt into pages, each with few calls to the catalogue', async () => {
  const { look } = await whoBought(...packed.slice(0, 45).map(({ name }) => ({ name })))
  const first = await look()
  expect(first.again).toMatchObject({ range: '1–20 из 45', previousTo: null })
  expect(callsOf(SEARCH)).toBeLessThanOrEqual(20)
  const last = await look('?page=3')
  expect(last.again).toMatchObject({ range: '41–45 из 45', moreTo: null })
})

test('redirects a page behind the last one to the last', async () => {
  const { load, id } = await whoBought(...packed.slice(0, 45).map(({ name }) => ({ name })))
  const here = `/profile/transactions/${id}/again`
  expect(await load(loader, `${here}?page=4`, { id })).toMatchObject({
    status: 302,
    location: `${here}?page=3`,
  })
})

test.each(troubles)(
  'keeps the list without today’s prices when the catalogue fails (%s)',
  async (trouble) => {
    // Earlier answers stay in the cache for a minute.
    const { name } = packed[50 + troubles.indexOf(trouble)]!
    const { look } = await whoBought({ name, price: 4_200 })
    spoil(SEARCH, trouble)
    expect(await rowsOf(look)).toMatchObject([{ found: 'unknown', then: '42\u2009₽', today: null }])
  },
)

test('stops calling a failing catalogue before all positions were tried', async () => {
  const { look } = await whoBought(...packed.slice(60, 80).map(({ name }) => ({ name })))
  spoil(SEARCH, 'status')
  expect((await rowsOf(look)).every(({ found }) => found === 'unknown')).toBe(true)
  expect(callsOf(SEARCH)).toBeLessThan(10)
})

test('shows an error for a receipt that failed to load, and 404 for unknown and foreign ones', async () => {
  const { look, load } = await whoBought({ name: packed[0]!.name })
  const other = (await shopper()).user.transactions[0]!.id
  for (const id of [other, 'nobody', '', '...']) {
    expect((await load(loader, '/profile/transactions/x/again', { id })).status).toBe(404)
  }
  spoil(DETAIL, 'status')
  expect((await look()).again).toBeUndefined()
})

test('shows an empty list for an operation without products', async () => {
  const { look } = await whoBought()
  expect(await look()).toMatchObject({ again: { rows: [], count: 0 } })
})

test('removes a lone surrogate from a searched name', async () => {
  const { look } = await whoBought({ name: 'Чай \ud83d чёрный неизвестный' })
  const [row] = await rowsOf(look)
  expect(decodeURIComponent(String(row?.searchTo))).toBe('/search?q=Чай  чёрный неизвестный')
})
