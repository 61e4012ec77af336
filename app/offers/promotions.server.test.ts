import type { AppLoadContext } from '@remix-run/node'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { loadPromotions } from './promotions.server'

beforeEach(
  () => void vi.useFakeTimers({ now: new Date('2026-04-13T12:00:00+03:00'), toFake: ['Date'] }),
)
afterEach(() => void vi.useRealTimers())

const promotion = {
  id: 'pp-1',
  name: 'Сыр',
  price: 19990,
  oldPrice: 24990,
  discountPercent: 20,
  startDate: '2026-04-01T00:00:00+03:00',
  endDate: '2026-04-30T23:59:59+03:00',
  goodId: '0000000017',
}

let shoppers = 0
const asked: string[] = []
async function getView(
  change: object = {},
  timeZone: string | null = null,
  { storeCode = null as string | null, shopper = (shoppers += 1) } = {},
) {
  const listPromotions = async (code: string) => {
    asked.push(code)
    return [{ ...promotion, ...change }]
  }
  const context = {
    cookies: { read: () => storeCode },
    device: { timeZone },
    gateways: { promotions: { listPromotions } },
    session: { userId: async () => `shopper ${shopper}` },
  } as unknown as AppLoadContext
  return (await loadPromotions(context))?.[0]
}

test('3.37: caches the personal prices of a shopper for ten minutes', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
  const shopper = (shoppers += 1)
  const nameAt = async (ms: number, name: string, other = {}) => {
    now.mockReturnValue(1_000_000 + ms)
    return (await getView({ name }, null, { shopper, ...other }))?.name
  }
  expect(await nameAt(0, 'old')).toBe('old')
  expect(await nameAt(600_000, 'new')).toBe('old')
  expect(await nameAt(600_000, 'own', { shopper: (shoppers += 1) })).toBe('own')
  expect(await nameAt(600_001, 'new')).toBe('new')
})

test('3.25: asks for the personal prices of the default store before a choice', async () => {
  asked.length = 0
  await getView()
  await getView({}, null, { storeCode: '0042' })
  expect(asked).toEqual(['500768', '0042'])
})

test('3.37: stores the personal prices of each store separately', async () => {
  const shopper = (shoppers += 1)
  const names = ['one', 'other', 'one'].map((storeCode) =>
    getView({ name: storeCode }, null, { storeCode, shopper }),
  )
  expect((await Promise.all(names)).map((view) => view?.name)).toEqual(['one', 'other', 'one'])
  expect((await getView({}, null, { storeCode: 'other', shopper }))?.name).toBe('other')
})

test('shows price, old price, discount and last day of a personal price, and links its product', async () => {
  expect(await getView()).toMatchObject({
    price: '199,90\u2009₽',
    oldPrice: '249,90\u2009₽',
    discount: '−20\u2009%',
    until: 'до 30 апреля',
    to: '/product/0000000017',
  })
})

test.each([
  [{ name: '' }, { name: 'Товар' }],
  [{ price: null }, { price: null, oldPrice: null, discount: '−20\u2009%' }],
  [
    { oldPrice: 19990, discountPercent: 0 },
    { oldPrice: null, discount: null },
  ],
  [{ discountPercent: 99.5 }, { discount: null }],
  [{ discountPercent: 99 }, { discount: '−99\u2009%' }],
  [{ discountPercent: 1 }, { discount: '−1\u2009%' }],
  [{ discountPercent: 19.6 }, { discount: '−20\u2009%' }],
  [{ imageUrl: 'http://img.example/1.png' }, { picture: null }],
  [{ goodId: undefined }, { to: null }],
  [{ goodId: '../today' }, { to: null }],
  [{ endDate: '2026-05-01T00:00:00+03:00' }, { until: 'до 30 апреля' }],
  [{ endDate: null }, { until: null }],
  [{ startDate: '2026-04-14T00:00:00+03:00' }, { until: 'с 14 апреля по 30 апреля' }],
  [{ startDate: '2026-04-14T00:00:00+03:00', endDate: null }, { until: 'с 14 апреля' }],
])('shows a personal price with %j as %j', async (change, view) => {
  expect(await getView(change)).toMatchObject(view)
})

test('shows the end in the browser’s time zone, and hides an expired price', async () => {
  expect((await getView({}, 'Asia/Vladivostok'))?.until).toBe('до 06:59 1 мая')
  expect(await getView({ endDate: '2026-04-13T11:59:59+03:00' })).toBeUndefined()
})
