import { isPlaceless } from './placeless-zone'
import { remembered } from './remembered'
import { wallClock } from './wall-clock'

/** The time zone of the server's texts; the browser uses its own. */
export const SERVER_TIME_ZONE = 'Europe/Moscow'

/** Visitors choose the zones, and each formatter takes tens of kilobytes. */
const MAX_FORMATS = 200
/** Lists repeat the same days for every row and visitor. */
const MAX_DAYS = 2000
const DAY_MS = 86_400_000

const getFormat = remembered(MAX_FORMATS, (key: string) => {
  const [locale, options] = JSON.parse(key) as [string, Intl.DateTimeFormatOptions]
  return new Intl.DateTimeFormat(locale, options)
})

/** A cached formatter: creating one costs a hundred times as much as using it. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
  getFormat(JSON.stringify([locale, options]))

/**
 * The zone to use in the browser: Moscow's when the browser's zone names no place (UTC), as with
 * browsers that prevent fingerprinting. Undefined: the browser's own zone.
 */
export function ownZone(): typeof SERVER_TIME_ZONE | undefined {
  // A zone with another offset than UTC's always names a place. This check needs no formatter.
  if (new Date().getTimezoneOffset() !== 0) return undefined
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return isPlaceless(timeZone) ? SERVER_TIME_ZONE : undefined
}

/** Names the time zone when it differs from the reader's. */
export const zoneNote = (zone: typeof SERVER_TIME_ZONE | null | undefined) => (zone ? ' (МСК)' : '')

/** `14:32` in the given zone; in the browser without a zone by its own clock. */
export function formatTime(
  instant: Date | string,
  timeZone: string | undefined = ownZone(),
): string {
  const time = new Date(instant)
  if (!timeZone) return `${padded(time.getHours())}:${padded(time.getMinutes())}`
  return dateFormat('ru-RU', { hour: '2-digit', minute: '2-digit', timeZone }).format(time)
}

/**
 * The minute from which another attempt is possible: «после 14:36», «после 02:10 22 ноября». The
 * server uses and names Moscow's time; the browser uses its own.
 */
export function waitText(until: Date | string, timeZone = ownZone(), now = new Date()): string {
  const minute = new Date(Math.ceil(new Date(until).getTime() / 60_000) * 60_000)
  const getDay = (instant: Date) =>
    dateFormat('ru-RU', { day: 'numeric', month: 'long', timeZone }).format(instant)
  const day = getDay(minute) === getDay(now) ? '' : ` ${getDay(minute)}`
  return `после ${formatTime(minute, timeZone)}${day}${zoneNote(timeZone)}`
}

/** A day without a year must be unambiguous. */
const MAX_WITHOUT_YEAR_MS = 330 * DAY_MS

/** True when a day needs its year. */
export function isYearsAway(instant: Date | string, now: Date): boolean {
  return Math.abs(new Date(instant).getTime() - now.getTime()) > MAX_WITHOUT_YEAR_MS
}

/** «12 марта», or «12 марта 2025» for a distant year, in the browser's time zone. */
export function ownDay(instant: Date, now: Date): string {
  const year = isYearsAway(instant, now) ? ({ year: 'numeric' } as const) : {}
  return withoutYearSign({ day: 'numeric', month: 'long', ...year, timeZone: ownZone() }, instant)
}

function isSameDay(one: Date, other: Date): boolean {
  const zone = ownZone()
  const getDay = (time: Date) => (zone ? wallClock(time, zone).dayNumber : time.toDateString())
  return getDay(one) === getDay(other)
}

const ownTime = (time: Date) => `в ${formatTime(time)}${zoneNote(ownZone())}`

/** «в 12:40» for today, else «12 марта», in the browser's time zone. */
export function formatTimeOrDay(instant: Date | string, now = new Date()): string {
  const then = new Date(instant)
  return isSameDay(then, now) ? ownTime(then) : ownDay(then, now)
}

/** «в 12:40» for today, else «12 марта в 12:40», in the browser's time zone. */
export function formatDayAndTime(instant: Date | string, now = new Date()): string {
  const then = new Date(instant)
  return isSameDay(then, now) ? ownTime(then) : `${ownDay(then, now)} ${ownTime(then)}`
}

/** Seconds as `1:05`, for a countdown. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** `12 марта`, or `12 марта 2026` with the year; empty for an invalid instant. */
export function formatDay(
  instant: Date | string,
  { timeZone = SERVER_TIME_ZONE, withYear = false }: { timeZone?: string; withYear?: boolean } = {},
): string {
  const time = new Date(instant)
  if (Number.isNaN(time.getTime())) return ''
  const { dayNumber } = wallClock(time, timeZone)
  return (withYear ? dayAndYear : day)(dayNumber)
}

/** «12 марта» for this year by the clock of a purchase, «12 марта 2025» for another. */
export function formatPastDay(instant: string, now = new Date()): string {
  const { year, dayNumber } = clockOf(instant)
  return (year === clockOf(now).year ? day : dayAndYear)(dayNumber)
}

const day = remembered(MAX_DAYS, (dayNumber: number) => dayText(dayNumber, {}))
const dayAndYear = remembered(MAX_DAYS, (dayNumber: number) =>
  dayText(dayNumber, { year: 'numeric' }),
)

function dayText(dayNumber: number, year: { year?: 'numeric' }): string {
  const options = { day: 'numeric', month: 'long', ...year, timeZone: 'UTC' } as const
  return withoutYearSign(options, dayNumber * DAY_MS)
}

/** Removes the «г.» that some versions of ICU add to a year. */
function withoutYearSign(options: Intl.DateTimeFormatOptions, instant: Date | number): string {
  return dateFormat('ru-RU', options)
    .formatToParts(instant)
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => value)
    .join(' ')
}

/** «Апрель 2026» by the clock of a purchase. */
export function formatMonth(instant: string): string {
  const { year, dayNumber } = clockOf(instant)
  const options = { month: 'long', timeZone: 'UTC' } as const
  const name = dateFormat('ru-RU', options).format(dayNumber * DAY_MS)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}`
}

/** «13 апреля, 18:04», or with the year, by the clock of a purchase. */
export function formatDateTime(
  instant: string,
  { timeZone, withYear = false }: { timeZone?: string | null; withYear?: boolean } = {},
): string {
  const { dayNumber, hour, minute } = clockOf(instant, timeZone)
  return `${(withYear ? dayAndYear : day)(dayNumber)}, ${padded(hour)}:${padded(minute)}`
}

const padded = (value: number) => String(value).padStart(2, '0')

/** A day by the clock of a purchase: `2026-04-12`. */
export function getDayKey(instant: string): string {
  const { year, month, day } = getClock(instant)
  return `${year}-${month}-${day}`
}

/** True when an instant is written in the zone of its place; UTC says nothing about the place. */
export const isLocal = (instant: string): boolean => getOffset(instant) !== null

/** True when a list has no operation in UTC; those are shown in Moscow's zone. */
export const isAllLocal = (list: readonly { createdAt: string }[]): boolean =>
  list.every(({ createdAt }) => isLocal(createdAt))

/** The offset of an instant in milliseconds; null for UTC. */
function getOffset(instant: Date | string): number | null {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(String(instant)) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return offset ? (sign === '-' ? -offset : offset) : null
}

/**
 * The clock of the till that wrote an instant: of the instant's own offset, else of the given zone.
 * @throws RangeError for an invalid instant
 */
function clockOf(instant: Date | string, timeZone?: string | null) {
  const offset = getOffset(instant)
  if (offset === null) return wallClock(new Date(instant), timeZone ?? SERVER_TIME_ZONE)
  return wallClock(new Date(new Date(instant).getTime() + offset), 'UTC')
}

/**
 * The parts of that clock's date and time, with leading zeros.
 * @param timeZone for an instant in UTC; by default Moscow's
 * @throws RangeError for an invalid instant
 */
export function getClock(instant: Date | string, timeZone?: string | null) {
  const { year, month, day, hour, minute } = clockOf(instant, timeZone)
  return {
    year: String(year),
    month: padded(month),
    day: padded(day),
    hour: padded(hour),
    minute: padded(minute),
  }
}
