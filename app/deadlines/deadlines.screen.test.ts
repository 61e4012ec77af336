import { describe, expect, test } from 'vitest'

import { getOwnTime } from '../../tests/support/own-clock'
import { testContext, textsIn } from '../../tests/support/test-context'
import { loader as card } from '~/card/card.screen'
import { loader as coupons } from '~/coupons/coupons.screen'
import { formatDay } from '~/lib/dates'
import { UNKNOWN_ZONE } from '~/lib/time-zones'
import { loader as offers } from '~/offers/offers.screen'
import { loader as points } from '~/purchases/points.screen'
import { loader as today } from '~/today/today.screen'

import { loader } from './deadlines.screen'

const { shopper, getCalls, spoil, sandbox } = testContext()
const BALANCE = 'GET /v3/user/balance'
const COUPONS = 'GET /v2/user/coupons'
const OFFERS = 'GET /v3/offers/opt-in'
const lists = [BALANCE, COUPONS, OFFERS]

/** The hint of the card. */
const getHint = async ({ load }: Awaited<ReturnType<typeof shopper>>) =>
  (await load(card, '/qr')).data.deadlines

test('lists what ends within seven days, and names the parts that failed to load', async () => {
  const { load } = await shopper()
  const whole = (await load(loader, '/deadlines')).data
  expect(new Set(whole.lines.map(({ id }) => id.split('-')[0]))).toContain('coupon')
  expect(whole.missing).toEqual({ stars: false, coupons: false, offers: false })
  spoil(COUPONS, 'status')
  const { status, data } = await load(loader, '/deadlines')
  expect([status, data.missing]).toEqual([200, { stars: false, coupons: true, offers: false }])
  expect(data.lines).toEqual(whole.lines.filter(({ id }) => !id.startsWith('coupon')))
})

test('reports a list that is longer than what is read', async () => {
  const { load, user } = await shopper()
  expect((await load(loader, '/deadlines')).data.isCut).toBe(false)
  user.coupons = Array.from({ length: 501 }, (_, at) => ({
    ...user.coupons[0]!,
    favoriteId: `many-${at}`,
  }))
  expect((await load(loader, '/deadlines')).data.isCut).toBe(true)
  user.offers = Array.from({ length: 501 }, (_, at) => ({ ...user.offers[0]!, code: `many-${at}` }))
  expect((await load(coupons, '/coupons')).data.found?.isCut).toBe(true)
  expect((await load(offers, '/actions/offers')).data.found?.isCut).toBe(true)
})

test('the card shows the first deadline', async () => {
  const visitor = await shopper()
  const [first] = (await visitor.load(loader, '/deadlines')).data.lines
  const { id: _, ...line } = first!
  expect((await getHint(visitor))?.first).toEqual(line)
})

test('makes the same gateway calls for the main screen with deadlines and with muted deadlines', async () => {
  const { load, jar } = await shopper()
  // Only the first page checks whether the profile is complete.
  await load(today, '/today')
  sandbox.calls.length = 0
  await load(today, '/today')
  const loud = sandbox.calls.map(({ endpoint }) => endpoint).toSorted()
  expect(lists.map(getCalls)).toEqual([1, 1, 1])
  sandbox.calls.length = 0
  jar.set('__Host-v1_quiet', 'deadlines')
  await load(today, '/today')
  expect(sandbox.calls.map(({ endpoint }) => endpoint).toSorted()).toEqual(loud)
})

test('the card has no hint for a shopper who has muted deadlines', async () => {
  const visitor = await shopper()
  visitor.jar.set('__Host-v1_quiet', 'deadlines')
  expect(await getHint(visitor)).toBeNull()
  // The screen of all deadlines shows them even when the shopper has muted deadlines.
  expect((await visitor.load(loader, '/deadlines')).data.lines).not.toEqual([])
})

test('shows the card without waiting for deadlines when the call for offers hangs', async () => {
  const { load } = await shopper()
  sandbox.faults.add({ endpoint: OFFERS, mode: 'hang' })
  let shown: unknown
  const ms = await getOwnTime(async () => (shown = (await load(card, '/qr')).data.card))
  expect(ms).toBeLessThan(1400)
  expect(shown).not.toBeNull()
})

test('cuts texts to 81 characters, and lists at most 50 deadlines', async () => {
  const { load, user } = await shopper()
  const [first] = user.coupons
  user.coupons = Array.from({ length: 200 }, (_, at) => ({
    ...first!,
    favoriteId: `many-${at}`,
    title: 'Очень длинное слово. '.repeat(100),
  }))
  const { data } = await load(loader, '/deadlines')
  expect(data.lines).toHaveLength(50)
  expect(data.more).toBeGreaterThanOrEqual(150)
  for (const text of textsIn(data)) expect(text.length).toBeLessThanOrEqual(81)
})

test.each([
  ['Asia/Kamchatka', false],
  ['UTC', true],
  ['Atlantic/Reykjavik', true],
  ['Mars/Olympus', true],
  ['x'.repeat(5000), true],
])('uses for a browser in the zone %s Moscow’s time: %s', async (zone, isMoscowTime) => {
  const { load, jar } = await shopper()
  const moscow = (await load(loader, '/deadlines')).data
  expect(moscow.isMoscowTime).toBe(true)
  jar.set('__Host-v1_zone', zone)
  const { data } = await load(loader, '/deadlines')
  expect(data.isMoscowTime).toBe(isMoscowTime)
  // The gateway's ends are ends of Moscow's days.
  expect(data.lines.some(({ text }) => / до 08:59 ·/.test(text))).toBe(!isMoscowTime)
  if (isMoscowTime) expect(data.lines).toEqual(moscow.lines)
})

describe('a deadline at midnight in Moscow, when tomorrow ends', () => {
  const DAY = 86_400_000
  const MOSCOW = 3 * 3_600_000
  const endsAll = async () => {
    const visitor = await shopper()
    const midnight = (Math.floor((Date.now() + MOSCOW) / DAY) + 2) * DAY - MOSCOW
    const end = new Date(midnight).toISOString()
    const { user } = visitor
    user.coupons = user.coupons.filter(({ state }) => state === 'AVAILABLE').slice(0, 1)
    user.offers = user.offers.filter(({ state }) => state === 'AVAILABLE').slice(0, 1)
    user.coupons[0]!.expirationDate = end
    user.offers[0]!.endDate = end
    user.balance.items = [{ type: 'POINTS', amount: 120, expiresAt: end }]
    const blockText = async () => {
      const { data: list } = await visitor.load(coupons, '/coupons')
      const { data: hub } = await visitor.load(offers, '/actions/offers')
      const { data: burning } = await visitor.load(points, '/profile/stars')
      return {
        lines: (await visitor.load(loader, '/deadlines')).data.lines.map(
          ({ text }) => text.split(' · ')[0],
        ),
        tiles: [list.found?.coupons[0]?.expiry, hub.found?.offers[0]?.expiry].map((shownText) =>
          shownText?.replaceAll('\u00a0', ' '),
        ),
        period: hub.found?.offers[0]?.period,
        stars: burning.points?.burning?.soon[0]?.day,
      }
    }
    return {
      ...visitor,
      blockText,
      getDay: (at: number) => formatDay(new Date(at), UNKNOWN_ZONE),
      midnight,
    }
  }

  test('is shown on every screen as a deadline of tomorrow', async () => {
    const { blockText, getDay, midnight } = await endsAll()
    const { lines, tiles, ...days } = await blockText()
    expect(lines).toEqual(['завтра', 'завтра', 'завтра'])
    expect(tiles).toEqual(Array(2).fill('до завтра'))
    expect(days.period).toMatch(new RegExp(`по ${getDay(midnight - DAY)}$`))
    expect(days.stars).toContain(getDay(midnight - DAY))
  })

  test('is shown in Vladivostok with the time 07:00 of the next morning', async () => {
    const { blockText, getDay, midnight, jar } = await endsAll()
    jar.set('__Host-v1_zone', 'Asia/Vladivostok')
    const { lines, tiles, ...days } = await blockText()
    for (const shownText of [...lines, ...tiles]) expect(shownText).toMatch(/ до 07:00$/)
    const last = `07:00 ${getDay(midnight)}`
    expect(days.period).toMatch(new RegExp(`до ${last}$`))
    expect(days.stars).toContain(last)
  })
})
