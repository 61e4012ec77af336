import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { loader } from './coupons.screen'

const { visitor, sandbox } = testContext()

test('a guest is sent to sign in and comes back', async () => {
  const guest = await visitor()
  const { status, location } = await guest.load(loader, '/coupons?tab=mine')
  expect([status, location]).toEqual([302, '/login?returnTo=%2Fcoupons%3Ftab%3Dmine'])
})

test('a shopper sees coupons', async () => {
  const shopper = await visitor('79000000001')
  const { data } = await shopper.load(loader, '/coupons')
  expect(data.found?.coupons.length).toBeGreaterThan(0)
})

test('a gateway that fails costs the list, not the screen', async () => {
  sandbox.faults.add({ endpoint: 'GET /v2/user/coupons', mode: 'status', status: 500 })
  const shopper = await visitor('79000000001')
  const { status, data } = await shopper.load(loader, '/coupons')
  expect([status, data.found]).toEqual([200, null])
})
