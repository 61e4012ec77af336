import { expect, test } from 'vitest'

import { products } from '../../sandbox/data/products'
import { stores } from '../../sandbox/data/stores'
import { testContext } from '../../tests/support/test-context'
import { loader as catalogue } from './catalogue.screen'
import { loader as categories } from './categories.screen'
import { loader as category } from './category.screen'
import { action as confirmAge } from './confirm-age.action'
import { loader as product } from './product/product.screen'
import { loader as search } from './search.screen'

const { shopper, spoil, forget } = testContext()
const SHELF = '101-moloko'

test('lists the departments with their categories', async () => {
  const { load } = await shopper()
  const { departments } = (await load(categories, '/categories')).data
  expect(departments?.[0]?.shelves.length).toBeGreaterThan(0)
  expect((await load(catalogue, '/catalog')).data.departments?.length).toBe(departments?.length)
})

test('redirects from a category’s number to its address with a name, and answers 404 for others', async () => {
  const { load } = await shopper()
  const look = (part: string) => load(category, `/catalog/${part}?sort=cheap`, { category: part })
  expect(await look('101')).toMatchObject({ status: 301, location: `/catalog/${SHELF}?sort=cheap` })
  const { place } = (await look(SHELF)).data
  expect(place.near?.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
  expect(place).toMatchObject({
    id: 101,
    up: { to: expect.stringMatching(/^\/catalog\/100-/) },
  })
  for (const odd of ['moloko', '0', '99999999999']) expect((await look(odd)).status).toBe(404)
})

test('answers 404 for a category without a name and without products', async () => {
  const { load } = await shopper()
  const look = (query = '') => load(category, `/catalog/999999${query}`, { category: '999999' })
  const unknown = await look()
  expect([unknown.status, unknown.data]).toEqual([404, 'Page Not Found: /catalog/:value'])
  // An empty list because of filters or an error does not make the category unknown.
  forget()
  spoil('POST /v1/goods/filters', 'malformed')
  expect(await look('?f.brand=x')).toMatchObject({ status: 200, data: { place: { near: [] } } })
  forget()
  spoil('POST /v2/goods/search', 'malformed')
  expect(await look()).toMatchObject({ status: 200, data: { list: { products: null } } })
})

test('links back to the list without its filters when the address would be too long', async () => {
  const { load } = await shopper()
  const page = async (brands: number) =>
    (await load(catalogue, `/catalog?${`f.brand=${encodeURIComponent('Молоко')}&`.repeat(brands)}`))
      .data.page
  expect(await page(2)).toMatch(/^\/catalog\?f\.brand=/)
  expect(await page(20)).toBe('/catalog')
})

test('returns the total without products for a page past the end', async () => {
  const { load } = await shopper()
  const past = (await load(catalogue, '/catalog?page=999')).data.list
  expect(past.products).toEqual([])
  expect(past.total).toBeGreaterThan(0)
})

test('shows prices of the chosen store', async () => {
  const { load, with: choose } = await shopper()
  const { id, seoCode } = products.find(({ isForAdults }) => !isForAdults)!
  const part = `${id}-${seoCode}`
  const prices = new Set<unknown>()
  for (const { externalId } of stores.filter(({ isActive }) => isActive).slice(0, 4)) {
    await choose(({ cookies }) => cookies.write('v1_store', externalId.storeCode))
    const { data } = await load(product, `/product/${part}`, { product: part })
    expect(data.store.code).toBe(externalId.storeCode)
    prices.add(data.product?.price)
  }
  expect(prices.size).toBeGreaterThan(1)
})

test('finds products for a term, and suggests categories when no product matches', async () => {
  const { load } = await shopper()
  const look = async (query: string) =>
    (await load(search, `/search?q=${encodeURIComponent(query)}`)).data
  expect((await look('молоко')).list?.total).toBeGreaterThan(0)
  expect(await look('щщщ')).toMatchObject({
    list: { total: 0 },
    suggestions: {
      title: 'Посмотрите в категориях',
      links: expect.arrayContaining([
        { to: expect.stringMatching(/^\/catalog\/\d/), label: expect.any(String) },
      ]),
    },
  })
  expect((await look(' ')).list).toBeNull()
  expect((await look('я'.repeat(500))).term).toHaveLength(100)
})

test.each([
  ['/catalog/900-vino', '/catalog/900-vino'],
  ['//evil.example', '/catalog'],
])('remembers the age confirmation and redirects from %s to %s', async (returnTo, location) => {
  const { send, with: see } = await shopper()
  expect(await send(confirmAge, '/catalog/confirm-age', { returnTo })).toMatchObject({
    status: 303,
    location,
  })
  expect((await see(({ cookies }) => cookies.read('v1_adult'))).data).toBe(true)
})
