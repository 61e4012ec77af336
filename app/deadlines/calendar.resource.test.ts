import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { loader as coupon } from '~/coupons/coupon.screen'
import { loader as offer } from '~/offers/offer.screen'
import { loader as points } from '~/purchases/points.screen'
import { limitTable } from '~/limits/limit-table.server'

import { loader } from './calendar.resource'
import { deadlineId } from './deadlines.server'

const { sandbox, shopper, spoil, visitor } = testContext()
type Shopper = Awaited<ReturnType<typeof shopper>>

const ask = ({ load }: Shopper, item: string) =>
  load(loader, `/deadlines/calendar/${item}`, { item })

/** The calendar item that the screen of a shopper's coupon links to. */
async function getItem({ load, user }: Shopper, place = 1) {
  const { favoriteId } = user.coupons[place]!
  const { data } = await load(coupon, `/coupons/${favoriteId}`, { favoriteId })
  return data.coupon!.calendarItem!
}

/** A shopper and the calendar item of a coupon. */
async function withItem() {
  const visitor = await shopper()
  return { visitor, item: await getItem(visitor) }
}

async function getEvents(visitor: Shopper, item: string) {
  const { data } = await ask(visitor, item)
  const calendar = new ICAL.Component(ICAL.parse(String(data)))
  return calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
}

test('returns the nearest points of their screen as a file that no cache stores', async () => {
  const visitor = await shopper()
  const { points: shown } = (await visitor.load(points, '/profile/stars')).data
  const { item, amount } = shown!.burning!.soon[0]!
  const { status, headers } = await ask(visitor, item!)
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('Content-Disposition')).toBe('attachment; filename="deadline.ics"')
  expect(headers.get('Cache-Control')).toBe('private, no-store')
  expect((await getEvents(visitor, item!)).map(({ summary }) => summary)).toEqual([
    expect.stringMatching(new RegExp(`^Последний день: ${amount}\\s`)),
  ])
})

test('has the day of the browser’s time zone, and names Moscow’s without one', async () => {
  const { visitor, item } = await withItem()
  const read = async () => (await getEvents(visitor, item)).map((each) => each.description)
  expect(await read()).toEqual([expect.stringContaining('по московскому времени')])
  visitor.jar.set('__Host-v1_zone', 'Asia/Kamchatka')
  expect(await read()).toEqual([expect.not.stringContaining('московскому')])
  expect((await getEvents(visitor, item))[0]?.summary).toMatch(/^До 08:59/)
})

test('loads only the list of its kind', async () => {
  const { visitor, item } = await withItem()
  for (const endpoint of ['GET /v3/user/balance', 'GET /v3/offers/opt-in'] as const)
    spoil(endpoint, 'status')
  expect(await getEvents(visitor, item)).toHaveLength(1)
})

test('links the screen of a coupon or an offer to a calendar file with only its own event', async () => {
  const visitor = await shopper()
  // Beyond the days that the list of deadlines shows.
  const later = new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10)
  visitor.user.coupons[1]!.expirationDate = `${later}T23:59:59+03:00`
  const { favoriteId, title } = visitor.user.coupons[1]!
  const one = (await visitor.load(coupon, `/coupons/${favoriteId}`, { favoriteId })).data.coupon
  const [event, ...others] = await getEvents(visitor, one!.calendarItem!)
  expect([event?.summary, others]).toEqual([`Последний день купона: ${title}`, []])
  const { code, title: name } = visitor.user.offers[0]!
  const other = (await visitor.load(offer, `/actions/offers/${code}`, { code })).data.offer
  const summaries = (await getEvents(visitor, other!.calendarItem!)).map(({ summary }) => summary)
  expect(summaries).toEqual([`Последний день задания: ${name}`])
})

test('links no calendar file on the screen of a coupon or an offer that is over or has no end', async () => {
  const { load, user } = await shopper()
  for (const { favoriteId } of user.coupons.filter(
    ({ state, expirationDate }) => state === 'USED' || state === 'EXPIRED' || !expirationDate,
  ))
    expect(
      (await load(coupon, `/coupons/${favoriteId}`, { favoriteId })).data.coupon?.calendarItem,
    ).toBeNull()
  for (const { code } of user.offers.filter(
    ({ state }) => !/AVAILABLE|ACTIVATED/.test(String(state)),
  ))
    expect(
      (await load(offer, `/actions/offers/${code}`, { code })).data.offer?.calendarItem,
    ).toBeNull()
})

test('has a stable event id, which differs between shoppers', async () => {
  const { visitor, item } = await withItem()
  const getUid = async (of: Shopper) => (await getEvents(of, item))[0]!.uid
  const before = await getUid(visitor)
  visitor.user.coupons[1]!.title = 'Другой купон'
  expect(await getUid(visitor)).toBe(before)
  const other = await shopper()
  other.user.coupons = visitor.user.coupons
  expect(await getUid(other)).not.toBe(before)
})

test('contains no personal data', async () => {
  const visitor = await shopper()
  const { user, phone } = visitor
  const text = String((await ask(visitor, await getItem(visitor))).data).replaceAll('\r\n ', '')
  const secrets = [phone.slice(1), user.userId, user.cards[0], user.email, user.firstName]
  for (const secret of [...secrets, ...user.coupons.map(({ favoriteId }) => favoriteId)])
    expect(text).not.toContain(secret)
})

test('redirects to the deadlines with the reason when the gateway fails or the deadline is over', async () => {
  const { visitor, item } = await withItem()
  spoil('*', 'status')
  expect(await ask(visitor, item)).toMatchObject({
    location: '/deadlines',
    flash: { type: 'error', title: 'Срок не загрузился' },
  })
  sandbox.faults.clear()
  visitor.user.coupons[1]!.expirationDate = new Date(Date.now() - 1000).toISOString()
  expect(await ask(visitor, item)).toMatchObject({
    location: '/deadlines',
    flash: { title: 'Этот срок уже прошёл' },
  })
})

test('does not call a term over when its coupon lies beyond the entries that are read', async () => {
  const visitor = await shopper()
  const [last] = visitor.user.coupons.splice(1, 1)
  const many = Array.from({ length: 500 }, (_, number) => ({
    ...last!,
    favoriteId: `many-${number}`,
  }))
  visitor.user.coupons = [...many, last!]
  const item = deadlineId('coupon', last!.favoriteId)
  expect((await ask(visitor, item)).flash).toMatchObject({ title: 'Срок не загрузился' })
  const { favoriteId } = last!
  const { data } = await visitor.load(coupon, `/coupons/${favoriteId}`, { favoriteId })
  expect(data.coupon).toBeUndefined()
})

describe('a download manager', () => {
  const asked = { Accept: '*/*' }

  test('without cookies is refused in plain text, so that it saves no page under the file’s name', async () => {
    const { status, headers, data } = await (
      await visitor()
    ).load(loader, '/deadlines/calendar/stars-0123456789abcdef', {}, asked)
    expect(status).toBe(401)
    expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(headers.get('Content-Disposition')).toBeNull()
    expect(String(data)).toContain('Откройте сайт в браузере')
  })

  test('with cookies gets the file, or status 409 when there is no deadline', async () => {
    const { visitor, item } = await withItem()
    const ask = () => visitor.load(loader, `/deadlines/calendar/${item}`, { item }, asked)
    expect((await ask()).status).toBe(200)
    visitor.user.coupons = []
    expect((await ask()).status).toBe(409)
  })
})

test.each(['everything', 'stars', 'constructor', 'coupon-1', '../stars', 'x'.repeat(500)])(
  'answers 404 for the calendar item «%s»',
  async (item) => expect((await ask(await shopper(), item)).status).toBe(404),
)

test('redirects too many requests with the time of the next try, and without a gateway call', async () => {
  const { visitor, item } = await withItem()
  for (let file = 0; file < limitTable.calendars.points; file += 1) await ask(visitor, item)
  sandbox.calls.length = 0
  expect(await ask(visitor, item)).toMatchObject({
    location: '/deadlines',
    flash: { type: 'error', description: expect.stringMatching(/Попробуйте после \d\d:\d\d/) },
  })
  expect(sandbox.calls.filter(({ endpoint }) => endpoint.includes('/coupons'))).toEqual([])
})
