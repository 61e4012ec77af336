import { formatDay } from '~/lib/dates'
import { daysUntil, type LastDay } from '~/lib/last-day'
import { plural } from '~/lib/plural'
import { onWeekday } from '~/lib/weekdays'
import { wallClock } from '~/lib/wall-clock'

const DAY_MS = 86_400_000

/**
 * The end as text: «сегодня до 23:59», «завтра», «через 3 дня, в среду». Shows the time for today
 * and for days that end early, as a Moscow midnight does in Vladivostok.
 */
export function whenText(last: LastDay, now: Date, zone: string): string {
  const { dayNumber, time, isWhole } = last
  const days = daysUntil(last, now, zone)
  if (days < 0) return 'срок истёк'
  if (days === 0) return `сегодня до ${time}`
  const until = isWhole ? '' : ` до ${time}`
  if (days === 1) return `завтра${until}`
  if (days > 7) return `${dateText(last, now, zone)}${until}`
  // After a week the weekday is today's, which would be ambiguous.
  if (days === 7) return `через неделю, ${dateText(last, now, zone)}${until}`
  const weekday = onWeekday[(dayNumber + 3) % 7]
  const distance =
    days === 2 ? 'послезавтра' : `через ${days} ${plural(days, 'день', 'дня', 'дней')}`
  return `${distance}, ${weekday}${until}`
}

/** «20 апреля», with the year when it is not the current one. */
function dateText({ dayNumber, year }: LastDay, now: Date, zone: string): string {
  const withYear = year !== wallClock(now, zone).year
  return formatDay(new Date(dayNumber * DAY_MS), { timeZone: 'UTC', withYear })
}
