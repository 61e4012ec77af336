import { expect, it } from 'vitest'

import { createSandbox } from './sandbox'
import { getCaller } from './testing'

const call = getCaller(createSandbox())

interface Found {
  items: { id: string; name: string; price: number; isForAdults?: boolean; promotion?: object }[]
  pagination: { totalCount: number }
  correctedTerm?: string
  category?: { title: string }
}

async function search(asked: Record<string, unknown>): Promise<Found> {
  const { status, body } = await call('POST /webgate/v2/goods/search', {
    body: {
      storeCode: '500768',
      storeType: '1',
      catalogType: '1',
      sort: { type: 'price', order: 'asc' },
      pagination: { limit: 50, offset: 0 },
      includeAdultGoods: false,
      filters: [],
      ...asked,
    },
  })
  expect(status).toBe(200)
  return body as Found
}

it('a search finds products in any case, and with е instead of ё', async () => {
  expect((await search({ term: 'МОЛОКО' })).items.length).toBeGreaterThan(3)
  expect((await search({ term: 'свекла' })).items[0]?.name).toContain('Свёкла')
})

it('a misspelt word is corrected, nonsense finds nothing', async () => {
  const found = await search({ term: 'молако' })
  expect(found.correctedTerm).toBe('молоко')
  expect(found.items.length).toBeGreaterThan(3)
  const nothing = await search({ term: 'щщщыыъ' })
  expect(nothing.items).toEqual([])
  expect(nothing).not.toHaveProperty('correctedTerm')
})

it('products are sorted by price, and filtered by price range and discount', async () => {
  const { items, category } = await search({
    categories: [103],
    filters: [{ id: 'price', from: 5_000, to: 60_000 }],
  })
  expect(category?.title).toBe('Сыры')
  const prices = items.map(({ price }) => price)
  expect(prices).toEqual([...prices].sort((one, other) => one - other))
  expect(prices.every((price) => price >= 5_000 && price <= 60_000)).toBe(true)
  const { items: cheap } = await search({ filters: [{ id: 'discount' }] })
  expect(cheap.every(({ promotion }) => promotion)).toBe(true)
})

it('the shop has weighed, discounted, sold-out and unrated products', async () => {
  const all = (
    await Promise.all(
      [0, 50, 100, 150, 200, 250, 300, 350].map((offset) =>
        search({ pagination: { limit: 50, offset } }),
      ),
    )
  ).flatMap(({ items }) => items as unknown as Record<string, unknown>[])
  for (const field of ['weighted', 'promotion', 'ratings', 'badges', 'cashback'])
    expect(new Set(all.map((good) => field in good)), field).toEqual(new Set([true, false]))
  expect(all.some(({ quantity }) => quantity === 0)).toBe(true)
})

it('two sandboxes show the same shop', async () => {
  const asked = {
    body: {
      filters: { query: 'казань баумана', storeTypeListV2: [], deliveryTypeList: [] },
      pagination: { offset: 0, size: 10 },
      sorting: { sortBy: 'SORT_BY_CITY', sortType: 'SORT_TYPE_ASC' },
    },
  }
  const what = 'POST /webgate/v1/stores-facade/search/detail'
  const here = await call(what, asked)
  expect((here.body as { totalCount: number }).totalCount).toBe(2)
  expect(here).toEqual(await getCaller(createSandbox())(what, asked))
})
