import { describe, expect, test } from 'vitest'

import { openingStatus, statusText, getWeek, type Timetable } from './opening-hours'

const names = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

function week(opening: string, closing: string, daysOff: readonly string[] = []): Timetable {
  const days = names.map((name) => [
    name,
    daysOff.includes(name)
      ? { isDayOff: true }
      : { isDayOff: false, dailySchedule: { openingTime: opening, closingTime: closing } },
  ])
  return { is24hOpen: false, weeklySchedule: Object.fromEntries(days) }
}

const everyDay = week('08:00', '22:00')
const workdays = week('09:00', '20:00', ['saturday', 'sunday'])
const intoTheNight = week('10:00', '02:00')
const untilMidnight = week('08:00', '24:00')
const roundTheClock = week('00:00', '24:00')
const fromEight = week('08:00', '08:00')
const closedOnSunday = week('00:00', '24:00', ['sunday'])
const fromEightButSunday = week('08:00', '08:00', ['sunday'])
/** The same, but for a Wednesday without hours that is no day off. */
const withoutWednesday = ({ weeklySchedule }: Timetable): Timetable => ({
  is24hOpen: false,
  weeklySchedule: { ...weeklySchedule!, wednesday: { isDayOff: false } },
})
/** Monday's hours continue into Tuesday's. */
const oneNight: Timetable = {
  is24hOpen: false,
  weeklySchedule: {
    ...untilMidnight.weeklySchedule!,
    tuesday: { isDayOff: false, dailySchedule: { openingTime: '00:00', closingTime: '06:00' } },
  },
}
const neverOpen = week('00:00', '00:00', names)
const MOSCOW = 'Europe/Moscow'
const URAL = 'Asia/Yekaterinburg'

// 2026-03-02 is a Monday.
test.each([
  ['during the day', everyDay, '02T12:00', 'Открыто до 22:00'],
  ['at the minute of opening', everyDay, '02T08:00', 'Открыто до 22:00'],
  ['at the last minute', everyDay, '02T21:59', 'Открыто до 22:00'],
  ['at the minute of closing', everyDay, '02T22:00', 'Закрыто, откроется завтра в 8:00'],
  ['before opening', everyDay, '02T06:30', 'Закрыто, откроется сегодня в 8:00'],
  [
    'on a Friday night before days off',
    workdays,
    '06T21:00',
    'Закрыто, откроется в понедельник в 9:00',
  ],
  ['on the last day off', workdays, '08T12:00', 'Закрыто, откроется завтра в 9:00'],
  ['after midnight, before closing', intoTheNight, '03T01:30', 'Открыто до 2:00'],
  [
    'at the minute of closing after midnight',
    intoTheNight,
    '03T02:00',
    'Закрыто, откроется сегодня в 10:00',
  ],
  ['just before midnight', untilMidnight, '02T23:59', 'Открыто до 24:00'],
  ['8:00 to 8:00 every day', fromEight, '02T03:00', 'Круглосуточно'],
  ['0:00 to 24:00 every day', roundTheClock, '02T03:00', 'Круглосуточно'],
  ['round the clock by is24hOpen', { is24hOpen: true }, '02T03:00', 'Круглосуточно'],
  ['late on a 24-hour day before another', closedOnSunday, '04T23:50', 'Сегодня круглосуточно'],
  ['early on a 24-hour day before another', closedOnSunday, '06T00:10', 'Сегодня круглосуточно'],
  ['on a 24-hour day before a day off', closedOnSunday, '07T12:00', 'Открыто до 24:00'],
  [
    'on a day off after 24-hour days',
    closedOnSunday,
    '08T12:00',
    'Закрыто, откроется завтра в 0:00',
  ],
  [
    'on the morning of a day off, after hours from 8:00 to 8:00',
    fromEightButSunday,
    '08T07:00',
    'Открыто до 8:00',
  ],
  [
    'on the evening before a day off, with hours from 8:00 to 8:00',
    fromEightButSunday,
    '07T21:00',
    'Открыто до 8:00',
  ],
  [
    'in the night between two days with hours from 8:00 to 8:00',
    fromEightButSunday,
    '04T03:00',
    'Сегодня круглосуточно',
  ],
  ['with hours that continue into the next day', oneNight, '02T20:00', 'Открыто до 6:00'],
  ['with days off only', neverOpen, '02T12:00', 'Закрыто'],
  ['without a schedule', { is24hOpen: false }, '02T12:00', 'Часы работы не указаны'],
  ['without a timetable', undefined, '02T12:00', 'Часы работы не указаны'],
] as const)('3.22: formats the opening status: %s', (_, timetable, now, expected) => {
  const at = new Date(`2026-03-${now}+03:00`)
  expect(statusText(openingStatus(timetable, MOSCOW, at))).toBe(expected)
})

test('formats the opening status in a zone two hours ahead', () => {
  const statusAt = (time: string) =>
    statusText(openingStatus(everyDay, URAL, new Date(`2026-03-02T${time}+03:00`)))
  expect(statusAt('06:30')).toBe('Открыто до 22:00')
  expect(statusAt('20:30')).toBe('Закрыто, откроется завтра в 8:00')
})

test('reports days without hours as no data, not as closed', () => {
  const days = names.map((name) => [name, { isDayOff: false }])
  const timetable = { is24hOpen: false, weeklySchedule: Object.fromEntries(days) }
  expect(openingStatus(timetable, MOSCOW, new Date()).kind).toBe('unknown')
})

test.each([
  ['on that day', '2026-03-04T12:00+03:00', 'Часы работы не указаны'],
  ['after midnight, in the hours of the day before', '2026-03-04T01:30+03:00', 'Открыто до 2:00'],
  ['in the morning the day before', '2026-03-03T09:00+03:00', 'Закрыто, откроется сегодня в 10:00'],
  ['in the morning the day after', '2026-03-05T09:00+03:00', 'Закрыто, откроется сегодня в 10:00'],
])('does not treat a single day without hours as a day off: %s', (_, now, expected) => {
  // 2026-03-04 is a Wednesday.
  const timetable = withoutWednesday(week('10:00', '02:00'))
  expect(statusText(openingStatus(timetable, MOSCOW, new Date(now)))).toBe(expected)
})

test('names no next opening when a day without hours lies before it', () => {
  const timetable = withoutWednesday(week('10:00', '20:00'))
  const evening = new Date('2026-03-03T21:00+03:00')
  expect(statusText(openingStatus(timetable, MOSCOW, evening))).toBe('Закрыто')
})

describe('3.22: the table of the week', () => {
  test('begins on Monday and names days off', () => {
    const rows = getWeek(workdays) ?? []
    expect(rows.map(({ day, hours }) => `${day} ${hours}`)).toEqual([
      ...['Понедельник 9:00–20:00', 'Вторник 9:00–20:00', 'Среда 9:00–20:00'],
      ...['Четверг 9:00–20:00', 'Пятница 9:00–20:00', 'Суббота Выходной', 'Воскресенье Выходной'],
    ])
    const off = { isDayOff: true, dailySchedule: { openingTime: '08:00', closingTime: '22:00' } }
    const { weeklySchedule } = everyDay
    const timetable = { is24hOpen: false, weeklySchedule: { ...weeklySchedule!, monday: off } }
    expect(getWeek(timetable)?.[0]?.hours).toBe('Выходной')
    expect(openingStatus(timetable, MOSCOW, new Date('2026-03-02T12:00+03:00')).kind).toBe('closed')
  })

  test('describes a day around the clock without times', () => {
    const rows = getWeek(week('00:00', '00:00', ['sunday'])) ?? []
    expect(rows.map(({ hours }) => hours)).toEqual([...Array(6).fill('Круглосуточно'), 'Выходной'])
  })

  test('is one row for a store around the clock, and absent without data', () => {
    const flagged = { ...workdays, is24hOpen: true }
    for (const always of [{ is24hOpen: true }, flagged, roundTheClock, fromEight])
      expect(getWeek(always)).toEqual([{ day: 'Ежедневно', hours: 'Круглосуточно' }])
    expect(getWeek({ is24hOpen: false })).toBeNull()
    expect(getWeek(undefined)).toBeNull()
  })
})
