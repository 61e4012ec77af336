import { formatDay } from '~/lib/dates'
import { plural } from '~/lib/plural'
import { onWeekday } from '~/lib/weekdays'
import { wallClock } from '~/lib/wall-clock'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

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
 * The last day of what ends at an instant. An end at midnight is the end of the day before: nobody
 * would say that there is still something of the new one.
 */
export function lastDayOf(at: Date, zone: string): LastDay {
  const end = wallClock(at, zone)
  const isMidnight = end.hour === 0 && end.minute === 0 && end.second === 0
  const last = isMidnight ? wallClock(new Date(at.getTime() - MINUTE_MS), zone) : end
  const { dayNumber, year, month, day, hour, minute } = last
  const [hours, minutes] = [hour, minute].map((part) => String(part).padStart(2, '0'))
  return {
    dayNumber,
    year,
    month,
    day,
    time: `${hours}:${minutes}`,
    isWhole: hour === 23 && minute === 59,
  }
}

/** How many days are left until that day: 0 is today. */
export function daysUntil({ dayNumber }: LastDay, now: Date, zone: string): number {
  return dayNumber - wallClock(now, zone).dayNumber
}

/**
 * When something ends, as people say it: «сегодня до 23:59», «завтра», «через 3 дня, в среду». The
 * time is said of today, and wherever the day ends early, as a Moscow midnight does in Vladivostok.
 */
export function whenWords(last: LastDay, now: Date, zone: string): string {
  const { dayNumber, time, isWhole } = last
  const days = daysUntil(last, now, zone)
  if (days < 0) return 'срок истёк'
  if (days === 0) return `сегодня до ${time}`
  const until = isWhole ? '' : ` до ${time}`
  if (days === 1) return `завтра${until}`
  if (days > 7) return `${dateWords(last, now, zone)}${until}`
  // In a week it is the weekday of today, which would be taken for it.
  if (days === 7) return `через неделю, ${dateWords(last, now, zone)}${until}`
  const weekday = onWeekday[(dayNumber + 3) % 7]
  const distance =
    days === 2 ? 'послезавтра' : `через ${days} ${plural(days, 'день', 'дня', 'дней')}`
  return `${distance}, ${weekday}${until}`
}

/** «20 апреля», with the year where it is not this one. */
function dateWords({ dayNumber, year }: LastDay, now: Date, zone: string): string {
  const withYear = year !== wallClock(now, zone).year
  return formatDay(new Date(dayNumber * DAY_MS), { timeZone: 'UTC', withYear })
}
