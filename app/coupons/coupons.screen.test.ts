import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { byEnd } from '~/domain/expiry'
import { loader as one } from './coupon.screen'
import { loader } from './coupons.screen'

const { regularShopper: shopper } = testContext()

test('shows in each tab its coupons page by page, what ends first at the beginning', async () => {
  const { load, user } = await shopper()
  for (const [tab, states] of [
    ['all', ['AVAILABLE', 'ACTIVATED']],
    ['mine', ['ACTIVATED']],
    ['used', ['USED', 'EXPIRED']],
  ] as const) {
    const inTab = user.coupons.filter(({ state }) => states.some((each) => each === state))
    const { data } = await load(loader, `/coupons?tab=${tab}`)
    const mayActivateAll = tab === 'all'
    expect(data).toMatchObject({ tab, page: 1, path: '/coupons', mayActivateAll })
    expect(data.found).toMatchObject({ pages: Math.ceil(inTab.length / 24) })
    expect(data.found?.coupons).toHaveLength(Math.min(24, inTab.length))
    if (tab === 'used') continue
    const [first] = inTab.toSorted((one, other) => byEnd(one.expirationDate, other.expirationDate))
    expect(data.found?.coupons[0]?.id).toBe(first?.favoriteId)
  }
})

test('lists an active coupon that has expired under past ones, not under active ones', async () => {
  const { load, user } = await shopper()
  const [coupon] = user.coupons
  const expirationDate = new Date(Date.now() - 1000).toISOString()
  user.coupons = [{ ...coupon!, state: 'ACTIVATED', expirationDate }]
  const shown = async (tab: string) =>
    (await load(loader, `/coupons?tab=${tab}`)).data.found?.coupons.map(({ state }) => state)
  expect(await shown('mine')).toEqual([])
  // One coupon that can be activated needs no button for all.
  user.coupons.push({ ...coupon!, favoriteId: 'one', state: 'AVAILABLE', expirationDate: null })
  const { found, mayActivateAll } = (await load(loader, '/coupons')).data
  expect([found?.isCut, found?.coupons.length, mayActivateAll]).toEqual([false, 1, false])
  expect(await shown('used')).toEqual(['EXPIRED'])
})

test.each(['/coupons?page=0&tab=x', '/coupons?page=-1', '/coupons?page=1e9'])(
  'shows the first page of the tab `all` for the invalid address %s',
  async (address) => {
    const { data } = await (await shopper()).load(loader, address)
    expect(data).toMatchObject({ tab: 'all', page: 1 })
  },
)

test('redirects to the previous page after the last coupon of a page was deactivated', async () => {
  const { load, user } = await shopper()
  user.coupons = Array.from({ length: 25 }, (_, number) => ({
    ...user.coupons[0]!,
    favoriteId: `mine-${number}`,
    state: 'ACTIVATED',
  }))
  const there = '/coupons?tab=mine&page=2'
  expect((await load(loader, there)).data.found?.coupons).toHaveLength(1)
  user.coupons.pop()
  expect(await load(loader, there)).toMatchObject({ status: 302, location: '/coupons?tab=mine' })
  expect(await load(loader, '/coupons?page=40')).toMatchObject({
    status: 302,
    location: '/coupons',
  })
})

test('2.19: shows the code of an active coupon only, and links back to the list', async () => {
  const { load, user } = await shopper()
  for (const [state, codes] of [
    ['AVAILABLE', 0],
    ['ACTIVATED', 1],
    ['USED', 0],
    ['EXPIRED', 0],
  ] as const) {
    const { favoriteId } = user.coupons.find((coupon) => coupon.state === state)!
    const at = `/actions/coupons/${favoriteId}`
    const { data } = await load(one, at, { favoriteId })
    expect(data).toMatchObject({ back: { to: '/actions/coupons', here: at } })
    expect(data.coupon?.codes?.length ?? 0).toBeGreaterThanOrEqual(codes)
    if (codes === 0) expect(data.coupon?.codes).toEqual([])
  }
})

test.each(['nobody', 'x'.repeat(65), '../etc'])(
  'answers 404 for the coupon id %s',
  async (favoriteId) => {
    const { load } = await shopper()
    const at = `/coupons/${encodeURIComponent(favoriteId)}`
    expect((await load(one, at, { favoriteId })).status).toBe(404)
  },
)
