import { formatDay, formatTime, isYearsAway, ownZone, SERVER_TIME_ZONE, zoneNote } from './dates'
import { wallClock } from './wall-clock'

const SECOND_MS = 1000
const DAY_MS = 86_400_000
const DAY_END = '23:59'

/** The day on which something ends, by the calendar of a zone. */
export interface LastDay {
  /** Days since 1 January 1970 by that calendar. */
  dayNumber: number
  year: number
  /** From 1. */
  month: number
  day: number
  /** «23:59»: until when on that day. */
  time: string
  /** Whether all of the day is left. */
  isWhole: boolean
}

/**
 * A moment of the last day. An end at midnight is the end of the day before: no shopper
 * would say that there is still something of the new one.
 */
const lastMoment = (end: Date) => new Date(end.getTime() - SECOND_MS)

/** Until when on its last day: «23:59» of a whole one. */
function timeOfDay(end: Date, clock: (instant: Date) => string): string {
  return clock(lastMoment(end)) === DAY_END ? DAY_END : clock(end)
}

/**
 * The last day of what ends at an instant.
 * @throws RangeError for what is no instant or no zone
 */
export function lastDayOf(end: Date, zone: string): LastDay {
  const { dayNumber, year, month, day } = wallClock(lastMoment(end), zone)
  const time = timeOfDay(end, (instant) => {
    const { hour, minute } = wallClock(instant, zone)
    return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
  })
  return { dayNumber, year, month, day, time, isWhole: time === DAY_END }
}

/** How many days are left until that day: 0 is today. */
export function daysUntil({ dayNumber }: LastDay, now: Date, zone: string): number {
  return dayNumber - wallClock(now, zone).dayNumber
}

/**
 * Until when, for «до …», in the browser by its own clock: «24 ноября», and «06:59 25 ноября» where
 * that day ends early.
 */
export function untilText(end: string, dayOf: (instant: Date) => string): string {
  const at = new Date(end)
  const time = timeOfDay(at, (instant) => formatTime(instant))
  const note = time === DAY_END ? '' : zoneNote(ownZone())
  return dayAndTime(time, dayOf(lastMoment(at))) + note
}

const dayAndTime = (time: string, day: string) => (time === DAY_END ? day : `${time} ${day}`)

/** The zone by which an end is shown, and what a time is followed by where it is Moscow's for want of another. */
export function zoneText(zone: string | null): { timeZone: string; note: string } {
  return zone === null
    ? { timeZone: SERVER_TIME_ZONE, note: zoneNote(SERVER_TIME_ZONE) }
    : { timeZone: zone, note: '' }
}

/**
 * Until when, on the server: «24 ноября 2026», «06:59 25 ноября».
 * @param zone the browser's zone; null: Moscow's, which is shown with a time
 * @param now when that is shown; without `withYear` the year of an end that is years away is shown, too
 * @throws RangeError for what is no instant
 */
export function lastDayText(
  end: string,
  zone: string | null,
  { now = new Date(), withYear }: { now?: Date; withYear?: boolean } = {},
): string {
  const { timeZone, note } = zoneText(zone)
  const { dayNumber, time, isWhole } = lastDayOf(new Date(end), timeZone)
  const day = formatDay(new Date(dayNumber * DAY_MS), {
    timeZone: 'UTC',
    withYear: withYear ?? isYearsAway(end, now),
  })
  return dayAndTime(time, day) + (isWhole ? '' : note)
}
