import { expect, test } from 'vitest'

import { products } from '../../sandbox/data/products'
import { testContext, troubles } from '../../tests/support/test-context'
import { action as confirmAge } from '~/catalogue/confirm-age.action'
import { loader } from './again.screen'

const { shopper, spoil, getCalls } = testContext()
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

const getRows = async (look: () => Promise<{ again: unknown }>) =>
  ((await look()).again as { rows: { title: string; to: string; text: string }[] }).rows

test('shows the product of the same name at today’s price in the chosen store', async () => {
  const [product] = packed
  const { look } = await whoBought({ name: product!.name.toUpperCase().replaceAll('«', '"') })
  expect((await look()).again?.lead).toMatch(/^Чек за /)
  const [row] = await getRows(look)
  expect(row?.to).toMatch(new RegExp(`^/product/${product!.id}`))
  expect(row?.text).toMatch(/^сегодня \d[\d\u2009]*(,\d\d)?\u2009₽, тогда 100\u2009₽/)
})

test('compares weighed products by the kilogram', async () => {
  const { look } = await whoBought({ name: weighed.name, price: 50_000, quantity: 0.742 })
  expect((await getRows(look))[0]?.text).toMatch(
    /^сегодня [^,]+(,\d\d)?\u2009₽\/кг, тогда 500\u2009₽\/кг/,
  )
})

test('links a search for each position without a product of exactly the same name', async () => {
  const names = packed.slice(0, 8).map(({ name }) => `Нет: ${name}`)
  const { look } = await whoBought(...names.map((name) => ({ name })))
  const rows = await getRows(look)
  expect(rows).not.toHaveLength(0)
  for (const row of rows)
    expect(row).toMatchObject({
      text: expect.stringMatching(/такого нет/) as string,
      to: expect.stringMatching(/^\/search\?q=/) as string,
    })
})

test('hides products for adults until the age is confirmed, without calling them missing', async () => {
  const beer = products.find(({ isForAdults }) => isForAdults)!
  const { look, send } = await whoBought({ name: beer.name })
  expect((await getRows(look))[0]?.text).toMatch(/^Товар для взрослых/)
  expect(JSON.stringify(await look())).not.toContain(beer.id)
  await send(confirmAge, '/catalog/confirm-age')
  expect((await getRows(look))[0]?.to).toContain(beer.id)
})

test('shows equal positions of a receipt once', async () => {
  const { name } = packed[0]!
  expect(await getRows((await whoBought({ name }, { name }, { name: ' ' })).look)).toHaveLength(1)
})

test('shows eight products of a long receipt on a page, with one call to the catalogue for each', async () => {
  const { look } = await whoBought(...packed.slice(20, 40).map(({ name }) => ({ name })))
  expect((await look()).again).toMatchObject({ rows: { length: 8 }, pages: 3 })
  expect(getCalls(SEARCH)).toBe(8)
  expect((await look('?page=3')).again).toMatchObject({ rows: { length: 4 } })
})

test('redirects a page behind the last one to the last', async () => {
  const { load, id } = await whoBought(...packed.slice(0, 20).map(({ name }) => ({ name })))
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
    const { look } = await whoBought({ name })
    spoil(SEARCH, trouble)
    expect((await look()).again).toMatchObject({
      isPartial: true,
      rows: [{ text: 'Цену узнать не удалось' }],
    })
  },
)

test('stops calling a failing catalogue before all positions were tried', async () => {
  const { look } = await whoBought(...packed.slice(60, 80).map(({ name }) => ({ name })))
  spoil(SEARCH, 'status')
  expect((await getRows(look)).every(({ text }) => text === 'Цену узнать не удалось')).toBe(true)
  expect(getCalls(SEARCH)).toBeLessThan(8)
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

test('says that an operation without products has none', async () => {
  const { look } = await whoBought()
  expect(await look()).toMatchObject({
    again: { rows: [], lead: expect.stringContaining('не сохранилось') },
  })
})

test('removes a lone surrogate from a searched name', async () => {
  const { look } = await whoBought({ name: 'Чай \ud83d чёрный неизвестный' })
  const [row] = await getRows(look)
  expect(decodeURIComponent(String(row?.to))).toBe('/search?q=Чай  чёрный неизвестный')
})
