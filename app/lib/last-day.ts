import { formatDay, formatTime, isYearsAway, ownZone, SERVER_TIME_ZONE, zoneNote } from './dates'
import { wallClock } from './wall-clock'

const SECOND_MS = 1000
const DAY_MS = 86_400_000
const DAY_END = '23:59'

/** The day on which a term ends, in the calendar of a zone. */
export interface LastDay {
  /** Days since 1 January 1970 in that calendar. */
  dayNumber: number
  year: number
  /** From 1. */
  month: number
  day: number
  /** The end on that day: «23:59». */
  time: string
  /** True when the term lasts until the end of the day. */
  isWhole: boolean
}

/**
 * A moment of the last day. A midnight end belongs to the day before, because nothing is left of
 * the new day.
 */
const lastMoment = (end: Date) => new Date(end.getTime() - SECOND_MS)

/** The end on its last day: «23:59» for a whole day. */
function timeOfDay(end: Date, clock: (instant: Date) => string): string {
  return clock(lastMoment(end)) === DAY_END ? DAY_END : clock(end)
}

/**
 * The last day of a term.
 * @throws RangeError for an invalid instant or zone
 */
export function getLastDay(end: Date, zone: string): LastDay {
  const { dayNumber, year, month, day } = wallClock(lastMoment(end), zone)
  const time = timeOfDay(end, (instant) => {
    const { hour, minute } = wallClock(instant, zone)
    return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
  })
  return { dayNumber, year, month, day, time, isWhole: time === DAY_END }
}

/** Days left until that day; 0 is today. */
export function daysUntil({ dayNumber }: LastDay, now: Date, zone: string): number {
  return dayNumber - wallClock(now, zone).dayNumber
}

/**
 * The text after «до …» in the browser's time zone: «24 ноября», or «06:59 25 ноября» for a day
 * that ends early.
 */
export function untilText(end: string, getDay: (instant: Date) => string): string {
  const at = new Date(end)
  const time = timeOfDay(at, (instant) => formatTime(instant))
  const note = time === DAY_END ? '' : zoneNote(ownZone())
  return dayAndTime(time, getDay(lastMoment(at))) + note
}

const dayAndTime = (time: string, day: string) => (time === DAY_END ? day : `${time} ${day}`)

/** The time zone of end dates: Moscow's, with a note for the screen, when the shopper's zone is unknown. */
export function zoneText(zone: string | null): { timeZone: string; note: string } {
  return zone === null
    ? { timeZone: SERVER_TIME_ZONE, note: zoneNote(SERVER_TIME_ZONE) }
    : { timeZone: zone, note: '' }
}

/**
 * The text after «до …» on the server: «24 ноября 2026», «06:59 25 ноября».
 * @param zone the browser's zone; null: Moscow's, which is then named with a time
 * @param now the time of display; a distant end shows its year even without `withYear`
 * @throws RangeError for an invalid instant
 */
export function lastDayText(
  end: string,
  zone: string | null,
  { now = new Date(), withYear }: { now?: Date; withYear?: boolean } = {},
): string {
  const { timeZone, note } = zoneText(zone)
  const { dayNumber, time, isWhole } = getLastDay(new Date(end), timeZone)
  const day = formatDay(new Date(dayNumber * DAY_MS), {
    timeZone: 'UTC',
    withYear: withYear ?? isYearsAway(end, now),
  })
  return dayAndTime(time, day) + (isWhole ? '' : note)
}
