import { afterEach, expect, test, vi } from 'vitest'

import {
  waitText,
  formatTimeOrDay,
  getClock,
  formatDateTime,
  formatDay,
  formatMonth,
  formatPastDay,
  formatTime,
  formatDayAndTime,
  SERVER_TIME_ZONE,
} from './dates'

afterEach(() => vi.unstubAllEnvs())

const evening = '2026-04-13T15:04:00Z'

test('formats a day with its month as text and without «г.»', () => {
  expect(formatDay(evening)).toBe('13 апреля')
  expect(formatDay(evening, { withYear: true })).toBe('13 апреля 2026')
})

test('adds the year to a past day of another year in Moscow’s calendar', () => {
  const now = new Date('2026-01-02T10:00:00Z')
  expect(formatPastDay('2025-12-31T21:00:00Z', now)).toBe('1 января')
  expect(formatPastDay('2025-12-31T20:59:59Z', now)).toBe('31 декабря 2025')
})

test('formats a month alone with a capital letter', () => {
  expect(formatMonth(evening)).toBe('Апрель 2026')
  expect(formatMonth('2025-12-31T21:30:00Z')).toBe('Январь 2026')
})

test('formats a moment of today as its time, and a moment of an earlier day with its date', () => {
  vi.stubEnv('TZ', 'Asia/Omsk')
  const now = new Date(2026, 2, 14, 18, 30)
  expect(formatTimeOrDay(new Date(2026, 2, 14, 9, 5), now)).toBe('в 09:05')
  expect(formatTimeOrDay(new Date(2026, 2, 12, 9, 5), now)).toBe('12 марта')
  expect(formatTimeOrDay(new Date(2025, 2, 14, 9, 5), now)).toBe('14 марта 2025')
  expect(formatDayAndTime(new Date(2026, 2, 14, 9, 5), now)).toBe('в 09:05')
  expect(formatDayAndTime(new Date(2026, 2, 13, 19, 5), now)).toBe('13 марта в 19:05')
  expect(formatDayAndTime(new Date(2025, 2, 14, 9, 5), now)).toBe('14 марта 2025 в 09:05')
})

test.each(['UTC', 'Etc/UTC', 'Atlantic/Reykjavik'])(
  'uses Moscow’s times and names Moscow for a browser in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    const now = new Date('2026-04-13T22:30:00Z')
    expect(formatTime(evening)).toBe('18:04')
    expect(formatDayAndTime(evening, now)).toBe('13 апреля в 18:04 (МСК)')
    expect(formatTimeOrDay('2026-04-13T21:10:00Z', now)).toBe('в 00:10 (МСК)')
    expect(formatTimeOrDay('2026-04-13T20:10:00Z', now)).toBe('13 апреля')
    expect(waitText(evening, undefined, now)).toBe('после 18:04 13 апреля (МСК)')
  },
)

test.each([
  ['Europe/London', '16:04'],
  ['Africa/Abidjan', '15:04'],
  ['Asia/Omsk', '21:04'],
])('uses the browser’s own times in %s', (zone, time) => {
  vi.stubEnv('TZ', zone)
  expect(formatTime(evening)).toBe(time)
  expect(formatDayAndTime(evening, new Date(evening))).toBe(`в ${time}`)
})

test.each([
  [evening, undefined, '13 апреля, 18:04'],
  [evening, 'Asia/Vladivostok', '14 апреля, 01:04'],
  ['2026-04-14T00:30:00+10:00', undefined, '14 апреля, 00:30'],
])('formats %s by the clock of its till in the zone %s: %s', (instant, timeZone, text) => {
  expect(formatDateTime(instant, { timeZone })).toBe(text)
  expect(formatDateTime(instant, { timeZone, withYear: true })).toBe(text.replace(',', ' 2026,'))
})

test.each([
  ['2026-04-13T18:04:59+03:00', { year: '2026', month: '04', day: '13', hour: '18', minute: '04' }],
  ['2026-01-01T00:00:00+10:00', { year: '2026', month: '01', day: '01', hour: '00', minute: '00' }],
  ['2025-12-31T21:00:00Z', { year: '2026', month: '01', day: '01', hour: '00', minute: '00' }],
])('splits %s into the date and time of its own zone, else of Moscow', (instant, expected) => {
  expect(getClock(instant)).toEqual(expected)
})

test.each([
  ['2026-04-13T15:04:00Z', 'после 18:04 (МСК)'],
  ['2026-04-13T15:04:01Z', 'после 18:05 (МСК)'],
  ['2026-04-13T21:30:00Z', 'после 00:30 14 апреля (МСК)'],
])('formats a wait until %s as %s', (until, expectedText) => {
  expect(waitText(until, SERVER_TIME_ZONE, new Date(evening))).toBe(expectedText)
})

test('limits the number of cached formatters, which visitors’ zones could exhaust', () => {
  const { DateTimeFormat } = Intl
  const made = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (...given) {
    return new DateTimeFormat(...given)
  } as typeof DateTimeFormat)
  const zones = Intl.supportedValuesOf('timeZone')
  for (const zone of [...zones, ...zones]) formatTime(evening, zone)
  // The formatters of the first round were evicted.
  expect(zones.length).toBeGreaterThan(400)
  expect(made.mock.calls.length).toBeGreaterThan(zones.length + 100)
  made.mockRestore()
  expect(formatTime(evening, SERVER_TIME_ZONE)).toBe('18:04')
})
