import { formatDay } from '~/lib/dates'
import { daysUntil, type LastDay } from '~/lib/last-day'
import { plural } from '~/lib/plural'
import { onWeekday } from '~/lib/weekdays'
import { wallClock } from '~/lib/wall-clock'

const DAY_MS = 86_400_000

/**
 * When something ends, as people say it: «сегодня до 23:59», «завтра», «через 3 дня, в среду». The
 * time is shown of today, and wherever the day ends early, as a Moscow midnight does in Vladivostok.
 */
export function whenText(last: LastDay, now: Date, zone: string): string {
  const { dayNumber, time, isWhole } = last
  const days = daysUntil(last, now, zone)
  if (days < 0) return 'срок истёк'
  if (days === 0) return `сегодня до ${time}`
  const until = isWhole ? '' : ` до ${time}`
  if (days === 1) return `завтра${until}`
  if (days > 7) return `${dateText(last, now, zone)}${until}`
  // In a week it is the weekday of today, which would be taken for it.
  if (days === 7) return `через неделю, ${dateText(last, now, zone)}${until}`
  const weekday = onWeekday[(dayNumber + 3) % 7]
  const distance =
    days === 2 ? 'послезавтра' : `через ${days} ${plural(days, 'день', 'дня', 'дней')}`
  return `${distance}, ${weekday}${until}`
}

/** «20 апреля», with the year where it is not this one. */
function dateText({ dayNumber, year }: LastDay, now: Date, zone: string): string {
  const withYear = year !== wallClock(now, zone).year
  return formatDay(new Date(dayNumber * DAY_MS), { timeZone: 'UTC', withYear })
}
