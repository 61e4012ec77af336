import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { action as dismiss } from './dismiss.action'
import { loader } from './today.screen'

const { shopper, spoil } = testContext()

test('the main screen shows the card first and everything around it', async () => {
  const { load, user } = await shopper()
  const { data } = await load(loader, '/today')
  expect(data.code?.svg).toContain('<svg')
  expect(data).toMatchObject({ name: user.firstName, stars: user.balance.totalPointBalance })
  expect(data.receipts).toHaveLength(3)
  expect(data.coupons?.every(({ state }) => state === 'AVAILABLE')).toBe(true)
})

const blocks = [
  ['GET /v1/user/totp', ['code', 'number']],
  ['GET /v3/user/balance', ['stars']],
  ['GET /v1/profile', ['name']],
  ['GET /v3/user/transactions', ['receipts']],
  ['GET /v2/user/coupons/favorite', ['couponTitles', 'myCoupons']],
  ['GET /v2/user/coupons', ['coupons']],
  ['GET /v2/user/poll', []],
  ['GET /v1/v1-market/adfox', []],
] as const
const optional = blocks.flatMap(([, names]): readonly string[] => names)

test.each(blocks)('without %s it lacks %j and nothing else', async (endpoint, names) => {
  const { load } = await shopper()
  spoil(endpoint, 'malformed')
  const { status, data } = await load(loader, '/today')
  expect(status).toBe(200)
  expect(optional.filter((name) => data[name as keyof typeof data] === null)).toEqual(names)
})

test('an advice that was dismissed is gone; an unknown one changes nothing', async () => {
  const { load, send, user } = await shopper()
  user.email = null
  const keys = async () => (await load(loader, '/today')).data.notices.map(({ key }) => key)
  const before = await keys()
  expect(before).toContain('finish-profile')
  expect((await send(dismiss, '/today/dismiss', { key: 'everything' })).location).toBe('/today')
  expect(await keys()).toEqual(before)
  const { status, location } = await send(dismiss, '/today/dismiss', { key: 'finish-profile' })
  expect([status, location]).toEqual([303, '/today'])
  expect(await keys()).toEqual(before.filter((key) => key !== 'finish-profile'))
})
