import {
  formatCalendarDay,
  formatClock,
  formatNearDay,
  isYearsAway,
  readerClock,
} from '~/lib/dates'
import { plural } from '~/lib/numbers'
import { zoneNote, type ReaderZone } from '~/lib/time-zones'
import type { CalendarDay } from '~/lib/wall-clock'

const SECOND_MS = 1000
const DAY_END = '23:59'

/** The day on which a term ends, in the calendar of a zone. */
export interface LastDay extends CalendarDay {
  /** Days since 1 January 1970 in that calendar. */
  dayNumber: number
  /** The end on that day: «23:59». */
  time: string
  /** True when the term lasts until the end of the day. */
  isWhole: boolean
}

/**
 * The last day of a term. A midnight end belongs to the day before, because nothing is left of the
 * new day.
 * @throws RangeError for an invalid instant or zone
 */
export function getLastDay(end: Date | string, zone: ReaderZone): LastDay {
  const lastSecond = new Date(new Date(end).getTime() - SECOND_MS)
  const { dayNumber, year, month, day, ...clock } = readerClock(lastSecond, zone)
  const isDayEnd = formatClock(clock) === DAY_END
  const time = isDayEnd ? DAY_END : formatClock(readerClock(end, zone))
  return { dayNumber, year, month, day, time, isWhole: time === DAY_END }
}

/** Days left until that day; 0 is today. */
export function daysUntil({ dayNumber }: LastDay, now: Date, zone: ReaderZone): number {
  return dayNumber - readerClock(now, zone).dayNumber
}

/**
 * The text after «до …»: «24 ноября», with the year when it is a year away, or «06:59 25 ноября» for a
 * day that ends early.
 * @throws RangeError for an invalid instant
 */
export function lastDayText(end: string, zone: ReaderZone, now: Date): string {
  const last = getLastDay(end, zone)
  const day = formatCalendarDay(last, isYearsAway(end, now))
  return last.isWhole ? day : `${last.time} ${day}${zoneNote(zone)}`
}

/**
 * The remaining term as text: «ещё 2 дня», «до завтра», «последний день», «срок истёк». Adds the time to a day
 * that ends early: «завтра до 06:59»; shows the date of a distant end: «до 31 декабря 2030». Null
 * without an end.
 */
function expiryText(end: string | null | undefined, zone: ReaderZone, now: Date): string | null {
  if (!end) return null
  const last = getLastDay(end, zone)
  const days = daysUntil(last, now, zone)
  if (Date.parse(end) <= now.getTime() || days < 0) return 'срок истёк'
  if (isYearsAway(end, now)) return `до ${lastDayText(end, zone, now)}`
  const until = `до ${last.time}${zoneNote(zone)}`
  if (days === 0) return last.isWhole ? 'последний день' : `сегодня ${until}`
  if (days === 1) return last.isWhole ? 'до завтра' : `завтра ${until}`
  const left = `ещё ${days} ${plural(days, 'день', 'дня', 'дней')}`
  return last.isWhole ? left : `${left}, ${until}`
}

/** Whether a term ends today or within the three days after it; false for one that is over. */
export function endsSoon(end: string | null | undefined, zone: ReaderZone, now: Date): boolean {
  if (!end || Date.parse(end) <= now.getTime()) return false
  return daysUntil(getLastDay(end, zone), now, zone) <= 3
}

interface Term {
  start: string | null | undefined
  end: string | null | undefined
}

/**
 * A period as text: «с 1 ноября по 30 ноября», «с 1 мая до 06:59 1 июня»; null when start and end are both
 * absent.
 */
export function periodText({ start, end }: Term, zone: ReaderZone, now: Date): string | null {
  const by = end && (getLastDay(end, zone).isWhole ? 'по' : 'до')
  const parts = [
    start && `с ${formatNearDay(start, zone, now)}`,
    end && `${by} ${lastDayText(end, zone, now)}`,
  ]
  return parts.filter(Boolean).join(' ') || null
}

/** The remaining term as text, or the whole period before its start. */
export function termText(term: Term, zone: ReaderZone, now: Date): string | null {
  const isAhead = Boolean(term.start && new Date(term.start) > now)
  return isAhead ? periodText(term, zone, now) : expiryText(term.end, zone, now)
}

/** Sorts by end, earliest first; entries without an end come last. */
export function byEnd(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return Date.parse(one) - Date.parse(other)
}
