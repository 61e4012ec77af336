import { expect, test, vi } from 'vitest'

import { parseGoodsQuery } from '~/lib/goods-query.server'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { Gateways } from '~/gateways/gateways.server'
import { loadGoodsList } from './goods-list-view.server'
import type { GoodsFilter } from '~/gateways/shapes/catalogue.server'

const filters: GoodsFilter[] = [
  { id: 'price', title: 'Цена', type: 'RANGE', min: 3999, max: 31_750 },
  { id: 'discount', title: 'Со скидкой', type: 'TOGGLE' },
  {
    id: 'brand',
    title: 'Бренд',
    type: 'LIST',
    values: Array.from({ length: 500 }, (_, n) => ({ id: `b${n}`, title: `Бренд ${n}`, count: n })),
  },
]

const milk = { id: '1', name: 'Молоко', price: 8399, quantity: 1, gallery: [] }

function setUp(change: object = {}) {
  const searchGoods = vi.fn(async ({ includeAdultGoods }: { includeAdultGoods: boolean }) => ({
    items: [milk],
    pagination: {
      limit: 24,
      offset: 0,
      totalCount: includeAdultGoods ? 10_000 : 9_990,
      hasMore: true,
      nextOffset: 24,
    },
  }))
  const catalogue = { searchGoods, listFilters: async () => filters, ...change }
  const load = (address: string, includeAdultGoods = false) =>
    loadGoodsList(catalogue as unknown as Gateways['catalogue'], {
      storeCode: '500768',
      categories: [101],
      query: parseGoodsQuery(new URLSearchParams(address)),
      path: '/catalog/101-moloko',
      includeAdultGoods,
      imageOrigins: [],
    })
  const sent = () => (searchGoods.mock.calls[0]?.[0] as unknown as { filters: unknown }).filters
  return { load, sent, searchGoods }
}

const failing = async () => {
  throw new GatewayError({ kind: 'network', endpoint: 'x' })
}

test.each([
  ['from.price=50&to.price=99,90', [{ id: 'price', from: 5000, to: 9990 }]],
  ['from.price=90&to.price=10', [{ id: 'price', from: 1000, to: 9000 }]],
  ['from.price=dear', []],
  ['f.discount=true', [{ id: 'discount', values: ['true'] }]],
  ['f.discount=maybe', []],
  ['f.brand=b1&f.brand=none', [{ id: 'brand', values: ['b1'] }]],
  ['f.castle=1&from.moat=3', []],
])('%s is sent as %j', async (address, wanted) => {
  const { load, sent } = setUp()
  await load(address)
  expect(sent()).toEqual(wanted)
})

test('ten thousand goods are a page of 24 with a way on', async () => {
  const { load, searchGoods } = setUp()
  const list = await load('page=3&sort=cheap')
  expect(searchGoods.mock.calls[0]?.[0]).toMatchObject({ limit: 24, offset: 48 })
  expect(list).toMatchObject({
    page: 3,
    pages: 417,
    moreTo: '/catalog/101-moloko?sort=cheap&page=4',
    previousTo: '/catalog/101-moloko?sort=cheap&page=2',
  })
})

test('five hundred brands are not all offered, but those chosen are', async () => {
  const { load } = setUp()
  const list = await load('f.brand=b0')
  const brand = list.filters?.find(({ id }) => id === 'brand')
  if (brand?.kind !== 'list') throw new Error('no list of brands')
  expect(brand.values).toHaveLength(41)
  expect(brand.omitted).toBe(459)
  expect(brand.values.find(({ value }) => value === 'b0')?.isChosen).toBe(true)
})

test('what is chosen can be taken away one by one', async () => {
  const { load } = setUp()
  const { chosen } = await load('f.discount=true&from.price=50')
  expect(chosen).toEqual([
    { label: 'Со скидкой', to: '/catalog/101-moloko?from.price=50' },
    { label: 'Цена от 50\u2009₽', to: '/catalog/101-moloko?f.discount=true' },
  ])
})

test('bounds that were typed the wrong way round are shown in the order that was requested', async () => {
  const { chosen } = await setUp().load('from.price=90&to.price=10')
  expect(chosen.map(({ label }) => label)).toEqual(['Цена от 10\u2009₽ до 90\u2009₽'])
})

test('tells how many goods for adults are hidden, and asks no more once they are not', async () => {
  const { load, searchGoods } = setUp()
  expect((await load('')).hiddenAdultGoods).toBe(10)
  searchGoods.mockClear()
  expect((await load('', true)).hiddenAdultGoods).toBe(0)
  expect(searchGoods).toHaveBeenCalledTimes(1)
})

test('a list is not called empty while it is unknown whether its goods are for adults', async () => {
  const none = { items: [], pagination: { totalCount: 0, hasMore: false, nextOffset: null } }
  const searchGoods = async ({ includeAdultGoods }: { includeAdultGoods: boolean }) =>
    includeAdultGoods ? failing() : none
  expect((await setUp({ searchGoods }).load('')).goods).toBeNull()
  expect((await setUp({ searchGoods: async () => none }).load('')).goods).toEqual([])
})

test('without filters the goods stand, without goods the filters do', async () => {
  const noFilters = await setUp({ listFilters: failing }).load('')
  expect(noFilters.filters).toBeNull()
  expect(noFilters.goods).toHaveLength(1)
  const noGoods = await setUp({ searchGoods: failing }).load('')
  expect(noGoods.goods).toBeNull()
  expect(noGoods.filters).toHaveLength(3)
})

test('a filter or a value without a name is not offered: it would be meaningless', async () => {
  const nameless: GoodsFilter[] = [
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

test('half a letter of a corrected word is left out: no link could hold it', async () => {
  const pagination = { totalCount: 1, hasMore: false, nextOffset: null }
  const searchGoods = async () => ({ items: [milk], pagination, correctedTerm: 'молоко\ud83d' })
  expect((await setUp({ searchGoods }).load('')).correctedTerm).toBe('молоко')
})
