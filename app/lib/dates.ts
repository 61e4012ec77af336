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
export function formatMoment(instant: Date | string, now = new Date()): string {
  const then = new Date(instant)
  return isSameDay(then, now) ? ownTime(then) : ownDay(then, now)
}

/** «в 12:40» for today, else «12 марта в 12:40», in the browser's time zone. */
export function getMoment(instant: Date | string, now = new Date()): string {
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

/** «12 марта» for this year in Moscow's calendar, «12 марта 2025» for another. */
export function formatPastDay(instant: Date | string, now = new Date()): string {
  return formatDay(instant, { withYear: getClock(instant).year !== getClock(now).year })
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

/** «Апрель 2026» in Moscow's calendar. */
export function formatMonth(instant: Date | string): string {
  const options = { month: 'long', timeZone: SERVER_TIME_ZONE } as const
  const name = dateFormat('ru-RU', options).format(new Date(instant))
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${getClock(instant).year}`
}

/** «13 апреля 2026, 18:04» in Moscow's time. */
export function formatDateTime(instant: Date | string): string {
  return `${formatDay(instant, { withYear: true })}, ${formatTime(instant, SERVER_TIME_ZONE)}`
}

const padded = (value: number) => String(value).padStart(2, '0')

/** A day in Moscow's calendar: `2026-04-12`. */
export function getDayKey(instant: Date | string): string {
  const { year, month, day } = getClock(instant)
  return `${year}-${month}-${day}`
}

/**
 * The parts of Moscow's calendar and clock, with leading zeros.
 * @throws RangeError for an invalid instant
 */
export function getClock(instant: Date | string) {
  const { year, month, day, hour, minute } = wallClock(new Date(instant), SERVER_TIME_ZONE)
  return {
    year: String(year),
    month: padded(month),
    day: padded(day),
    hour: padded(hour),
    minute: padded(minute),
  }
}
