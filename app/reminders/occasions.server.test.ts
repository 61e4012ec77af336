import { expect, test } from 'vitest'

import { listDeadlines } from '~/deadlines/deadlines.server'

import { deadlineOccasion } from './occasions.server'

const now = new Date('2026-04-13T12:00:00+03:00')
const titleOf = (at: string, kind: 'stars' | 'coupon', isMoscow = false) => {
  const [deadline] = listDeadlines(
    kind === 'stars'
      ? { balance: { items: [{ type: 'POINTS', amount: 120, expiresAt: at }] } }
      : {
          coupons: [
            {
              favoriteId: '0123456789',
              title: 'Сыры',
              items: null,
              displayType: 'text',
              startDate: null,
              expirationDate: at,
              isFavorite: false,
              state: 'AVAILABLE',
            },
          ],
        },
    { now, zone: 'Europe/Moscow' },
  )
  return deadlineOccasion(deadline!, isMoscow).title
}

test.each([
  ['2026-04-13T23:59:59+03:00', 'сегодня до 23:59'],
  ['2026-04-14T00:00:00+03:00', 'сегодня до 23:59'],
  ['2026-04-14T23:59:59+03:00', 'завтра'],
  ['2026-04-14T12:00:00+03:00', 'завтра до 12:00'],
])('gives a deadline at %s the same text for stars and coupons: «%s»', (at, when) => {
  expect(titleOf(at, 'stars')).toBe(`Звёзды скоро сгорят: ${when}`)
  expect(titleOf(at, 'coupon')).toBe(`Скоро закончится: ${when}`)
})

test('adds Moscow’s time zone to a time, but not to a day, when the browser’s zone is unknown', () => {
  expect(titleOf('2026-04-14T12:00:00+03:00', 'stars', true)).toMatch(/: завтра до 12:00 \(МСК\)$/)
  expect(titleOf('2026-04-14T23:59:59+03:00', 'stars', true)).toMatch(/: завтра$/)
})
