import { describe, expect, test } from 'vitest'

import { offerDetail, offerView } from './offer-view.server'
import type { Offer } from '~/gateways/schemas/promotions.server'

const now = new Date('2026-04-13T18:30:00+03:00')
const offer: Offer = {
  code: 'offer-1',
  title: 'Пять пачек кофе',
  startDate: '2026-04-01T00:00:00+03:00',
  endDate: '2026-04-30T23:59:59+03:00',
  state: 'AVAILABLE',
  reward: { points: 250 },
  progress: { current: 2, target: 5, unit: 'PIECES' },
}
const view = (change: Partial<Offer>) => offerView({ ...offer, ...change }, null, now)

describe('an offer', () => {
  test('has its period, reward and progress', () => {
    expect(view({})).toMatchObject({
      state: 'AVAILABLE',
      period: 'с 1 апреля по 30 апреля',
      expiry: 'ещё 17 дней',
      reward: '+250\u00a0звёзд',
      progress: {
        value: 2,
        most: 5,
        text: '2 из 5\u00a0штук',
        remainder: 'осталось 3\u00a0штуки',
      },
    })
  })

  test.each([
    ['2026-05-01T00:00:00+03:00', null, 'с 1 апреля по 30 апреля', 'ещё 17 дней'],
    ['2026-04-30T23:59:59+03:00', 'Europe/Moscow', 'с 1 апреля по 30 апреля', 'ещё 17 дней'],
    ['2026-04-30T12:00:00+03:00', null, 'до 12:00 30 апреля (МСК)', 'ещё 17 дней, до 12:00 (МСК)'],
    ['2026-04-30T23:59:59+03:00', 'Asia/Vladivostok', 'до 06:59 1 мая', 'ещё 17 дней, до 06:59'],
    ['2026-04-30T23:59:59+03:00', 'Europe/Kaliningrad', 'до 22:59 30 апреля', 'до 22:59'],
  ])('that ends at %s shows in %s its last day: «%s»', (endDate, zone, period, expiry) => {
    const seen = offerView({ ...offer, endDate }, zone, now)
    expect(seen.period).toContain(period)
    expect(seen.expiry).toContain(expiry)
  })

  test('with a blank title has the name «Задание»', () => {
    expect(view({ title: ' ' }).title).toBe('Задание')
  })

  test('that has not begun shows its start instead of the days left', () => {
    const ahead = view({ startDate: '2026-04-15T00:00:00+03:00' })
    expect(ahead).toMatchObject({
      state: 'AVAILABLE',
      period: 'с 15 апреля по 30 апреля',
      expiry: 'с 15 апреля по 30 апреля',
    })
    expect(view({ startDate: '2026-04-15T00:00:00+03:00', endDate: null }).expiry).toBe(
      'с 15 апреля',
    )
  })

  test('has the state EXPIRED after its end, unless it is completed', () => {
    expect(view({ state: 'ACTIVATED' }).state).toBe('ACTIVATED')
    expect(view({ state: 'COMPLETED' })).toMatchObject({ state: 'COMPLETED', expiry: null })
    expect(view({ state: 'ACTIVATED', endDate: '2026-04-13T10:00:00+03:00' })).toMatchObject({
      state: 'EXPIRED',
      expiry: 'срок истёк',
    })
    expect(view({ state: 'COMPLETED', endDate: '2026-04-01T10:00:00+03:00' }).state).toBe(
      'COMPLETED',
    )
  })

  test.each([
    [{ state: 'EXPIRED' }, { value: 2, text: '2 из 5\u00a0штук', remainder: null }],
    [
      { progress: { current: 9, target: 5, unit: 'VISITS' } },
      { value: 5, most: 5, remainder: null },
    ],
    [{ progress: { current: -1, target: 5, unit: 'VISITS' } }, { value: 0 }],
    [{ progress: { current: 1, target: 0, unit: 'VISITS' } }, null],
    [{ progress: undefined }, null],
  ] as const)('with %j shows the progress %j', (change, progress) => {
    expect(view(change).progress).toEqual(progress && expect.objectContaining(progress))
  })
})

test.each([
  [
    { current: 120_000, target: 300_000, unit: 'RUB' },
    '1\u2009200\u2009₽ из 3\u2009000\u2009₽',
    'осталось 1\u2009800\u2009₽',
  ],
  [{ current: 3, target: 5, unit: 'PIECES' }, '3 из 5\u00a0штук', 'осталось 2\u00a0штуки'],
  [{ current: 4, target: 5, unit: 'PIECES' }, '4 из 5\u00a0штук', 'осталась 1\u00a0штука'],
  [{ current: 0, target: 1, unit: 'PIECES' }, '0 из 1\u00a0штуки', 'осталась 1\u00a0штука'],
  [{ current: 0, target: 21, unit: 'VISITS' }, '0 из 21\u00a0визита', 'остался 21\u00a0визит'],
  [{ current: 1, target: 4, unit: 'VISITS' }, '1 из 4\u00a0визитов', 'осталось 3\u00a0визита'],
  [{ current: 7, target: 7, unit: 'VISITS' }, '7 из 7\u00a0визитов', null],
] as const)('shows the progress %j of an offer as text', (progress, text, remainder) => {
  expect(view({ progress }).progress).toMatchObject({ text, remainder })
})

test('has no calendar file for an offer that is over, whatever its state is', () => {
  const items = [86_400_000, -86_400_000].map((ms) => {
    const endDate = new Date(Date.now() + ms).toISOString()
    return offerDetail({ ...offer, endDate }, null).calendarItem
  })
  expect(items).toEqual([expect.stringMatching(/^offer-/), null])
})

test('splits the terms of an offer into paragraphs without blank ones', () => {
  expect(offerDetail({ ...offer, terms: 'Раз\n \n\nДва' }, null).terms).toEqual(['Раз', 'Два'])
})
