import { expect, test, vi } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { loader } from './card.screen'
import { loadCardView } from './card.server'
import { formatTime } from '../lib/dates'
import { drawnQr } from '~/domain/drawn-codes.server'
import { groupInFours } from '~/domain/mask'
import { log } from '../platform/log.server'
import { metrics } from '../platform/metrics.server'
import { loader as profile } from '../profile/profile.screen'
import { loader as points } from '../purchases/points.screen'
import { loader as today } from '../today/today.screen'
import { loader as till } from './till.screen'

const { sandbox, shopper, getCalls, spoil, refuse } = testContext()
const CODE = 'GET /v1/user/totp'
const CREATE = 'GET /v1/user/virtual-card'
const CARD_COOKIE = '__Host-v1_card'
const cardScreens = [
  [loader, '/qr'],
  [till, '/qr/till'],
  [today, '/today'],
] as const

test('shows code, points and cards', async () => {
  const { load, user } = await shopper()
  const { data } = await load(loader, '/qr')
  expect(data.card?.qr.svg).toContain('<svg')
  expect(data.card).toMatchObject({
    barcode: expect.stringContaining('<svg'),
    fetchedAtTime: formatTime(data.card!.qr.fetchedAt, null),
  })
  expect(data.points).toBe(user.balance.totalPointBalance)
  expect(data.cards).toHaveLength(user.cards.length)
  expect([getCalls(CODE), getCalls(CREATE)]).toEqual([1, 0])
  const coupon = { ...user.coupons[0]!, state: 'ACTIVATED' as const }
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  user.coupons = [1, 2, -1].map((days) => ({ ...coupon, expirationDate: inDays(days) }))
  const shown = { card: { number: data.card?.number }, coupons: 2 }
  expect((await load(till, '/qr/till')).data).toMatchObject(shown)
})

test('3.13: draws the number and the code into the QR code of the till', async () => {
  const { load, user } = await shopper()
  const change = (answer: unknown) => ({ ...(answer as object), totp: '012345' })
  sandbox.faults.add({ endpoint: CODE, mode: 'changed', change })
  const { data } = await load(loader, '/qr')
  expect(data.card?.qr.svg).toBe(drawnQr(`H${user.cards[0]}T012345`))
})

test('tells the service worker whether the page shows a code, a number or none', async () => {
  const [owner, stranger] = [await shopper(), await shopper()]
  const getPart = async ({ with: within }: typeof owner) =>
    (await within(async (context) => loadCardView(context).then(() => context.reply.card))).data
  expect(await getPart(owner)).toBe('code')
  spoil(CODE, 'status')
  expect(await getPart(owner)).toBe('number')
  spoil('GET /v1/profile', 'status')
  expect([await getPart(owner), await getPart(stranger)]).toEqual(['number', 'none'])
})

test.each([
  [true, true],
  [false, false],
  [undefined, false],
])(
  '3.11: says on four screens whether the balance with isCache %s is old',
  async (isCache, isOld) => {
    const { load } = await shopper()
    const change = (answer: unknown) => ({ ...(answer as object), isCache })
    sandbox.faults.add({ endpoint: 'GET /v3/user/balance', mode: 'changed', change })
    for (const [screen, path] of [
      [loader, '/qr'],
      [today, '/today'],
      [profile, '/profile'],
    ] as const)
      expect((await load(screen, path)).data.isOldBalance).toBe(isOld)
    expect((await load(points, '/profile/stars')).data.points?.isOld).toBe(isOld)
  },
)

test('4.22: creates no card for a session that the gateway refuses, nor after an unreadable response', async () => {
  const { load } = await shopper()
  refuse(CODE, 401, 'unauthorized')
  await load(loader, '/qr')
  expect([getCalls(CODE) > 0, getCalls(CREATE)]).toEqual([true, 0])
  sandbox.faults.clear()
  spoil(CODE, 'malformed')
  await load(loader, '/qr')
  expect(getCalls(CREATE)).toBe(0)
})

test.each([
  [{ code: 'totpUnavailable' }, 'totpUnavailable'],
  ['', 'requestError - Service Unavailable'],
])(
  '5.5, 8.4, 8.5: shows the profile’s number while the code fails with %j, and the error code %s',
  async (body, supportCode) => {
    const { load, user } = await shopper()
    const warn = vi.spyOn(log, 'warn')
    const counted = async () =>
      (await metrics.operationFailures.get()).values.find(
        ({ labels }) => labels.operation === 'qrcode' && labels.code === supportCode,
      )?.value ?? 0
    const before = await counted()
    sandbox.faults.add({ endpoint: CODE, mode: 'status', status: 503, body })
    const number = user.cards[0]!.replace(/(\d{4})(?=\d)/g, '$1 ')
    const fallbackCard = { number, barcode: expect.stringContaining('<svg') }
    for (const [screen, path] of cardScreens)
      expect((await load(screen, path)).data).toMatchObject({ fallbackCard, supportCode })
    expect(await counted()).toBe(before + 3)
    // The phone stores the number that is shown.
    expect((await load(today, '/today')).data.news).toMatchObject(fallbackCard)
    expect(warn).toHaveBeenCalledWith(
      { requestId: expect.any(String), name: 'qrcode', code: supportCode },
      'operation failed',
    )
  },
)

test('shows the card number within five seconds when the request for the code hangs', async () => {
  const { load } = await shopper()
  sandbox.faults.add({ endpoint: CODE, mode: 'hang' })
  const startedAt = Date.now()
  const { data } = await load(till, '/qr/till')
  expect(Date.now() - startedAt).toBeLessThan(5000)
  expect(data).toMatchObject({ card: null, fallbackCard: { number: expect.any(String) } })
})

test('shows no card number when code and profile fail to load and no number is stored', async () => {
  const { load } = await shopper()
  spoil(CODE, 'status')
  spoil('GET /v1/profile', 'status')
  expect((await load(loader, '/qr')).data).toMatchObject({ card: null, fallbackCard: null })
})

test('shows the stored number when neither code nor profile loads', async () => {
  const { load, user } = await shopper()
  await load(today, '/today')
  spoil(CODE, 'status')
  // The profile's number replaces the stored one.
  user.cards[0] = '2000000000000099'
  await load(till, '/qr/till')
  spoil('GET /v1/profile', 'status')
  const fallbackCard = {
    number: groupInFours(user.cards[0]!),
    barcode: expect.stringContaining('<svg'),
  }
  for (const [screen, path] of cardScreens)
    expect((await load(screen, path)).data).toMatchObject({ fallbackCard })
})

test('seals the stored number, deletes it with the session, and never shows another shopper’s', async () => {
  const first = await shopper()
  await first.load(loader, '/qr')
  const cardCookie = first.jar.get(CARD_COOKIE) ?? ''
  expect(cardCookie).toMatch(/^v1\.[\w-]{8}\.[\w-]{40,200}$/)
  const header = [...first.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(header.length).toBeLessThan(6000)

  const second = await shopper()
  second.jar.set(CARD_COOKIE, cardCookie)
  spoil(CODE, 'status')
  spoil('GET /v1/profile', 'status')
  expect((await second.load(loader, '/qr')).data).toMatchObject({ card: null, fallbackCard: null })
  expect([...second.jar.keys()]).toContain(CARD_COOKIE)
  await second.with(async ({ session }) => {
    session.signIn({ accessToken: 'e30.eyJleHAiOjQxMDI0NDQ4MDB9.', refreshToken: 'r' }, 'somebody')
  })
  expect([...second.jar.keys()]).not.toContain(CARD_COOKIE)

  expect([...first.jar.keys()]).toContain(CARD_COOKIE)
  await first.with(({ session }) => session.signOut())
  expect([...first.jar.keys()]).not.toContain(CARD_COOKIE)
})

test.each([
  [403, 'refused'],
  [404, 'refused'],
  [429, 'unreachable'],
  [500, 'unreachable'],
])('4.22: treats a code that fails with %i as %s', async (status, qrError) => {
  const { load } = await shopper()
  sandbox.faults.add({ endpoint: CODE, mode: 'status', status })
  for (const [screen, path] of cardScreens)
    expect((await load(screen, path)).data).toMatchObject({ qrError })
  // Only a refusal may mean that there is no card yet.
  expect(getCalls(CREATE)).toBe(qrError === 'refused' ? 1 : 0)
})

test('4.1, 8.5: returns error code and owner on the screens of profile and points when the balance fails', async () => {
  const { load } = await shopper()
  sandbox.faults.add({
    endpoint: 'GET /v3/user/balance',
    mode: 'status',
    status: 500,
    body: { code: 'user_not_found' },
  })
  for (const [screen, path] of [
    [profile, '/profile'],
    [points, '/profile/stars'],
  ] as const) {
    const { data } = await load(screen, path)
    expect(data).toMatchObject({ points: null, supportCode: 'user_not_found' })
    // The page names its owner, so that only they see the stored record.
    expect(data.owner).toBe((await load(loader, '/qr')).data.owner)
  }
})

test('4.22: creates one card for a shopper without one, however many pages load', async () => {
  const { load, user } = await shopper()
  user.cards = []
  const responses = await Promise.all(cardScreens.map(([screen, path]) => load(screen, path)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await load(loader, '/qr')).data.card).not.toBeNull()
  expect(getCalls(CREATE)).toBe(1)

  const other = await shopper()
  other.user.cards = []
  expect((await other.load(loader, '/qr')).data.card).not.toBeNull()
})
