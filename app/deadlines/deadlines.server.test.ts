import { describe, expect, test } from 'vitest'

import type { Coupon, Offer } from '~/gateways/schemas/promotions.server'

import { getCpuTime } from '../../tests/support/cpu-time'
import { deadlineId, kindOfDeadline, listDeadlines, type DeadlineSources } from './deadlines.server'

const now = new Date('2026-04-13T12:00:00+03:00')
const zone = 'Europe/Moscow'
const list = (sources: DeadlineSources, asked: Partial<Parameters<typeof listDeadlines>[1]> = {}) =>
  listDeadlines(sources, { now, zone, ...asked })

/** The last second of a day of April, in the gateway's format. */
const getEnd = (day: number) => `2026-04-${String(day).padStart(2, '0')}T23:59:59+03:00`
const stars = (amount: number, expiresAt: string | null, type: 'POINTS' | 'EXPRESS' | null) => ({
  amount,
  expiresAt,
  type,
})
const coupon = (favoriteId: string, expirationDate: string | null, state: Coupon['state']) => ({
  favoriteId,
  title: `Купон ${favoriteId}`,
  items: null,
  displayType: 'text',
  expirationDate,
  state,
})
const offer = (code: string, endDate: string | null, state: Offer['state']) => ({
  code,
  title: `Задание ${code}`,
  startDate: null,
  endDate,
  state,
})

const all: DeadlineSources = {
  balance: {
    items: [
      stars(10, null, 'POINTS'),
      stars(120, getEnd(16), 'POINTS'),
      stars(45, getEnd(14), 'EXPRESS'),
    ],
  },
  coupons: [coupon('1', getEnd(15), 'AVAILABLE'), coupon('2', getEnd(13), 'ACTIVATED')],
  offers: [offer('a', getEnd(17), 'ACTIVATED'), offer('b', getEnd(18), 'AVAILABLE')],
}

describe('the list of deadlines', () => {
  test('has advice and a link for each, nearest first', () => {
    expect(list(all).map(({ title, when, advice, to }) => [title, when, advice, to])).toEqual([
      ['Купон 2', 'сегодня до 23:59', 'покажите карту на кассе', '/coupons/2'],
      ['45\u00a0экспресс-звёзд', 'завтра', 'спишите на кассе', '/qr'],
      ['Купон 1', 'послезавтра, в среду', 'активируйте купон', '/coupons/1'],
      ['120\u00a0звёзд', 'через 3 дня, в четверг', 'спишите на кассе', '/qr'],
      ['Задание a', 'через 4 дня, в пятницу', 'успейте выполнить', '/actions/offers/a'],
      ['Задание b', 'через 5 дней, в субботу', 'начните участвовать', '/actions/offers/b'],
    ])
  })

  test('names a coupon or an offer without a title «Купон» or «Задание»', () => {
    const coupons = [{ ...coupon('1', getEnd(15), 'AVAILABLE'), title: ' ' }]
    const offers = [{ ...offer('a', getEnd(16), 'AVAILABLE'), title: '' }]
    expect(list({ coupons, offers }).map(({ title }) => title)).toEqual(['Купон', 'Задание'])
  })

  test('has the kind and the instant of each deadline, which a push reminder needs', () => {
    expect(list(all)[0]).toMatchObject({ kind: 'coupon', at: '2026-04-13T20:59:59.000Z' })
  })

  test.each(['balance', 'coupons', 'offers'] as const)(
    'has the other deadlines when %s failed to load',
    (name) => {
      const kinds = { balance: ['stars', 'express'], coupons: ['coupon'], offers: ['offer'] }[name]
      const rest = list(all).filter(({ kind }) => !kinds.includes(kind))
      expect(list({ ...all, [name]: null })).toEqual(rest)
      expect(list({ ...all, [name]: undefined })).toEqual(rest)
    },
  )

  test('leaves out what is over, used, done, unknown, endless or invalid', () => {
    const past = '2026-04-13T12:00:00+03:00'
    expect(
      list({
        balance: {
          items: [stars(0, getEnd(14), 'POINTS'), stars(5, null, null), stars(5, past, null)],
        },
        coupons: [
          coupon('1', getEnd(14), 'USED'),
          coupon('2', getEnd(14), 'EXPIRED'),
          coupon('3', getEnd(14), null),
          coupon('4', null, 'AVAILABLE'),
          coupon('5', past, 'ACTIVATED'),
        ],
        offers: [offer('a', getEnd(14), 'COMPLETED'), offer('b', getEnd(14), 'EXPIRED')],
      }),
    ).toEqual([])
    expect(list({})).toEqual([])
    expect(list({ balance: { items: null } })).toEqual([])
  })

  test("ends after the seventh day in the zone's calendar", () => {
    const coupons = [coupon('7', getEnd(20), 'AVAILABLE'), coupon('8', getEnd(21), 'AVAILABLE')]
    expect(list({ coupons }).map(({ title }) => title)).toEqual(['Купон 7'])
    // In Kamchatka the term ends on the next morning.
    expect(list({ coupons }, { zone: 'Asia/Kamchatka' })).toEqual([])
    expect(list({ coupons }, { withinDays: Number.POSITIVE_INFINITY })).toHaveLength(2)
  })

  test('takes midnight as the end of the day before, like the screen of the points', () => {
    const items = [
      stars(5, getEnd(14), 'POINTS'),
      stars(7, '2026-04-15T00:00:00+03:00', 'POINTS'),
      stars(1, getEnd(15), 'POINTS'),
    ]
    expect(list({ balance: { items } }).map(({ title, when }) => [title, when])).toEqual([
      ['12\u00a0звёзд', 'завтра'],
      ['1\u00a0звезда', 'послезавтра, в среду'],
    ])
  })

  test('adds up points of one kind and one day, and counts one coupon once', () => {
    const items = [
      stars(1, '2026-04-14T10:00:00+03:00', 'POINTS'),
      stars(20, getEnd(14), null),
      stars(3, getEnd(14), 'EXPRESS'),
    ]
    const found = list({
      balance: { items },
      coupons: [coupon('1', getEnd(15), 'AVAILABLE'), coupon('1', getEnd(15), 'AVAILABLE')],
    })
    expect(found.map(({ title, when }) => [title, when])).toEqual([
      ['21\u00a0звезда', 'завтра до 10:00'],
      ['3\u00a0экспресс-звезды', 'завтра'],
      ['Купон 1', 'послезавтра, в среду'],
    ])
  })

  test('links the whole list when the id of a coupon or offer cannot be part of an address', () => {
    const coupons = [coupon('../profile', getEnd(14), 'AVAILABLE')]
    const offers = [offer('a/b', getEnd(14), 'AVAILABLE')]
    expect(list({ coupons, offers }).map(({ to }) => to)).toEqual(['/coupons', '/actions/offers'])
  })

  test('is computed within a second of CPU time for 30,000 entries', () => {
    const items = Array.from({ length: 20_000 }, (_, at) =>
      stars(1, new Date(now.getTime() + (at + 1) * 30_000).toISOString(), 'POINTS'),
    )
    const coupons = Array.from({ length: 10_000 }, (_, at) =>
      coupon(String(at), getEnd(14 + (at % 10)), 'AVAILABLE'),
    )
    let found: ReturnType<typeof list> = []
    const cost = getCpuTime(() => (found = list({ balance: { items }, coupons })))
    expect(cost).toBeLessThan(1000)
    expect(found.length).toBeLessThanOrEqual(2000)
    expect(found.map(({ at }) => at)).toEqual(found.map(({ at }) => at).toSorted())
  })
})

describe('the id of a deadline', () => {
  test('stays the same when title, sum, state or zone change', () => {
    const ids = (sources: DeadlineSources, in_ = zone) =>
      list(sources, { zone: in_ }).map(({ id }) => id)
    const changed: DeadlineSources = {
      balance: { items: [stars(99, getEnd(16), 'POINTS')] },
      coupons: [{ ...coupon('2', getEnd(13), 'AVAILABLE'), title: 'Другое' }],
      offers: [],
    }
    const before = list(all)
    expect(ids(changed)).toEqual([
      before.find(({ title }) => title === 'Купон 2')?.id,
      before.find(({ kind }) => kind === 'stars')?.id,
    ])
    expect(ids(all, 'Asia/Vladivostok').toSorted()).toEqual(ids(all).toSorted())
  })

  test('reveals the kind of the deadline, and not the gateway’s id', () => {
    const id = deadlineId('coupon', '0123456789')
    expect(id).toMatch(/^coupon-[\w-]{16}$/)
    expect(id).not.toContain('0123456789')
    expect(kindOfDeadline(id)).toBe('coupon')
    expect(deadlineId('offer', '0123456789').slice(6)).not.toBe(id.slice(7))
  })

  test.each([
    undefined,
    '',
    'coupon',
    'coupon-',
    'card-0123456789abcdef',
    'coupon-../../etc/passwd00',
  ])('is invalid as «%s»', (id) => expect(kindOfDeadline(id)).toBeNull())
})
