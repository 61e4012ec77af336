import { expect, onTestFinished, test } from 'vitest'

import { getStore } from '../../sandbox/data/stores'
import { testContext } from '../../tests/support/test-context'
import { loader as catalogue } from '~/catalogue/catalogue.screen'
import { loader as install } from '~/install/install.screen'
import { loader as actions } from '~/offers/actions.screen'
import { groupInFours } from '~/domain/mask'
import { env } from '~/platform/env.server'
import { loader as notification } from '~/push/notification.screen'
import { loader as landing } from '~/welcome/landing.screen'
import { action as dismiss } from './dismiss.action'
import { loader } from './today.screen'

const { sandbox, regularShopper: shopper, spoil, getCalls } = testContext()

test('1.5: shows the card, the name, the points, two receipts, an active coupon and two new ones', async () => {
  const { load, user } = await shopper()
  const { data } = await load(loader, '/today')
  expect(data.qr?.svg).toContain('<svg')
  expect(data).toMatchObject({ name: user.firstName, points: user.balance.totalPointBalance })
  expect(data.receipts).toHaveLength(2)
  expect([data.myCoupons.length, data.newCoupons.length]).toEqual([1, 2])
})

test('asks one page of coupons where it is the whole list, and reads on behind sixty used ones', async () => {
  const { load, user } = await shopper()
  const [coupon] = user.coupons.filter(({ state }) => state === 'AVAILABLE')
  const used = Array.from({ length: 60 }, (_, place) => ({
    ...coupon!,
    favoriteId: `used-${place}`,
    state: 'USED' as const,
  }))
  const shown = async () => (await load(loader, '/today')).data.newCoupons.map(({ id }) => id)
  user.coupons = [coupon!, ...used.slice(0, 49)]
  expect(await shown()).toEqual([coupon!.favoriteId])
  expect(getCalls('GET /v2/user/coupons')).toBe(1)
  user.coupons = [...used, coupon!]
  expect(await shown()).toEqual([coupon!.favoriteId])
})

test('1.5: shows active coupons and new ones in two blocks, those that end first', async () => {
  const { load, user } = await shopper()
  const [coupon] = user.coupons
  user.coupons = (['USED', 'ACTIVATED', 'AVAILABLE', 'EXPIRED'] as const).flatMap((state) =>
    [3, 1, 2].map((days) => ({
      ...coupon!,
      favoriteId: `${state}-${days}`,
      state,
      expirationDate: new Date(Date.now() + days * 86_400_000).toISOString(),
    })),
  )
  const shown = async () => {
    const { myCoupons, newCoupons, hasAllCoupons } = (await load(loader, '/today')).data
    return [...[myCoupons, newCoupons].map((list) => list.map(({ id }) => id)), hasAllCoupons]
  }
  const fresh = ['AVAILABLE-1', 'AVAILABLE-2']
  expect(await shown()).toEqual([['ACTIVATED-1'], fresh, true])
  spoil('GET /v2/user/coupons/favorite', 'malformed')
  expect(await shown()).toEqual([[], fresh, false])
})

/** The notice of the main screen, and a function that moves to the next day. */
async function advised(change: (user: Shopper['user']) => void) {
  const person = await shopper()
  change(person.user)
  const { load, jar } = person
  const key = async () => {
    const { notices } = (await load(loader, '/today')).data
    expect(notices.length).toBeLessThan(2)
    return notices[0]?.key ?? null
  }
  const nextDay = () => {
    const [advice, day] = jar.get('__Host-v1_advised')!.split('.')
    jar.set('__Host-v1_advised', `${advice}.${Number(day) - 1}`)
  }
  return { ...person, key, nextDay }
}
type Shopper = Awaited<ReturnType<typeof shopper>>

test('shows one notice at a time, and the next one after the shopper dismisses it', async () => {
  const { key, send } = await advised((user) => Object.assign(user, { email: null }))
  expect(await key()).toBe('finish-profile')
  expect((await send(dismiss, '/today/dismiss', { key: 'everything' })).location).toBe('/today')
  expect(await key()).toBe('finish-profile')
  const { status, location } = await send(dismiss, '/today/dismiss', { key: 'finish-profile' })
  expect([status, location]).toEqual([303, '/today'])
  expect(await key()).toBe('survey')
})

test('shows another notice each day when the shopper dismisses none, and then the first one again', async () => {
  const { key, nextDay } = await advised((user) => Object.assign(user, { email: null }))
  const days = []
  for (let day = 0; day < 4; day += 1) {
    days.push(await key(), await key())
    nextDay()
  }
  const keys = ['finish-profile', 'survey', 'install', 'finish-profile']
  expect(days).toEqual(keys.flatMap((each) => [each, each]))
})

test.each(['', 'install', 'x.y', 'everything.20000', '.1', `install.${'9'.repeat(400)}`])(
  'shows a notice although the cookie of the last shown notice has the odd value «%s»',
  async (value) => {
    const { key, jar } = await advised((user) => Object.assign(user, { email: null }))
    jar.set('__Host-v1_advised', value)
    expect(await key()).not.toBeNull()
  },
)

test('leaves the question about the store to the catalogue', async () => {
  const { load, jar } = await shopper()
  await load(loader, '/today')
  expect(jar.get('v1_store_prompted') ?? '').toBe('')
  expect((await load(catalogue, '/catalog')).data.store.shouldAsk).toBe(true)
  expect((await load(catalogue, '/catalog')).data.store.shouldAsk).toBe(false)
})

test('1.5: shows the chosen store on a map of four tiles, and no store without a map', async () => {
  const { load } = await shopper()
  const shown = async () => (await load(loader, '/today')).data.storeOnMap
  expect(await shown()).toBeNull()
  const settings = env()
  onTestFinished(() => void delete settings.MAP_TILES_URL)
  settings.MAP_TILES_URL = 'https://{s}.tiles.example/{z}/{x}/{y}{r}.png'
  const { code, place, map } = (await shown())!
  const { latitude, longitude } = getStore(code)!.coordinates!
  expect(place).toMatch(/^г\.\s*Москва/)
  const tiles = [...map.matchAll(/"https:\/\/a\.tiles\.example\/16\/(\d+)\/(\d+)\.png"/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  )
  const [left, top] = tiles[0]!
  expect(tiles).toEqual([
    [left, top],
    [left + 1, top],
    [left, top + 1],
    [left + 1, top + 1],
  ])
  const [, across, down] = /cx="([\d.]+)" cy="([\d.]+)"/.exec(map)!.map(Number)
  for (const share of [across!, down!]) expect(Math.abs(share - 0.5)).toBeLessThanOrEqual(0.25)
  // The place that these tiles show at the mark, by the inverse formula.
  expect(((left + across! * 2) / 2 ** 16) * 360 - 180).toBeCloseTo(longitude, 5)
  const angle = Math.atan(Math.sinh(Math.PI * (1 - (2 * (top + down! * 2)) / 2 ** 16)))
  expect((angle * 180) / Math.PI).toBeCloseTo(latitude, 5)
})

test('shows the two offers in progress that end first', async () => {
  const { load, user } = await shopper()
  const open = user.offers.filter(({ state }) => state === 'ACTIVATED')
  const soonest = open.toSorted((one, other) =>
    (one.endDate ?? '').localeCompare(other.endDate ?? ''),
  )
  const { offers } = (await load(loader, '/today')).data
  expect(open.length).toBeGreaterThan(2)
  expect(offers?.map(({ code }) => code)).toEqual(soonest.slice(0, 2).map(({ code }) => code))
  expect(getCalls('GET /v3/offers/opt-in')).toBe(1)
  const done = { ...open[0]!, state: 'COMPLETED' as const }
  const finished = Array.from({ length: 60 }, (_, at) => ({ ...done, code: `done-${at}` }))
  user.offers = [...finished, open[0]!]
  const behind = (await load(loader, '/today')).data.offers
  expect(behind?.map(({ code }) => code)).toEqual([open[0]!.code])
  expect((await load(actions, '/actions')).data.offers?.[0]?.code).toBe(open[0]!.code)
  user.offers = []
  expect((await load(loader, '/today')).data.offers).toEqual([])
})

const hasDoneAll = (user: Shopper['user']) =>
  Object.assign(user, {
    email: 'a@b.ru',
    isEmailConfirmed: true,
    birthDate: '1990-01-01',
    polls: [],
  })

test('1.10, 1.11: offers installation and then push, and neither of them again after both are dismissed', async () => {
  const { key, send, jar, load } = await advised(hasDoneAll)
  const notices = async () => {
    const { data } = await load(loader, '/today')
    return JSON.parse(JSON.stringify(data.notices).replaceAll('\u00a0', ' ')) as unknown
  }
  expect(await notices()).toEqual([
    {
      key: 'install',
      title: 'Карта в отдельном окне',
      text: 'Открывается без вкладок браузера, и без сети тоже.',
      icon: 'download',
      to: '/install',
      answer: 'Как установить',
    },
  ])
  await send(dismiss, '/today/dismiss', { key: 'install' })
  expect(await notices()).toEqual([
    {
      key: 'push',
      title: 'Не пропустите купон',
      text: 'Подскажем, когда он появится и когда сгорят звёзды.',
      icon: 'bell',
      to: '/profile/notification',
      answer: 'Настроить',
    },
  ])
  await send(dismiss, '/today/dismiss', { key: 'push' })
  expect(await key()).toBeNull()
  // Notices dismissed for a month are stored apart from those dismissed for good.
  expect([jar.get('__Host-v1_declined'), jar.get('__Host-v1_dismissed')]).toEqual([
    'install.push',
    undefined,
  ])
})

test('1.10: offers push, and no installation, in the installed app', async () => {
  const { load, key } = await advised(hasDoneAll)
  expect((await load(landing, '/?source=pwa')).location).toBe('/today')
  expect(await key()).toBe('push')
})

test('does not repeat a notice after a visit to its screen', async () => {
  const { load, key } = await advised(hasDoneAll)
  await load(install, '/install')
  expect(await key()).toBe('push')
  await load(notification, '/profile/notification')
  expect(await key()).toBeNull()
})

test('returns the card number and its barcode, to be stored on the phone for 14 days', async () => {
  const { load, user } = await shopper()
  expect((await load(loader, '/today')).data.news).toMatchObject({
    number: groupInFours(user.cards[0]!),
    barcode: expect.stringContaining('<svg'),
    keptDays: 14,
  })
})

test('starts all calls before the first answer', async () => {
  const { load } = await shopper()
  const asked = () => new Set(sandbox.calls.map(({ endpoint }) => endpoint))
  await load(loader, '/today')
  sandbox.calls.length = 0
  await load(loader, '/today')
  const wanted = asked()
  expect(wanted.size).toBeGreaterThan(7)
  sandbox.calls.length = 0
  sandbox.faults.add({ endpoint: '*', mode: 'hang' })
  const loading = load(loader, '/today')
  await expect.poll(() => asked()).toEqual(wanted)
  expect((await loading).status).toBe(200)
})
