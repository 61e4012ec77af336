import { expect, test, vi } from 'vitest'

import { parseProductsQuery } from '~/domain/product-query.server'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { Gateways } from '~/gateways/gateways.server'
import { loadProductsList } from './product-list-view.server'
import type { ProductsFilter } from '~/gateways/schemas/catalogue.server'

const filters: ProductsFilter[] = [
  { id: 'price', title: 'Цена', type: 'RANGE', min: 3999, max: 31_750 },
  { id: 'discount', title: 'Со скидкой', type: 'TOGGLE' },
  { id: 'fat', title: 'Жирность', type: 'RANGE', min: 1, max: 9 },
  {
    id: 'brand',
    title: 'Бренд',
    type: 'LIST',
    values: Array.from({ length: 500 }, (_, n) => ({ id: `b${n}`, title: `Бренд ${n}`, count: n })),
  },
]

const milk = { id: '1', name: 'Молоко', price: 8399, quantity: 1, gallery: [] }

function setUp(change: object = {}) {
  const searchProducts = vi.fn(async ({ includeAdultGoods }: { includeAdultGoods: boolean }) => ({
    items: [milk],
    pagination: {
      limit: 24,
      offset: 0,
      totalCount: includeAdultGoods ? 10_000 : 9_990,
      hasMore: true,
      nextOffset: 24,
    },
  }))
  const catalogue = { searchProducts, listFilters: async () => filters, ...change }
  const load = (address: string, includeAdultGoods = false) =>
    loadProductsList(catalogue as unknown as Gateways['catalogue'], {
      storeCode: '500768',
      categories: [101],
      query: parseProductsQuery(new URLSearchParams(address)),
      path: '/catalog/101-moloko',
      includeAdultGoods,
      imageOrigins: [],
    })
  const sent = () => (searchProducts.mock.calls[0]?.[0] as unknown as { filters: unknown }).filters
  return { load, sent, searchProducts }
}

const failing = async () => {
  throw new GatewayError({ kind: 'network', endpoint: 'x' })
}

test.each([
  ['from.price=50&to.price=99,90', [{ id: 'price', from: 5000, to: 9990 }]],
  ['from.price=90&to.price=10', [{ id: 'price', from: 1000, to: 9000 }]],
  ['from.price=dear', []],
  ['from.fat=2,5&to.fat=x', [{ id: 'fat', from: 2.5, to: undefined }]],
  ['f.discount=true', [{ id: 'discount', values: ['true'] }]],
  ['f.discount=maybe', []],
  ['f.brand=b1&f.brand=none', [{ id: 'brand', values: ['b1'] }]],
  ['f.castle=1&from.moat=3', []],
])('sends the filters of the query %s to the gateway as %j', async (address, wanted) => {
  const { load, sent } = setUp()
  await load(address)
  expect(sent()).toEqual(wanted)
})

test('shows an error at a bound that is no number, applies the rest, and names unoffered values', async () => {
  const { load, sent } = setUp()
  const list = await load('from.price=-5&to.price=1.249,90&from.fat=1e3&f.brand=b1')
  expect(sent()).toEqual([
    { id: 'price', from: undefined, to: 124_990 },
    { id: 'brand', values: ['b1'] },
  ])
  const ranges = list.filters?.flatMap((filter) => (filter.kind === 'range' ? filter.ends : []))
  expect(ranges?.map(({ value, error }) => [value, error])).toEqual([
    ['-5', 'Цена «от» — это число, например 1 249,90'],
    ['1.249,90', null],
    ['1e3', 'Жирность «от» — это число, например 1 249,90'],
    ['', null],
  ])
  expect(list.hasUnoffered).toBe(false)
  expect((await load('f.brand=b1&f.brand=none')).hasUnoffered).toBe(true)
})

test('shows ten thousand products in pages of 24', async () => {
  const { load, searchProducts } = setUp()
  const list = await load('page=3&sort=cheap')
  expect(searchProducts.mock.calls[0]?.[0]).toMatchObject({ limit: 24, offset: 48 })
  expect(list).toMatchObject({
    page: 3,
    pages: 417,
    moreHref: '/catalog/101-moloko?sort=cheap&page=4',
    previousHref: '/catalog/101-moloko?sort=cheap&page=2',
  })
  // Products for adults are counted on the first page only.
  expect(searchProducts).toHaveBeenCalledTimes(1)
  expect((await load('page=999')).previousHref).toBe('/catalog/101-moloko?page=417')
})

test('offers only some of five hundred brands, but all chosen ones', async () => {
  const { load } = setUp()
  const list = await load('f.brand=b0')
  const brand = list.filters?.find(({ id }) => id === 'brand')
  if (brand?.kind !== 'list') throw new Error('no list of brands')
  expect(brand.values).toHaveLength(41)
  expect(brand.omitted).toBe(459)
  expect(list.filters?.filter(({ kind }) => kind === 'range')).toMatchObject([
    { ends: [{ limit: '39,99\u2009₽' }, { limit: '317,50\u2009₽' }] },
    { ends: [{ limit: '1' }, { limit: '9' }] },
  ])
  expect(brand.values.find(({ value }) => value === 'b0')?.isChosen).toBe(true)
})

test('shows a filter in force that the gateway lists after the first twelve', async () => {
  const others = Array.from({ length: 20 }, (_, n) => ({
    id: `o${n}`,
    title: `Признак ${n}`,
    type: 'TOGGLE' as const,
  }))
  const { load, sent } = setUp({ listFilters: async () => [...others, ...filters] })
  const list = await load('f.brand=b1')
  expect(sent()).toEqual([{ id: 'brand', values: ['b1'] }])
  expect(list.filters?.map(({ id }) => id)).toEqual([
    ...others.slice(0, 12).map(({ id }) => id),
    'brand',
  ])
  expect(list.chosen.map(({ label }) => label)).toEqual(['Бренд 1'])
})

test('links each chosen filter to the list without this filter', async () => {
  const { load } = setUp()
  const { chosen, ...list } = await load('f.discount=true&from.price=50&to.price=99&page=2')
  expect(list).toMatchObject({
    isFiltered: true,
    resetHref: '/catalog/101-moloko',
    retryHref: '/catalog/101-moloko?f.discount=true&from.price=50&to.price=99&page=2',
  })
  expect((await load('q=сыр')).carried).toEqual([{ name: 'q', value: 'сыр' }])
  expect(chosen).toEqual([
    { label: 'Со скидкой', to: '/catalog/101-moloko?from.price=50&to.price=99' },
    { label: 'Цена от 50\u2009₽ до 99\u2009₽', to: '/catalog/101-moloko?f.discount=true' },
  ])
})

test('swaps the bounds of a price range when the first one is greater', async () => {
  const { chosen } = await setUp().load('from.price=90&to.price=10')
  expect(chosen.map(({ label }) => label)).toEqual(['Цена от 10\u2009₽ до 90\u2009₽'])
})

test('counts hidden products for adults, and makes no such call after the age confirmation', async () => {
  const { load, searchProducts } = setUp()
  expect((await load('')).hiddenAdultProducts).toBe(10)
  searchProducts.mockClear()
  expect((await load('', true)).hiddenAdultProducts).toBe(0)
  expect(searchProducts).toHaveBeenCalledTimes(1)
})

test('returns null, not an empty list, when the call that counts products for adults fails', async () => {
  const none = { items: [], pagination: { totalCount: 0, hasMore: false, nextOffset: null } }
  const searchProducts = async ({ includeAdultGoods }: { includeAdultGoods: boolean }) =>
    includeAdultGoods ? failing() : none
  expect((await setUp({ searchProducts }).load('')).products).toBeNull()
  const miscounted = { ...none, pagination: { ...none.pagination, totalCount: 5 } }
  const empty = await setUp({ searchProducts: async () => miscounted }).load('')
  expect(empty).toMatchObject({ products: [], total: 0 })
})

test('offers no filter and no value without a name', async () => {
  const nameless: ProductsFilter[] = [
    { id: 'a', title: ' ', type: 'TOGGLE' },
    {
      id: 'b',
      title: 'Бренд',
      type: 'LIST',
      values: [
        { id: '1', title: '\u00a0', count: 3 },
        { id: '2', title: 'Луг', count: 2 },
      ],
    },
  ]
  const list = await setUp({ listFilters: async () => nameless }).load('')
  expect(list.filters).toMatchObject([{ id: 'b', values: [{ title: 'Луг' }], omitted: 0 }])
})

test('drops a lone surrogate of a corrected term, which no link can contain', async () => {
  const pagination = { totalCount: 1, hasMore: false, nextOffset: null }
  const searchProducts = async () => ({ items: [milk], pagination, correctedTerm: 'молоко\ud83d' })
  expect((await setUp({ searchProducts }).load('')).correctedTerm).toBe('молоко')
})
