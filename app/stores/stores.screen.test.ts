import { expect, onTestFinished, test } from 'vitest'

import { stores } from '../../sandbox/data/stores'
import { testContext } from '../../tests/support/test-context'
import { DEFAULT_STORE_CODE } from '~/gateways/schemas/stores.server'
import { bindText } from '~/lib/bind-text.server'
import { action as choose } from './choose.action'
import { loader as points } from './points.resource'
import { loader as one } from './store.screen'
import { loader } from './stores.screen'

const { sandbox, shopper, getCalls, spoil, forget } = testContext()
const { storeCode } = stores.find(({ isActive }, place) => place > 0 && isActive)!.externalId
const closedCode = stores.find(({ isActive }) => !isActive)!.externalId.storeCode

test('3.23: shows the number of found stores, and links the next page of 24', async () => {
  const { load } = await shopper()
  const { data } = await load(loader, '/stores?type=STORE_TYPE_SUPER&page=1&returnTo=/catalog')
  expect(data.foundText).toMatch(/^Найден/)
  expect(data.returnTo).toBe('/catalog')
  expect(data.types).toHaveLength(12)
  const { data: all } = await load(loader, '/stores?q=')
  expect(all.stores).toHaveLength(24)
  expect(all.pager).toMatchObject({ page: 1, moreHref: '/stores?q=&page=2', previousHref: null })
  const { data: second } = await load(loader, '/stores?q=&page=2')
  expect(second.pager.previousHref).toBe('/stores?q=')
})

/** The cities of a list's stores, and the marked place. */
async function getPlaces({ load }: Awaited<ReturnType<typeof shopper>>, path = '/stores') {
  const { data } = await load(loader, path)
  return {
    cities: new Set(data.stores?.map(({ address }) => /^г\.\s([^,]+)/.exec(address)?.[1])),
    current: data.places.filter(({ isCurrent }) => isCurrent).map(({ label }) => label),
    labels: data.places.map(({ label }) => label),
  }
}

test('begins in the city of the chosen store, and in Moscow without a choice', async () => {
  const person = await shopper()
  expect(await getPlaces(person)).toMatchObject({
    cities: new Set(['Москва']),
    current: ['Москва'],
  })
  const far = stores.find(({ address }) => address.includes('Казань'))!.externalId.storeCode
  await person.with(({ cookies }) => cookies.write('v1_store', far))
  const { cities, current, labels } = await getPlaces(person)
  expect([cities, current, labels[0]]).toEqual([new Set(['Казань']), ['Казань'], 'Казань'])
  expect(new Set(labels).size).toBe(labels.length)
  expect((await getPlaces(person, '/stores?q=Краснодар')).current).toEqual(['Краснодар'])
  spoil('GET /v1/cities/getbyfiasid', 'malformed')
  forget()
  expect((await getPlaces(person)).current).toEqual(['Москва'])
})

test('marks the nearest stores as the first place, and shows them alone on the map', async () => {
  const person = await shopper()
  const near = 'lat=55.796&lon=49.108'
  expect((await getPlaces(person, `/stores?${near}`)).current).toEqual(['Рядом со мной'])
  const { data } = (await person.load(points, `/stores/points?${near}`)) as {
    data: { points: unknown[] }
  }
  expect(data.points).toHaveLength(48)
})

test('drops the location when a text is searched, and keeps the text in the link to the next page', async () => {
  const { load } = await shopper()
  const near = 'lat=55.796&lon=49.108'
  const { data } = await load(loader, `/stores?q=у&${near}`)
  expect(data.search).toMatchObject({ term: 'у', near: null })
  expect(getCalls('POST /v1/store-search')).toBe(0)
  expect(data.pager.moreHref).toMatch(/^\/stores\?q=%D1%83&page=2$/)
  const { data: nothing } = await load(loader, `/stores?${near}&type=STORE_TYPE_SUPER&open=1`)
  expect(nothing.firstHref).toBe('/stores?q=')
})

test.each([
  ['Mozilla/5.0 (Linux; Android 14) Chrome/132.0.0.0 Mobile Safari', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/604.1', false],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/132.0.0.0', false],
  ['Unknown', false],
])(
  'links the maps of the phone by `geo:` for Android alone: %s, %s',
  async (userAgent, isLinked) => {
    const params = { storeCode }
    const { load } = await shopper()
    const { data } = await load(one, `/stores/${storeCode}`, params, { 'User-Agent': userAgent })
    const targets = data.store?.routes.map(({ href }: { href: string }) => new URL(href).protocol)
    expect(targets).toEqual(['https:', 'https:', ...(isLinked ? ['geo:'] : [])])
  },
)

test("shows a store's page, and answers 404 for an unknown store", async () => {
  const { load } = await shopper()
  const { data } = await load(one, `/stores/${storeCode}`, { storeCode })
  expect(data).toMatchObject({ store: { code: storeCode }, isChosen: false })
  for (const odd of ['000000', '../x', ''])
    expect((await load(one, '/stores/x', { storeCode: odd })).status).toBe(404)
})

test('does not mark the default store as chosen when it replaces a store that failed to load', async () => {
  const { load, with: choose } = await shopper()
  const replaced = { storeCode: DEFAULT_STORE_CODE }
  const isOwn = async () =>
    (await load(one, `/stores/${replaced.storeCode}`, replaced)).data.isChosen
  const chosen = async () => (await load(loader, '/stores')).data.chosen
  expect(await isOwn()).toBe(true)
  await choose(({ cookies }) => cookies.write('v1_store', '999999'))
  expect(await isOwn()).toBe(false)
  const { address } = stores.find(({ externalId }) => externalId.storeCode === DEFAULT_STORE_CODE)!
  expect(await chosen()).toEqual({
    code: '999999',
    address: bindText(address),
    isReplaced: true,
  })
})

test('3.21, 3.22, 3.23, 3.24: shows type, ways, hours and place of a store, and nothing unknown', async () => {
  const { load } = await shopper()
  const value = { is24hOpen: true }
  const keys = ['STORE', 'PICKUP', 'DELIVERY', 'ORDERING', 'NIGHT']
  sandbox.faults.add({
    endpoint: 'POST /v1/stores-facade/store',
    mode: 'changed',
    change: () => ({
      address: 'ул. Мира, 1',
      externalId: { storeCode, owner: 'OWNER_OTHER' },
      coordinates: { latitude: 55.75, longitude: 37.62 },
      storeType: 'STORE_TYPE_OTHER',
      deliveryTypeList: ['DELIVERY_TYPE_DRONE', 'DELIVERY_TYPE_OFFLINE'],
      timetableList: keys.map((key) => ({ key: `WORKING_TIMETABLE_TYPE_${key}`, value })),
    }),
  })
  forget()
  onTestFinished(forget)
  const { data } = await load(one, `/stores/${storeCode}`, { storeCode })
  const rows = [{ day: 'Ежедневно', hours: 'Круглосуточно' }]
  expect(data.store).toEqual({
    code: storeCode,
    name: 'Магазин',
    address: bindText('ул. Мира, 1'),
    type: 'Магазин',
    ways: ['Покупки в зале'],
    isActive: true,
    isOpen: true,
    hours: 'Круглосуточно',
    tables: ['Магазин', 'Выдача заказов', 'Доставка', 'Приём заказов'].map((title) => ({
      title,
      rows,
    })),
    routes: [
      { label: 'Яндекс Карты', href: 'https://yandex.ru/maps/?rtext=~55.75,37.62&rtt=auto' },
      { label: '2ГИС', href: 'https://2gis.ru/directions/points/%7C37.62%2C55.75' },
    ],
    point: {
      to: `/stores/${storeCode}`,
      name: 'Магазин',
      address: 'ул. Мира, 1',
      latitude: 55.75,
      longitude: 37.62,
    },
  })
})

test('3.21: shows that a store is out of service', async () => {
  const { load } = await shopper()
  const { data } = await load(one, `/stores/${closedCode}`, { storeCode: closedCode })
  expect(data.store).toMatchObject({ isActive: false, hours: 'Временно не работает' })
})

test('returns the stores of more than one page to the map', async () => {
  const { load } = await shopper()
  const { data } = (await load(points, '/stores/points')) as { data: { points: unknown[] } }
  expect(data.points.length).toBeGreaterThan(24)
  forget()
  spoil('*', 'status')
  expect((await load(points, '/stores/points')).status).toBe(503)
})

test('tells the map that a search has more stores than are read', async () => {
  const { load } = await shopper()
  const isCut = async () =>
    ((await load(points, '/stores/points?q=ул')) as { data: { isCut: boolean } }).data.isCut
  expect(await isCut()).toBe(false)
  forget()
  let all: unknown[] = []
  sandbox.faults.add({
    endpoint: 'POST /v1/stores-facade/search/detail',
    mode: 'changed',
    change: (response) => {
      const { data } = response as { data: unknown[] }
      if (data.length > 0) all = data
      return { data: all, totalCount: 5000 }
    },
  })
  expect(await isCut()).toBe(true)
})

test('shows as many open stores on the map as in the list', async () => {
  const { load } = await shopper()
  const pointsAt = async (path: string) =>
    ((await load(points, path)) as { data: { points: unknown[] } }).data.points.length
  const { data } = await load(loader, '/stores?q=&open=1')
  const shown = Number(/\d+/.exec(data.foundText)?.[0])
  expect(await pointsAt('/stores/points?open=1')).toBe(shown)
  expect(await pointsAt('/stores/points')).toBeGreaterThan(shown)
})

/** A shopper on the list of stores. */
async function choosing() {
  const { send, load } = await shopper()
  const post = (code: string, returnTo?: string) =>
    send(choose, '/stores/choose', { storeCode: code, ...(returnTo && { returnTo }) })
  const isChosen = async () =>
    (await load(one, `/stores/${storeCode}`, { storeCode })).data.isChosen
  return { post, isChosen }
}

test.each([
  [undefined, '/stores'],
  ['/catalog', '/catalog'],
  ['//evil.example', '/stores'],
])(
  '3.33: stores the chosen store, and with returnTo %s redirects to %s',
  async (returnTo, location) => {
    const { post, isChosen } = await choosing()
    expect(await post(storeCode, returnTo)).toMatchObject({
      location,
      flash: {
        type: 'success',
        title: 'Магазин выбран',
        description: stores.find(({ externalId }) => externalId.storeCode === storeCode)!.address,
      },
    })
    expect(await isChosen()).toBe(true)
  },
)

test.each(['000000', '', '<script>', closedCode])('refuses the choice «%s»', async (code) => {
  const { post, isChosen } = await choosing()
  for (const [returnTo, location] of [
    ['https://evil.example/', '/stores'],
    ['/catalog?sort=cheap', '/stores?returnTo=%2Fcatalog%3Fsort%3Dcheap'],
  ] as const)
    expect(await post(code, returnTo)).toMatchObject({
      location,
      flash: { type: 'error', title: 'Этот магазин выбрать нельзя. Выберите другой' },
    })
  expect(await isChosen()).toBe(false)
})

test('accepts the choice of a store when its gateway call fails', async () => {
  const { post } = await choosing()
  forget()
  spoil('*', 'malformed')
  expect((await post(storeCode)).flash).toEqual({ type: 'success', title: 'Магазин выбран' })
})
