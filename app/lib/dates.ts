import { remembered } from './remembered'
import { MOSCOW, zoneNote, type ReaderZone } from './time-zones'
import { wallClock, type CalendarDay, type WallClock } from './wall-clock'

/**
 * The months as dates write them, from January on. Creating a formatter instead would block a phone for 20
 * to 50 ms.
 */
export const monthsOfDays =
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')

/** A day without a year must be unambiguous. */
const MAX_WITHOUT_YEAR_MS = 330 * 86_400_000

/** True when a day needs its year. */
export function isYearsAway(instant: Date | string, now: Date): boolean {
  return Math.abs(new Date(instant).getTime() - now.getTime()) > MAX_WITHOUT_YEAR_MS
}

/** Seconds as `1:05`, for a countdown. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${padded(whole % 60)}`
}

/** «12 марта», or «12 марта 2026» with the year. */
export const formatCalendarDay = ({ year, month, day }: CalendarDay, withYear = false) =>
  `${day} ${monthsOfDays[month - 1]}${withYear ? ` ${year}` : ''}`

const getMonthName = /* @__PURE__ */ remembered(12, (month: number) => {
  const name = new Date(Date.UTC(2000, month - 1)).toLocaleString('ru-RU', {
    month: 'long',
    timeZone: 'UTC',
  })
  return name.charAt(0).toUpperCase() + name.slice(1)
})

/** «Апрель 2026» */
export const formatCalendarMonth = ({ year, month }: Omit<CalendarDay, 'day'>) =>
  `${getMonthName(month)} ${year}`

/** `14:32` of a clock. */
export const formatClock = ({ hour, minute }: Pick<WallClock, 'hour' | 'minute'>) =>
  `${padded(hour)}:${padded(minute)}`

/** A number below 100 with a leading zero. */
export const padded = (value: number) => String(value).padStart(2, '0')

/** The date and time of an instant for a reader. */
export const readerClock = (instant: Date | string, zone: ReaderZone) =>
  wallClock(instant, zone ?? MOSCOW)

/** `14:32`, or `14:32 (МСК)` for an unknown zone. */
export const formatTime = (instant: Date | string, zone: ReaderZone) =>
  formatClock(readerClock(instant, zone)) + zoneNote(zone)

/** «12 марта», or «12 марта 2026» with the year; empty for an invalid instant. */
export function formatDay(instant: Date | string, zone: ReaderZone, withYear = false): string {
  const isValid = !Number.isNaN(new Date(instant).getTime())
  return isValid ? formatCalendarDay(readerClock(instant, zone), withYear) : ''
}

/** «12 марта», or «12 марта 2025» for a year away. */
export const formatNearDay = (instant: Date | string, zone: ReaderZone, now: Date) =>
  formatDay(instant, zone, isYearsAway(instant, now))

const isSameDay = (one: Date | string, other: Date, zone: ReaderZone) =>
  readerClock(one, zone).dayNumber === readerClock(other, zone).dayNumber

/** «в 12:40» for today, else «12 марта». */
export function formatTimeOrDay(instant: Date | string, zone: ReaderZone, now = new Date()) {
  return isSameDay(instant, now, zone)
    ? `в ${formatTime(instant, zone)}`
    : formatNearDay(instant, zone, now)
}

/** «в 12:40» for today, else «12 марта в 12:40». */
export function formatDayAndTime(instant: Date | string, zone: ReaderZone, now = new Date()) {
  const day = isSameDay(instant, now, zone) ? '' : `${formatNearDay(instant, zone, now)} `
  return `${day}в ${formatTime(instant, zone)}`
}

/** The minute from which another attempt is possible: «после 14:36», «после 02:10 22 ноября». */
export function waitText(until: Date | string, zone: ReaderZone, now = new Date()): string {
  const minute = new Date(Math.ceil(new Date(until).getTime() / 60_000) * 60_000)
  const day = isSameDay(minute, now, zone) ? '' : ` ${formatDay(minute, zone)}`
  return `после ${formatClock(readerClock(minute, zone))}${day}${zoneNote(zone)}`
}

/** The note about Moscow's time in a list; null when the reader's zone has the same time. */
export function clockNote(zone: ReaderZone, now = new Date()): string | null {
  const isSame = zone !== null && formatTime(now, zone) === formatTime(now, MOSCOW)
  return isSame ? null : 'По московскому времени'
}

/** True when an instant is written in the zone of its till; UTC says nothing about the place. */
export const hasTillZone = (instant: string): boolean => getOffset(instant) !== null

/** True when a list has no operation in UTC; those are shown in Moscow's zone. */
export const haveTillZones = (list: readonly { createdAt: string }[]): boolean =>
  list.every(({ createdAt }) => hasTillZone(createdAt))

/** The offset of an instant in milliseconds; null for UTC. */
function getOffset(instant: string): number | null {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(instant) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return offset ? (sign === '-' ? -offset : offset) : null
}

/**
 * The clock of the till that wrote an instant, by the instant's own offset.
 * @param storeZone the zone of an instant in UTC; null: unknown, Moscow's
 * @throws RangeError for an invalid instant
 */
function tillClock(instant: string, storeZone: string | null = null): WallClock {
  const offset = getOffset(instant)
  if (offset === null) return readerClock(instant, storeZone)
  return wallClock(new Date(new Date(instant).getTime() + offset), 'UTC')
}

/** The parts of a till's date and time, with leading zeros. */
export function getTillClock(instant: string, storeZone: string | null) {
  const { year, month, day, hour, minute } = tillClock(instant, storeZone)
  return {
    year: String(year),
    month: padded(month),
    day: padded(day),
    hour: padded(hour),
    minute: padded(minute),
  }
}

/** «13 апреля, 18:04», or with the year, by a till's clock. */
export function formatTillTime(instant: string, storeZone: string | null, withYear = false) {
  const clock = tillClock(instant, storeZone)
  return `${formatCalendarDay(clock, withYear)}, ${formatClock(clock)}`
}

/** «12 марта» for this year by a till's clock, «12 марта 2025» for another. */
export function formatTillDay(instant: string, now = new Date()): string {
  const clock = tillClock(instant)
  return formatCalendarDay(clock, clock.year !== wallClock(now, MOSCOW).year)
}

/** «Апрель 2026» by a till's clock. */
export const formatTillMonth = (instant: string) => formatCalendarMonth(tillClock(instant))

/** A day by a till's clock: `2026-04-12`. */
export function getTillDayKey(instant: string): string {
  const { year, month, day } = tillClock(instant)
  return `${year}-${padded(month)}-${padded(day)}`
}
