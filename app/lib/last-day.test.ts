import { describe, expect, test } from 'vitest'

import { daysUntil, getLastDay, lastDayText, untilText } from './last-day'

const MOSCOW = 'Europe/Moscow'
const now = new Date('2026-11-23T12:00:00+03:00')

describe('the last day', () => {
  test.each([
    ['2026-11-23T23:59:59+03:00', MOSCOW, '2026-11-23 23:59', true],
    ['2026-11-23T23:59:00+03:00', MOSCOW, '2026-11-23 23:59', true],
    ['2026-11-24T00:00:00+03:00', MOSCOW, '2026-11-23 23:59', true],
    ['2026-11-24T00:00:00.999+03:00', MOSCOW, '2026-11-23 23:59', true],
    ['2026-11-24T00:01:00+03:00', MOSCOW, '2026-11-24 00:01', false],
    ['2026-11-24T12:00:00+03:00', MOSCOW, '2026-11-24 12:00', false],
    ['2026-11-23T23:59:59+03:00', 'Asia/Vladivostok', '2026-11-24 06:59', false],
    ['2026-11-24T00:00:00+03:00', 'Asia/Vladivostok', '2026-11-24 07:00', false],
    ['2026-11-23T23:59:59+03:00', 'Europe/Kaliningrad', '2026-11-23 22:59', false],
    ['2027-01-01T00:00:00+03:00', MOSCOW, '2026-12-31 23:59', true],
  ])('of %s in %s is %s', (end, zone, expected, isWhole) => {
    const { year, month, day, time, ...rest } = getLastDay(new Date(end), zone)
    const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
    expect([`${date} ${time}`, rest.isWhole]).toEqual([expected, isWhole])
  })

  test('has a number of days left that is counted in the calendar of its zone', () => {
    const night = new Date('2026-11-23T03:00:00+03:00')
    const left = (zone: string) =>
      daysUntil(getLastDay(new Date('2026-11-24T00:00:00+03:00'), zone), night, zone)
    expect([left(MOSCOW), left('Asia/Vladivostok')]).toEqual([0, 1])
  })

  test.each([
    ['2026-11-23T23:59:59+03:00', null, '23 ноября'],
    ['2026-11-24T00:00:00+03:00', null, '23 ноября'],
    ['2026-11-24T10:00:00+03:00', null, '10:00 24 ноября (МСК)'],
    ['2026-11-24T10:00:00+03:00', MOSCOW, '10:00 24 ноября'],
    ['2026-11-23T23:59:59+03:00', 'Asia/Vladivostok', '06:59 24 ноября'],
  ])('of %s is shown in %s as «до %s»', (end, zone, expected) => {
    expect(lastDayText(end, zone, { now })).toBe(expected)
  })

  test.each([
    ['2027-09-23T23:59:59+03:00', '23 сентября'],
    ['2027-11-23T23:59:59+03:00', '23 ноября 2027'],
    ['2025-11-23T23:59:59+03:00', '23 ноября 2025'],
  ])('of %s is shown on 23 November 2026, with the year where needed, as «%s»', (end, expected) => {
    expect(lastDayText(end, null, { now })).toBe(expected)
  })

  test('has its year when requested', () => {
    expect(lastDayText('2027-01-01T00:00:00+03:00', null, { withYear: true })).toBe(
      '31 декабря 2026',
    )
  })

  test.each([
    [new Date(2026, 10, 24), '23'],
    [new Date(2026, 10, 23, 23, 59, 59), '23'],
    [new Date(2026, 10, 24, 6, 59, 59), '06:59 24'],
  ])('of %s is shown in the browser’s time zone as «до %s»', (end, expected) => {
    expect(untilText(end.toISOString(), (day) => String(day.getDate()))).toBe(expected)
  })
})
