import ICAL from 'ical.js'
import { describe, expect, test, vi } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { loader as coupon } from '~/coupons/coupon.screen'
import { loader as offer } from '~/offers/offer.screen'
import { limitTable } from '~/session/limits.server'

import { loader } from './calendar.resource'

const { sandbox, shopper, spoil, visitor } = testContext()
type Shopper = Awaited<ReturnType<typeof shopper>>

const ask = ({ load }: Shopper, item?: string) =>
  load(loader, `/deadlines/calendar${item ? `/${item}` : ''}`, item ? { item } : {})

async function eventsOf(visitor: Shopper, item?: string) {
  const { data } = await ask(visitor, item)
  const calendar = new ICAL.Component(ICAL.parse(String(data)))
  return calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
}

test('returns all deadlines as one file that no cache stores', async () => {
  const visitor = await shopper()
  const { status, headers } = await ask(visitor)
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('Content-Disposition')).toBe('attachment; filename="deadlines.ics"')
  expect(headers.get('Cache-Control')).toBe('private, no-store')
  const { user } = visitor
  const open = <Thing extends { state: string | null }>(things: Thing[]) =>
    things.filter(({ state }) => state === 'AVAILABLE' || state === 'ACTIVATED')
  const count =
    open(user.coupons).filter(({ expirationDate }) => expirationDate).length +
    open(user.offers).length +
    user.balance.items!.filter(({ expiresAt }) => expiresAt).length
  expect(await eventsOf(visitor)).toHaveLength(count)
})

test('returns a calendar file for one kind of deadlines, and loads only the list of that kind', async () => {
  const visitor = await shopper()
  spoil('GET /v2/user/coupons', 'status')
  const stars = await eventsOf(visitor, 'stars')
  expect(stars.length).toBeGreaterThan(0)
  expect(stars.every(({ summary }) => /звёзд|звезд/.test(summary))).toBe(true)
  const offers = await eventsOf(visitor, 'offers')
  expect(offers.length).toBeGreaterThan(0)
  expect(offers.every(({ summary }) => summary.includes('предложения'))).toBe(true)
})

test('links the screen of a coupon or an offer to a calendar file with only its own event', async () => {
  const visitor = await shopper()
  const { favoriteId, title } = visitor.user.coupons[1]!
  const one = (await visitor.load(coupon, `/coupons/${favoriteId}`, { favoriteId })).data.coupon
  const [event, ...others] = await eventsOf(visitor, one!.calendarItem!)
  expect([event?.summary, others]).toEqual([`Последний день купона: ${title}`, []])
  const { code, title: name } = visitor.user.offers[0]!
  const other = (await visitor.load(offer, `/actions/offers/${code}`, { code })).data.offer
  const summaries = (await eventsOf(visitor, other!.calendarItem!)).map(({ summary }) => summary)
  expect(summaries).toEqual([`Последний день предложения: ${name}`])
})

test('links no calendar file on the screen of a coupon that is over or has no end', async () => {
  const { load, user } = await shopper()
  for (const { favoriteId } of user.coupons.filter(
    ({ state, expirationDate }) => state === 'USED' || state === 'EXPIRED' || !expirationDate,
  ))
    expect(
      (await load(coupon, `/coupons/${favoriteId}`, { favoriteId })).data.coupon?.calendarItem,
    ).toBeNull()
})

test('has stable event ids, which differ between shoppers', async () => {
  const visitor = await shopper()
  const uids = async (of: Shopper) => (await eventsOf(of, 'stars')).map(({ uid }) => uid)
  const before = await uids(visitor)
  visitor.user.balance.items = visitor.user.balance.items!.map((item) => ({ ...item, amount: 7 }))
  expect(await uids(visitor)).toEqual(before)
  const other = await shopper()
  other.user.balance.items = visitor.user.balance.items
  const others = await uids(other)
  expect(others).toHaveLength(before.length)
  expect(others.filter((uid) => before.includes(uid))).toEqual([])
})

test('contains no personal data', async () => {
  const visitor = await shopper()
  const { user, phone } = visitor
  const text = String((await ask(visitor)).data).replaceAll('\r\n ', '')
  const secrets = [phone.slice(1), user.userId, user.cards[0], user.email, user.firstName]
  for (const secret of [...secrets, ...user.coupons.map(({ favoriteId }) => favoriteId)])
    expect(text).not.toContain(secret)
})

test('redirects to the deadlines with the reason when the gateway fails or there is no deadline', async () => {
  const visitor = await shopper()
  spoil('*', 'status')
  expect(await ask(visitor, 'stars')).toMatchObject({
    location: '/deadlines',
    flash: { type: 'error', title: 'Календарь не собрался' },
  })
  sandbox.faults.clear()
  const stranger = await shopper()
  Object.assign(stranger.user, { coupons: [], offers: [] })
  stranger.user.balance.items = []
  for (const item of [undefined, 'stars', 'coupon-0123456789abcdef'])
    expect(await ask(stranger, item)).toMatchObject({
      location: '/deadlines',
      flash: { title: expect.stringMatching(/нечего|не собрался/) },
    })
})

describe('a download manager', () => {
  const asked = { Accept: '*/*' }

  test('without cookies is refused in plain text, so that it saves no page under the file’s name', async () => {
    const { status, headers, data } = await (
      await visitor()
    ).load(loader, '/deadlines/calendar', {}, asked)
    expect(status).toBe(401)
    expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(headers.get('Content-Disposition')).toBeNull()
    expect(String(data)).toContain('Откройте сайт в браузере')
  })

  test('with cookies gets the file, or status 409 when there is no deadline', async () => {
    const { load, user } = await shopper()
    const ask = () => load(loader, '/deadlines/calendar/stars', { item: 'stars' }, asked)
    expect((await ask()).status).toBe(200)
    user.balance.items = []
    expect((await ask()).status).toBe(409)
  })
})

test.each(['everything', 'constructor', 'coupon-1', '../stars', 'x'.repeat(500)])(
  'answers 404 for the calendar item «%s»',
  async (item) => expect((await ask(await shopper(), item)).status).toBe(404),
)

test('returns an identical file five seconds later, and a new one after a coupon’s title has changed', async () => {
  const visitor = await shopper()
  const before = await ask(visitor)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5000 })
  expect((await ask(visitor)).data).toBe(before.data)
  visitor.user.coupons[1]!.title = 'Другой купон'
  expect(String((await ask(visitor)).data)).toContain('Другой купон')
  vi.useRealTimers()
})

test('redirects too many requests with the time of the next try, and without a gateway call', async () => {
  const visitor = await shopper()
  for (let file = 0; file < limitTable.calendars.points; file += 1) await ask(visitor, 'stars')
  sandbox.calls.length = 0
  expect(await ask(visitor, 'stars')).toMatchObject({
    location: '/deadlines',
    flash: { type: 'error', description: expect.stringMatching(/Попробуйте после \d\d:\d\d/) },
  })
  expect(sandbox.calls.filter(({ endpoint }) => endpoint.includes('balance'))).toEqual([])
})
