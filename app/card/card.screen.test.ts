import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { loader as code } from './card-code.resource'
import { loader } from './card.screen'
import { loader as till } from './till.screen'

const { visitor, shopper, callsOf, spoil } = testContext()
const CODE = 'GET /v1/user/totp'
const CREATE = 'GET /v1/user/virtual-card'
const asScript = { Accept: 'application/json' }

test('a shopper sees the code, stars and cards', async () => {
  const { load, user } = await shopper()
  const { data } = await load(loader, '/qr')
  expect(data.card?.code.svg).toContain('<svg')
  expect(data.card?.barcode).toContain('<svg')
  expect(data.stars).toBe(user.balance.totalPointBalance)
  expect(data.cards).toHaveLength(user.cards.length)
  expect((await load(till, '/qr/till')).data.card?.number).toBe(data.card?.number)
})

test.each([
  [CODE, { card: null, stars: expect.any(Number), cards: expect.any(Array) }],
  ['GET /v3/user/balance', { card: expect.any(Object), stars: null, cards: expect.any(Array) }],
  ['GET /v3/user/cards', { card: expect.any(Object), stars: expect.any(Number), cards: null }],
])('without %s the rest of the screen is there', async (endpoint, rest) => {
  const { load } = await shopper()
  spoil(endpoint, 'status')
  const { status, data } = await load(loader, '/qr')
  expect(status).toBe(200)
  expect(data).toMatchObject(rest)
})

test('who has no card gets one, once, however many pages ask', async () => {
  const { load, user } = await shopper()
  user.cards = []
  const came = await Promise.all([load(loader, '/qr'), load(till, '/qr/till')])
  expect(came.map(({ status }) => status)).toEqual([200, 200])
  expect((await load(loader, '/qr')).data.card).not.toBeNull()
  expect(callsOf(CREATE)).toBe(1)
})

test('a script gets a fresh code, or is told that there is none', async () => {
  const { fetch } = await shopper()
  const { data } = await fetch(code, '/qr/code', asScript)
  expect(data).toEqual({ svg: expect.stringContaining('<svg'), fetchedAt: expect.any(String) })
  spoil(CODE, 'wrong-types')
  expect(await fetch(code, '/qr/code', asScript)).toMatchObject({ status: 503, data: null })
})

test('a script without a session is led to sign in', async () => {
  const { location } = await (await visitor()).fetch(code, '/qr/code', asScript)
  expect(location).toBe('/login?returnTo=%2Fqr%2Fcode')
})
