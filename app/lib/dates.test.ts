import { afterEach, expect, test, vi } from 'vitest'

import {
  clockNote,
  formatDay,
  formatDayAndTime,
  formatTillDay,
  formatTillMonth,
  formatTillTime,
  formatTime,
  formatTimeOrDay,
  getTillClock,
  waitText,
} from './dates'
import { getBrowserZone, MOSCOW, UNKNOWN_ZONE } from './time-zones'

afterEach(() => vi.unstubAllEnvs())

const evening = '2026-04-13T15:04:00Z'

test('formats a day with its month as text and without «г.»', () => {
  expect(formatDay(evening, MOSCOW)).toBe('13 апреля')
  expect(formatDay(evening, MOSCOW, true)).toBe('13 апреля 2026')
})

test('adds the year to a past day of another year in Moscow’s calendar', () => {
  const now = new Date('2026-01-02T10:00:00Z')
  expect(formatTillDay('2025-12-31T21:00:00Z', now)).toBe('1 января')
  expect(formatTillDay('2025-12-31T20:59:59Z', now)).toBe('31 декабря 2025')
})

test('formats a month alone with a capital letter', () => {
  expect(formatTillMonth(evening)).toBe('Апрель 2026')
  expect(formatTillMonth('2025-12-31T21:30:00Z')).toBe('Январь 2026')
})

test('formats a moment of today as its time, and a moment of an earlier day with its date', () => {
  vi.stubEnv('TZ', 'Asia/Omsk')
  const zone = getBrowserZone()
  const now = new Date(2026, 2, 14, 18, 30)
  expect(formatTimeOrDay(new Date(2026, 2, 14, 9, 5), zone, now)).toBe('в 09:05')
  expect(formatTimeOrDay(new Date(2026, 2, 12, 9, 5), zone, now)).toBe('12 марта')
  expect(formatTimeOrDay(new Date(2025, 2, 14, 9, 5), zone, now)).toBe('14 марта 2025')
  expect(formatDayAndTime(new Date(2026, 2, 14, 9, 5), zone, now)).toBe('в 09:05')
  expect(formatDayAndTime(new Date(2026, 2, 13, 19, 5), zone, now)).toBe('13 марта в 19:05')
  expect(formatDayAndTime(new Date(2025, 2, 14, 9, 5), zone, now)).toBe('14 марта 2025 в 09:05')
})

test.each(['UTC', 'Etc/UTC', 'Atlantic/Reykjavik'])(
  'uses Moscow’s times and names Moscow for a browser in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    const now = new Date('2026-04-13T22:30:00Z')
    const unknown = getBrowserZone()
    expect(formatTime(evening, unknown)).toBe('18:04 (МСК)')
    expect(formatDayAndTime(evening, unknown, now)).toBe('13 апреля в 18:04 (МСК)')
    expect(formatTimeOrDay('2026-04-13T21:10:00Z', unknown, now)).toBe('в 00:10 (МСК)')
    expect(formatTimeOrDay('2026-04-13T20:10:00Z', unknown, now)).toBe('13 апреля')
    expect(waitText(evening, unknown, now)).toBe('после 18:04 13 апреля (МСК)')
  },
)

test.each([
  ['Europe/London', '16:04'],
  ['Africa/Abidjan', '15:04'],
  ['Asia/Omsk', '21:04'],
])('uses the browser’s own times in %s', (zone, time) => {
  vi.stubEnv('TZ', zone)
  expect(formatTime(evening, getBrowserZone())).toBe(time)
  expect(formatDayAndTime(evening, getBrowserZone(), new Date(evening))).toBe(`в ${time}`)
})

test.each([
  [evening, null, '13 апреля, 18:04'],
  [evening, 'Asia/Vladivostok', '14 апреля, 01:04'],
  ['2026-04-14T00:30:00+10:00', null, '14 апреля, 00:30'],
])('formats %s by the clock of its till in the zone %s: %s', (instant, timeZone, text) => {
  expect(formatTillTime(instant, timeZone)).toBe(text)
  expect(formatTillTime(instant, timeZone, true)).toBe(text.replace(',', ' 2026,'))
})

test.each([
  ['2026-04-13T18:04:59+03:00', { year: '2026', month: '04', day: '13', hour: '18', minute: '04' }],
  ['2026-01-01T00:00:00+10:00', { year: '2026', month: '01', day: '01', hour: '00', minute: '00' }],
  ['2025-12-31T21:00:00Z', { year: '2026', month: '01', day: '01', hour: '00', minute: '00' }],
])('splits %s into the date and time of its own zone, else of Moscow', (instant, expected) => {
  expect(getTillClock(instant, null)).toEqual(expected)
})

test.each([
  ['2026-04-13T15:04:00Z', 'после 18:04 (МСК)'],
  ['2026-04-13T15:04:01Z', 'после 18:05 (МСК)'],
  ['2026-04-13T21:30:00Z', 'после 00:30 14 апреля (МСК)'],
])('formats a wait until %s as %s', (until, expectedText) => {
  expect(waitText(until, UNKNOWN_ZONE, new Date(evening))).toBe(expectedText)
})

test.each([
  ['Europe/Moscow', null],
  ['Europe/Simferopol', null],
  ['Asia/Vladivostok', 'По московскому времени'],
  ['Europe/Kaliningrad', 'По московскому времени'],
  [null, 'По московскому времени'],
])('adds for the zone «%s» the note: %s', (zone, note) => {
  expect(clockNote(zone)).toBe(note)
})
