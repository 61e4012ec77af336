import { expect, test } from 'vitest'

import { expiryText, periodText } from './expiry'

const now = new Date('2026-04-13T12:00:00+03:00')

test.each([
  [null, null],
  [undefined, null],
  ['2026-04-13T11:59:59+03:00', 'срок истёк'],
  ['2026-04-13T12:00:00+03:00', 'срок истёк'],
  ['2026-04-13T23:59:59+03:00', 'последний день'],
  ['2026-04-13T23:59:00+03:00', 'последний день'],
  // A midnight is the end of the day before.
  ['2026-04-14T00:00:00+03:00', 'последний день'],
  ['2026-04-15T00:00:00+03:00', 'ещё 1 день'],
  ['2026-04-14T23:59:59+03:00', 'ещё 1 день'],
  ['2026-04-15T23:59:59+03:00', 'ещё 2 дня'],
  ['2026-04-18T23:59:59+03:00', 'ещё 5 дней'],
  ['2026-05-04T23:59:59+03:00', 'ещё 21 день'],
  // A day that ends early ends with its time.
  ['2026-04-13T19:00:00+03:00', 'сегодня до 19:00'],
  // Already the 14th in Moscow.
  ['2026-04-13T21:30:00Z', 'завтра до 00:30'],
  ['2026-04-14T10:00:00+03:00', 'завтра до 10:00'],
  ['2026-04-15T10:00:00+03:00', 'ещё 2 дня, до 10:00'],
])('an end at %s is «%s»', (end, expected) => {
  expect(expiryText(end, now, 'Europe/Moscow')).toBe(expected)
})

test.each([
  ['Asia/Vladivostok', '2026-04-12T23:00:00+10:00', 'ещё 2 дня, до 06:59'],
  ['Asia/Vladivostok', '2026-04-13T10:00:00+10:00', 'завтра до 06:59'],
  ['Asia/Vladivostok', '2026-04-14T06:00:00+10:00', 'сегодня до 06:59'],
  ['Asia/Vladivostok', '2026-04-14T06:59:59+10:00', 'срок истёк'],
  ['Europe/Kaliningrad', '2026-04-13T12:00:00+02:00', 'сегодня до 22:59'],
  // No zone was reported: the day is Moscow's.
  [null, '2026-04-13T10:00:00+10:00', 'последний день'],
])('in %s at %s the end of 13 April in Moscow is «%s»', (zone, at, expected) => {
  expect(expiryText('2026-04-13T23:59:59+03:00', new Date(at), zone)).toBe(expected)
})

test('what ends in years says its last day and not how many days those are', () => {
  expect(expiryText('2099-12-31T23:59:59+03:00', now, null)).toBe('до 31 декабря 2099')
  expect(expiryText('2027-03-01T23:59:59+03:00', now, null)).toBe('ещё 322 дня')
})

test('a period says the years of what lies years away', () => {
  const period = (start: string, end: string) => periodText({ start, end }, now, null)
  expect(period('2026-04-01T00:00:00+03:00', '2099-12-31T23:59:59+03:00')).toBe(
    'с 1 апреля по 31 декабря 2099',
  )
  expect(period('2020-04-01T00:00:00+03:00', '2026-04-30T23:59:59+03:00')).toBe(
    'с 1 апреля 2020 по 30 апреля',
  )
})

test('a time by Moscow’s clock is marked as so without a zone', () => {
  expect(expiryText('2026-04-14T10:00:00+03:00', now, null)).toBe('завтра до 10:00 (МСК)')
})

test('what ends within the first second after midnight is over with the day before', () => {
  const second = new Date('2026-04-14T00:00:00.200+03:00')
  expect(expiryText('2026-04-14T00:00:00.500+03:00', second, 'Europe/Moscow')).toBe('срок истёк')
})
