import { expect, test, vi } from 'vitest'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { Gateways } from '~/gateways/gateways.server'
import type { Store } from '~/gateways/schemas/stores.server'
import { listStores, type StoreSearch } from './store-list.server'

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const week = {
  is24hOpen: false,
  weeklySchedule: Object.fromEntries(
    days.map((day) => [
      day,
      { isDayOff: false, dailySchedule: { openingTime: '08:00', closingTime: '22:00' } },
    ]),
  ),
} as Store['timetableList'][number]['value']

const URAL = 'ural'

function storeNumber(number: number, change: Partial<Store> = {}): Store {
  return {
    name: `Магазин ${number}`,
    address: `ул. Мира, ${number}`,
    cityFiasId: 'moscow',
    coordinates: { latitude: 55 + number / 1000, longitude: 37 },
    deliveryTypeList: [],
    externalId: { owner: 'OWNER_MAGNIT', storeCode: String(number) },
    isActive: true,
    storeType: 'STORE_TYPE_MM',
    timetableList: [{ key: 'WORKING_TIMETABLE_TYPE_STORE', value: week }],
    ...change,
  }
}

/** An answer of the search as the gateway's function gives it. */
function pageWith(stores: Store[], offset: number, totalCount: number) {
  const size = stores.length
  const hasMore = size > 0 && offset + size < totalCount
  return { stores, isCounted: true, pagination: { size, totalCount, hasMore, nextOffset: null } }
}

function gatewayWith(all: Store[], change: object = {}) {
  const searchStores = vi.fn(async ({ offset, size }: { offset: number; size: number }) =>
    pageWith(all.slice(offset, offset + size), offset, all.length),
  )
  const gateway = {
    searchStores,
    getCity: async (id: string) => ({ region: id === URAL ? 'Свердловская область' : 'Москва' }),
    listNearestStores: async () =>
      all.map(({ externalId, name, address, coordinates }, place) => ({
        code: externalId.storeCode,
        name,
        address,
        ...coordinates,
        distance: place * 500,
      })),
    listStoresInBox: async () => all,
    ...change,
  } as unknown as Gateways['stores']
  return { gateway, searchStores }
}

const search: StoreSearch = { term: '', type: null, openNow: false, near: null, page: 1 }
const failing = async () => {
  throw new GatewayError({ kind: 'network', endpoint: 'x' })
}
// 6:30 in Moscow, 8:30 in the Urals.
const morning = new Date('2026-03-02T06:30+03:00')

test('shows the opening status of each store in the time zone of its city', async () => {
  const { gateway } = gatewayWith([storeNumber(1), storeNumber(2, { cityFiasId: URAL })])
  const { stores } = await listStores(gateway, search, morning)
  expect(stores.map(({ hours }) => hours)).toEqual([
    'Закрыто, откроется сегодня в 8:00',
    'Открыто до 22:00',
  ])
})

test('derives the time zone from the longitude when the city directory fails', async () => {
  const ural = storeNumber(1, { coordinates: { latitude: 56, longitude: 60.6 } })
  const { gateway } = gatewayWith([ural], { getCity: failing })
  const { stores } = await listStores(gateway, search, morning)
  expect(stores[0]?.hours).toBe('Открыто до 22:00')
})

test('shows seven hundred stores with one call, in pages of 24', async () => {
  const all = Array.from({ length: 700 }, (_, number) => storeNumber(number))
  const { gateway, searchStores } = gatewayWith(all)
  const list = await listStores(gateway, { ...search, page: 2 }, morning)
  expect(list).toMatchObject({ total: 700, pages: 30 })
  expect(list.stores).toHaveLength(24)
  expect(list.stores[0]?.code).toBe('24')
  expect(searchStores).toHaveBeenCalledTimes(1)
})

test('filters open stores from every page of the search before it splits them into pages', async () => {
  const all = Array.from({ length: 120 }, (_, number) =>
    storeNumber(number, number % 2 === 0 ? { cityFiasId: URAL } : {}),
  )
  const { gateway, searchStores } = gatewayWith(all)
  const list = await listStores(gateway, { ...search, openNow: true, page: 3 }, morning)
  expect(list).toMatchObject({ total: 60, pages: 3 })
  expect(list.stores).toHaveLength(12)
  expect(list.stores.every(({ isOpen }) => isOpen)).toBe(true)
  expect(searchStores).toHaveBeenCalledTimes(3)
})

test('reports a cut when more stores match than are read for «open now»', async () => {
  const many = (count: number) =>
    gatewayWith(Array.from({ length: count }, (_, n) => storeNumber(n, { cityFiasId: URAL })))
  const read = ({ gateway }: ReturnType<typeof many>, openNow: boolean) =>
    listStores(gateway, { ...search, openNow }, morning)
  expect(await read(many(1000), true)).toMatchObject({ total: 1000, isCut: false })
  expect(await read(many(1001), true)).toMatchObject({ total: null, pages: 42, isCut: true })
  expect(await read(many(1001), false)).toMatchObject({ total: 1001, isCut: false })
})

test('reads each store once when the gateway reports no total, also when it repeats a page', async () => {
  const all = Array.from({ length: 130 }, (_, number) => storeNumber(number, { cityFiasId: URAL }))
  const uncounted = (readsOn: boolean) => ({
    searchStores: vi.fn(async ({ offset, size }: { offset: number; size: number }) => {
      const stores = all.slice(readsOn ? offset : 0, (readsOn ? offset : 0) + size)
      const totalCount = offset + stores.length + Number(stores.length === size)
      return { ...pageWith(stores, offset, totalCount), isCounted: false }
    }),
  })
  const { gateway } = gatewayWith(all, uncounted(true))
  expect(await listStores(gateway, { ...search, openNow: true }, morning)).toMatchObject({
    total: 130,
  })
  const { total, pages } = await listStores(gateway, { ...search, page: 6 }, morning)
  expect({ total, pages }).toEqual({ total: null, pages: 6 })
  // A gateway that repeats the same page.
  const { gateway: stuck } = gatewayWith(all, uncounted(false))
  expect(await listStores(stuck, { ...search, openNow: true }, morning)).toMatchObject({
    total: null,
  })
})

test('never shows a store out of service as open', async () => {
  const { gateway } = gatewayWith([storeNumber(1, { isActive: false, cityFiasId: URAL })])
  const { stores } = await listStores(gateway, search, morning)
  expect(stores[0]).toMatchObject({ hours: 'Временно не работает', isOpen: false })
})

const near = { latitude: 55, longitude: 37 }

test('keeps the order of the nearest stores and shows the distance', async () => {
  const metres = [1, 347, 949, 960, 1234, 9960, 1_402_000, NaN, -5]
  const nearest = metres.map((distance, place) => ({ code: `${9 - place}`, distance, ...near }))
  const { gateway } = gatewayWith([storeNumber(9), storeNumber(7)], {
    listNearestStores: async () => nearest.map((store) => ({ name: '', address: '', ...store })),
  })
  const { stores } = await listStores(gateway, { ...search, near }, morning)
  expect(stores.map(({ code }) => code)).toEqual(nearest.map(({ code }) => code))
  expect(stores.map(({ distance }) => distance)).toEqual([
    '10 м',
    '350 м',
    '950 м',
    '1 км',
    '1,2 км',
    '10 км',
    '1\u2009402 км',
    '',
    '',
  ])
})

test('shows the nearest stores with unknown hours when the call for store details fails', async () => {
  const blank = storeNumber(1, { name: ' ' })
  const { gateway } = gatewayWith([blank], { listStoresInBox: failing })
  const { stores } = await listStores(gateway, { ...search, near }, morning)
  expect(stores[0]).toMatchObject({
    code: '1',
    name: 'Магазин',
    hours: 'Часы работы не указаны',
    distance: '10 м',
  })
})

test.each([{ type: 'STORE_TYPE_MM' }, { openNow: true }])(
  'throws an error, not an empty list, for a nearby search with %j when store details fail',
  async (narrowed) => {
    const { gateway } = gatewayWith([storeNumber(1)], { listStoresInBox: failing })
    await expect(listStores(gateway, { ...search, near, ...narrowed }, morning)).rejects.toThrow(
      GatewayError,
    )
  },
)

/** Measures the largest number of parallel calls, each of which takes a moment. */
function crowding() {
  let under = 0
  const most = { calls: 0 }
  const through = async <Answer>(response: () => Promise<Answer>): Promise<Answer> => {
    under += 1
    most.calls = Math.max(most.calls, under)
    await new Promise((resolve) => setTimeout(resolve, 2))
    under -= 1
    return response()
  }
  return { most, through }
}

test('limits parallel calls for a thousand stores in a hundred cities', async () => {
  const cities = Array.from({ length: 1000 }, (_, number) =>
    storeNumber(number, { cityFiasId: `city ${number % 100}` }),
  )
  const { most, through } = crowding()
  const { gateway } = gatewayWith(cities)
  const { searchStores, getCity } = gateway
  gateway.searchStores = (asked) => through(() => searchStores(asked))
  gateway.getCity = (id) => through(() => getCity(id))
  const { total } = await listStores(gateway, { ...search, openNow: true }, morning)
  expect(total).toBe(0)
  expect(most.calls).toBe(4)
})

test('stops waiting after one time budget when the calls for forty cities hang', async () => {
  const cities = Array.from({ length: 40 }, (_, number) =>
    storeNumber(number, { cityFiasId: `city ${number}` }),
  )
  const getCity = vi.fn(() => new Promise<never>(() => undefined))
  const { gateway } = gatewayWith(cities, { getCity })
  const begun = Date.now()
  expect((await listStores(gateway, search, morning)).stores).toHaveLength(24)
  expect(Date.now() - begun).toBeLessThan(2000)
  expect(getCity).toHaveBeenCalledTimes(4)
})
