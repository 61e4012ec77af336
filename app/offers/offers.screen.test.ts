import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { ORIGIN } from '../../tests/support/open-sandbox'
import { testContext } from '../../tests/support/test-context'
import { loader as hub } from './actions.screen'
import { loader as couponsScreen } from '../coupons/coupons.screen'
import { action } from './activate.action'
import { loader as one } from './offer.screen'
import { loader } from './offers.screen'

const { sandbox, regularShopper: shopper, getCalls, spoil, refuse } = testContext()
const JOIN = 'POST /v2/offers/opt-in'

test('shows six offers and personal prices on /actions', async () => {
  const { load, user } = await shopper()
  const { data } = await load(hub, '/actions')
  expect(data.offers).toHaveLength(6)
  expect(data.promotions).toHaveLength(user.promotionsCount)
})

test('shows first on /actions the offers that can be joined or completed, also behind fifty finished ones', async () => {
  const { load, user } = await shopper()
  const offer = user.offers.find(({ state }) => state === 'AVAILABLE')!
  const numbered = (open: Record<number, 'AVAILABLE' | 'ACTIVATED'>) =>
    Array.from({ length: 60 }, (_, number) => ({
      ...offer,
      code: `o${number}`,
      state: open[number] ?? (number % 2 ? ('COMPLETED' as const) : ('EXPIRED' as const)),
    }))
  const shown = async () => (await load(hub, '/actions')).data.offers?.map(({ code }) => code)
  user.offers = numbered({ 9: 'AVAILABLE', 30: 'ACTIVATED', 55: 'AVAILABLE' })
  expect(await shown()).toEqual(['o9', 'o30', 'o55', 'o0', 'o1', 'o2'])
  // An expired offer is over, whatever the gateway says.
  user.offers[9]!.endDate = '2026-01-01T00:00:00+03:00'
  expect(await shown()).toEqual(['o30', 'o55', 'o0', 'o1', 'o2', 'o3'])
})

test('leads back from an offer to its page of the list', async () => {
  const { load, user } = await shopper()
  const { code } = user.offers[0]!
  const backFrom = async (page: string) => {
    const headers = { Referer: ORIGIN + page }
    return (await load(one, `/actions/offers/${code}`, { code }, headers)).data.back.to
  }
  expect(await backFrom('/actions/offers?page=2')).toBe('/actions/offers?page=2')
  expect(await backFrom('/actions')).toBe('/actions/offers')
})

test('lists open offers and coupons before 55 that are over', async () => {
  const { load, user } = await shopper()
  const [offer, coupon] = [user.offers, user.coupons].map((list) =>
    list.find(({ state }) => state === 'AVAILABLE'),
  ) as [(typeof user.offers)[0], (typeof user.coupons)[0]]
  const numbers = Array.from({ length: 55 }, (_, number) => `o${number}`)
  user.offers = [...numbers.map((code) => ({ ...offer, code, state: 'EXPIRED' as const })), offer]
  user.coupons = [
    ...numbers.map((favoriteId) => ({ ...coupon, favoriteId, state: 'USED' as const })),
    coupon,
  ]
  const page = async (search = '') => (await load(loader, `/actions/offers${search}`)).data.found!
  const { offers, pages, isCut } = await page()
  expect([offers[0]?.code, offers.length, pages, isCut]).toEqual([offer.code, 24, 3, false])
  expect((await page('?page=3')).offers.map(({ code }) => code)).toEqual(numbers.slice(47))
  const { coupons } = (await load(couponsScreen, '/coupons')).data.found!
  expect(coupons[0]?.id).toBe(coupon.favoriteId)
})

test('loads personal prices once in ten minutes', async () => {
  const { load } = await shopper()
  await load(hub, '/actions')
  await load(hub, '/actions')
  expect(getCalls('GET /v2/user/personal-promotions')).toBe(1)
})

test('redirects a page behind the last one to the last', async () => {
  const { load } = await shopper()
  expect(await load(loader, '/actions/offers?page=2')).toMatchObject({
    status: 302,
    location: '/actions/offers',
  })
})

test('shows an offer by its code, and answers 404 for an unknown code', async () => {
  const { load, user } = await shopper()
  const { code, description } = user.offers[0]!
  expect((await load(one, `/actions/offers/${code}`, { code })).data.offer).toMatchObject({
    code,
    description,
  })
  for (const odd of ['nobody', 'a b', ''])
    expect((await load(one, '/actions/offers/x', { code: odd })).status).toBe(404)
})

/** A shopper with one offer. */
async function joining(state = 'AVAILABLE') {
  const { send, user } = await shopper()
  const offer = user.offers.find((each) => each.state === state)!
  const join = (fields: Record<string, string> = {}, code = offer.code) =>
    send(action, '/actions/offers/x/join', fields, { code })
  return { offer, join }
}

test('2.56: joins an offer, then redirects back with a confirmation', async () => {
  const { offer, join } = await joining()
  expect(await join({ returnTo: '/actions' })).toMatchObject({
    status: 303,
    location: '/actions',
    flash: { type: 'success', title: 'Вы участвуете' },
  })
  expect(offer.state).toBe('ACTIVATED')
  const again = await join({ returnTo: '//evil.example' })
  expect(again).toMatchObject({
    location: '/actions/offers',
    flash: { type: 'success', title: 'Вы уже участвуете' },
  })
})

test('shows the offer as joined after a lost answer, and after a second tap', async () => {
  const { offer, join } = await joining()
  sandbox.faults.add({ endpoint: JOIN, mode: 'cut' })
  const lost = (await join()).flash?.title
  sandbox.faults.clear()
  expect([lost, offer.state]).toEqual(['Вы уже участвуете', 'ACTIVATED'])
  expect((await join()).flash?.title).toBe('Вы уже участвуете')
})

test.each([
  ['ACTIVATED', 'Вы уже участвуете'],
  ['AVAILABLE', 'Форма отправлена, но ответа пока нет. Проверьте через минуту'],
])('looks at the offer when the first of two posts left no result: %s', async (state, title) => {
  const { send, user, with: within } = await shopper()
  const { code } = user.offers.find((each) => each.state === state)!
  const formId = crypto.randomUUID()
  const digest = createHash('sha256')
    .update(JSON.stringify([formId, [{ code }, {}]]))
    .digest('base64url')
  await within(async ({ session, services: { store } }) =>
    store.claim(`form:activate-offer:${await session.userId()}:${digest}`, 'ended', 60_000),
  )
  const calls = getCalls(JOIN)
  const { flash } = await send(action, '/actions/offers/x/join', { formId }, { code })
  expect([flash?.title, getCalls(JOIN)]).toEqual([title, calls])
})

test.each([
  ['COMPLETED', undefined, 'В этом задании уже нельзя участвовать'],
  ['EXPIRED', undefined, 'В этом задании уже нельзя участвовать'],
  ['AVAILABLE', 'nobody', 'Такого задания больше нет'],
  ['AVAILABLE', 'a b', 'Такого задания больше нет'],
])('refuses to join an offer that is %s, with the code «%s»: %s', async (state, code, title) => {
  const { offer, join } = await joining()
  Object.assign(offer, { state })
  expect((await join({}, code)).flash).toEqual({ type: 'warning', title })
})

test('joins an offer when the fields of the gateway’s answer have wrong types', async () => {
  const { offer, join } = await joining()
  spoil(JOIN, 'wrong-types')
  expect((await join()).flash).toMatchObject({ type: 'success', title: 'Вы участвуете' })
  expect(offer.state).toBe('ACTIVATED')
})

test('shows an error, not the warning that joining is impossible, when the gateway answers 429', async () => {
  const { join } = await joining()
  refuse(JOIN, 429, 'tooMany')
  expect((await join()).flash?.type).toBe('error')
})
