import { describe, expect, test } from 'vitest'

import type { Balance } from '~/gateways/schemas/account.server'

import { listDeadlines } from './deadlines.server'

function textFor(expiresAt: string, now: string, zone: string): string | undefined {
  const balance: Pick<Balance, 'items'> = { items: [{ amount: 1, expiresAt, type: 'POINTS' }] }
  return listDeadlines({ balance }, { now: new Date(now), zone, withinDays: Infinity })[0]?.when
}

describe('the text of a deadline in Moscow', () => {
  // 13 April 2026 is a Monday; the gateway's ends are the last second of a day.
  test.each([
    ['2026-04-13T00:00:00+03:00', 'сегодня до 23:59'],
    ['2026-04-12T23:59:59+03:00', 'завтра'],
    ['2026-04-11T23:59:59+03:00', 'послезавтра, в понедельник'],
    ['2026-04-10T23:59:59+03:00', 'через 3 дня, в понедельник'],
    ['2026-04-08T12:00:00+03:00', 'через 5 дней, в понедельник'],
    ['2026-04-06T00:00:00+03:00', 'через неделю, 13 апреля'],
    ['2026-04-05T23:59:59+03:00', '13 апреля'],
    ['2025-12-31T23:59:59+03:00', '13 апреля 2026'],
  ])('at %s describes the last second of 13 April as «%s»', (now, expected) => {
    expect(textFor('2026-04-13T23:59:59+03:00', now, 'Europe/Moscow')).toBe(expected)
  })

  test.each([
    ['2026-04-13T12:00:00+03:00', 'сегодня до 23:59'],
    ['2026-04-12T12:00:00+03:00', 'завтра'],
  ])('at %s describes a midnight as the end of the day before: «%s»', (now, expected) => {
    expect(textFor('2026-04-14T00:00:00+03:00', now, 'Europe/Moscow')).toBe(expected)
  })

  test.each([
    ['2026-04-13T09:30:00+03:00', 'сегодня до 12:00'],
    ['2026-04-11T09:30:00+03:00', 'послезавтра, в понедельник до 12:00'],
    ['2026-04-06T09:30:00+03:00', 'через неделю, 13 апреля до 12:00'],
  ])('at %s describes an end at noon with its time: «%s»', (now, expected) => {
    expect(textFor('2026-04-13T12:00:00+03:00', now, 'Europe/Moscow')).toBe(expected)
  })

  test('has a text for every weekday', () => {
    const expected = Array.from({ length: 7 }, (_, day) => {
      const noon = (of: number) => new Date(Date.UTC(2026, 3, of, 20, 59, 59)).toISOString()
      return textFor(noon(13 + day), noon(10 + day), 'Europe/Moscow')?.replace('через 3 дня, ', '')
    })
    expect(expected).toEqual([
      'в понедельник',
      'во вторник',
      'в среду',
      'в четверг',
      'в пятницу',
      'в субботу',
      'в воскресенье',
    ])
  })
})

describe('the end of 13 April in Moscow', () => {
  const end = '2026-04-13T23:59:59+03:00'
  test.each([
    // One hour behind Moscow: the day ends before midnight.
    ['Europe/Kaliningrad', '2026-04-12T23:59:59+02:00', 'завтра до 22:59'],
    ['Europe/Kaliningrad', '2026-04-13T00:00:00+02:00', 'сегодня до 22:59'],
    // Ahead of Moscow: it is the morning of the 14th.
    ['Asia/Vladivostok', '2026-04-14T00:00:00+10:00', 'сегодня до 06:59'],
    ['Asia/Vladivostok', '2026-04-13T23:59:59+10:00', 'завтра до 06:59'],
    ['Asia/Vladivostok', '2026-04-12T23:59:59+10:00', 'послезавтра, во вторник до 06:59'],
    ['Asia/Kamchatka', '2026-04-14T08:59:58+12:00', 'сегодня до 08:59'],
    ['America/New_York', '2026-04-13T09:00:00-04:00', 'сегодня до 16:59'],
    ['America/New_York', '2026-04-12T23:59:59-04:00', 'завтра до 16:59'],
  ])('is shown in %s at %s as «%s»', (zone, now, expected) => {
    expect(textFor(end, now, zone)).toBe(expected)
  })
})

describe('around clock changes, days are counted and not hours', () => {
  test.each([
    // Forward on 29 March 2026: the day has 23 hours.
    ['2026-03-29T23:59:59+02:00', '2026-03-29T00:00:00+01:00', 'сегодня до 23:59'],
    ['2026-03-29T23:59:59+02:00', '2026-03-28T23:59:59+01:00', 'завтра'],
    ['2026-03-30T23:59:59+02:00', '2026-03-28T23:30:00+01:00', 'послезавтра, в понедельник'],
    ['2026-03-30T00:00:00+02:00', '2026-03-29T23:59:00+02:00', 'сегодня до 23:59'],
    // Back on 25 October 2026: the day has 25 hours, and half past two occurs twice.
    ['2026-10-25T23:59:59+01:00', '2026-10-24T23:59:59+02:00', 'завтра'],
    ['2026-10-25T02:30:00+01:00', '2026-10-25T02:30:00+02:00', 'сегодня до 02:30'],
    ['2026-10-31T23:59:59+01:00', '2026-10-24T00:00:00+02:00', 'через неделю, 31 октября'],
  ])('in Berlin, the end %s is described at the time %s as «%s»', (end, now, expected) => {
    expect(textFor(end, now, 'Europe/Berlin')).toBe(expected)
  })
})

describe('at the ends of years and on leap days', () => {
  test.each([
    ['2027-01-01T23:59:59+03:00', '2026-12-31T23:59:59+03:00', 'завтра'],
    ['2027-01-01T00:00:00+03:00', '2026-12-31T12:00:00+03:00', 'сегодня до 23:59'],
    ['2027-01-07T23:59:59+03:00', '2026-12-31T00:00:00+03:00', 'через неделю, 7 января 2027'],
    // A leap day, and a year without one.
    ['2028-02-29T23:59:59+03:00', '2028-02-28T23:59:59+03:00', 'завтра'],
    ['2028-03-01T23:59:59+03:00', '2028-02-28T23:59:59+03:00', 'послезавтра, в среду'],
    ['2028-03-06T23:59:59+03:00', '2028-02-28T12:00:00+03:00', 'через неделю, 6 марта'],
  ])('describes the end %s at the time %s as «%s»', (end, now, expected) => {
    expect(textFor(end, now, 'Europe/Moscow')).toBe(expected)
  })

  test('names the weekday of a day before 1970', () => {
    expect(textFor('1969-12-31T20:59:59Z', '1969-12-28T12:00:00Z', 'Europe/Moscow')).toBe(
      'через 3 дня, в среду',
    )
  })
})
