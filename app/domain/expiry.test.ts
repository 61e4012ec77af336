import { afterEach, describe, expect, test, vi } from 'vitest'

import { byEnd, daysUntil, endsSoon, getLastDay, lastDayText, periodText, termText } from './expiry'
import { getBrowserZone } from '~/lib/time-zones'

const MOSCOW = 'Europe/Moscow'
afterEach(() => vi.unstubAllEnvs())

const expiryText = (end: string | null | undefined, at: Date, zone: string | null) =>
  termText({ start: null, end }, zone, at)

const now = new Date('2026-04-13T12:00:00+03:00')

test.each([
  [null, null],
  [undefined, null],
  ['2026-04-13T11:59:59+03:00', 'срок истёк'],
  ['2026-04-13T12:00:00+03:00', 'срок истёк'],
  ['2026-04-13T23:59:59+03:00', 'последний день'],
  ['2026-04-13T23:59:00+03:00', 'последний день'],
  // Midnight counts as the end of the day before.
  ['2026-04-14T00:00:00+03:00', 'последний день'],
  ['2026-04-15T00:00:00+03:00', 'до завтра'],
  ['2026-04-14T23:59:59+03:00', 'до завтра'],
  ['2026-04-15T23:59:59+03:00', 'ещё 2 дня'],
  ['2026-04-18T23:59:59+03:00', 'ещё 5 дней'],
  ['2026-05-04T23:59:59+03:00', 'ещё 21 день'],
  // A day that ends early shows its time.
  ['2026-04-13T19:00:00+03:00', 'сегодня до 19:00'],
  // Already the 14th in Moscow.
  ['2026-04-13T21:30:00Z', 'завтра до 00:30'],
  ['2026-04-14T10:00:00+03:00', 'завтра до 10:00'],
  ['2026-04-15T10:00:00+03:00', 'ещё 2 дня, до 10:00'],
])('describes, at noon on 13 April 2026, an end at %s as «%s»', (end, expected) => {
  expect(expiryText(end, now, 'Europe/Moscow')).toBe(expected)
})

test.each([
  ['Asia/Vladivostok', '2026-04-12T23:00:00+10:00', 'ещё 2 дня, до 06:59'],
  ['Asia/Vladivostok', '2026-04-13T10:00:00+10:00', 'завтра до 06:59'],
  ['Asia/Vladivostok', '2026-04-14T06:00:00+10:00', 'сегодня до 06:59'],
  ['Asia/Vladivostok', '2026-04-14T06:59:59+10:00', 'срок истёк'],
  ['Europe/Kaliningrad', '2026-04-13T12:00:00+02:00', 'сегодня до 22:59'],
  // Without a reported zone Moscow's day applies.
  [null, '2026-04-13T10:00:00+10:00', 'последний день'],
])('describes, in %s at %s, the end of 13 April in Moscow as «%s»', (zone, at, expected) => {
  expect(expiryText('2026-04-13T23:59:59+03:00', new Date(at), zone)).toBe(expected)
})

test('shows the date instead of the days left for an end in another year', () => {
  expect(expiryText('2099-12-31T23:59:59+03:00', now, null)).toBe('до 31 декабря 2099')
  expect(expiryText('2027-03-01T23:59:59+03:00', now, null)).toBe('ещё 322 дня')
})

test('shows the years of a period in another year', () => {
  const period = (start: string, end: string) => periodText({ start, end }, null, now)
  expect(period('2026-04-01T00:00:00+03:00', '2099-12-31T23:59:59+03:00')).toBe(
    'с 1 апреля по 31 декабря 2099',
  )
  expect(period('2020-04-01T00:00:00+03:00', '2026-04-30T23:59:59+03:00')).toBe(
    'с 1 апреля 2020 по 30 апреля',
  )
})

test('names Moscow’s time when no zone was reported', () => {
  expect(expiryText('2026-04-14T10:00:00+03:00', now, null)).toBe('завтра до 10:00 (МСК)')
})

test('counts an end within the first second after midnight as the end of the day before', () => {
  const second = new Date('2026-04-14T00:00:00.200+03:00')
  expect(expiryText('2026-04-14T00:00:00.500+03:00', second, 'Europe/Moscow')).toBe('срок истёк')
})

test.each([
  ['2026-04-16T23:59:59+03:00', true],
  ['2026-04-17T23:59:59+03:00', false],
  ['2026-04-13T11:59:59+03:00', false],
  [null, false],
])('says, at noon on 13 April 2026, of an end at %s that it is soon: %s', (end, isSoon) => {
  expect(endsSoon(end, null, now)).toBe(isSoon)
})

test('sorts the earliest end first, and entries without an end last', () => {
  expect([null, '2026-05-01T00:00:00Z', '2026-04-30T00:00:00Z'].sort(byEnd)).toEqual([
    '2026-04-30T00:00:00Z',
    '2026-05-01T00:00:00Z',
    null,
  ])
})

describe('the last day', () => {
  const noon = new Date('2026-11-23T12:00:00+03:00')

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
    expect(lastDayText(end, zone, noon)).toBe(expected)
  })

  test.each([
    ['2027-09-23T23:59:59+03:00', '23 сентября'],
    ['2027-11-23T23:59:59+03:00', '23 ноября 2027'],
    ['2025-11-23T23:59:59+03:00', '23 ноября 2025'],
  ])('of %s is shown on 23 November 2026, with the year where needed, as «%s»', (end, expected) => {
    expect(lastDayText(end, null, noon)).toBe(expected)
  })

  test('of a browser’s own clock is shown by that clock', () => {
    vi.stubEnv('TZ', 'Asia/Vladivostok')
    const end = '2026-11-23T23:59:59+03:00'
    expect(lastDayText(end, getBrowserZone(), noon)).toBe('06:59 24 ноября')
    expect(lastDayText('2026-11-24T00:00:00+10:00', getBrowserZone(), noon)).toBe('23 ноября')
  })
})
