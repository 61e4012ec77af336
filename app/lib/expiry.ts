import { formatDay, isYearsAway } from './dates'
import { daysUntil, getLastDay, lastDayText, zoneText } from './last-day'
import { plural } from './plural'

/**
 * The remaining term as text: «ещё 2 дня», «до завтра», «последний день», «срок истёк». Adds the time to a day
 * that ends early: «завтра до 06:59»; shows the date of a distant end: «до 31 декабря 2030». Null
 * without an end.
 * @param zone the browser's zone; null: Moscow's, which is then named with a time
 */
function expiryText(end: string | null | undefined, now: Date, zone: string | null): string | null {
  if (!end) return null
  const at = new Date(end)
  const { timeZone, note } = zoneText(zone)
  const last = getLastDay(at, timeZone)
  const days = daysUntil(last, now, timeZone)
  if (at.getTime() <= now.getTime() || days < 0) return 'срок истёк'
  if (isYearsAway(end, now)) return `до ${lastDayText(end, zone, { now })}`
  const until = `до ${last.time}${note}`
  if (days === 0) return last.isWhole ? 'последний день' : `сегодня ${until}`
  if (days === 1) return last.isWhole ? 'до завтра' : `завтра ${until}`
  const left = `ещё ${days} ${plural(days, 'день', 'дня', 'дней')}`
  return last.isWhole ? left : `${left}, ${until}`
}

/** Whether a term ends today or within the three days after it; false for one that is over. */
export function endsSoon(end: string | null | undefined, now: Date, zone: string | null): boolean {
  if (!end || Date.parse(end) <= now.getTime()) return false
  const { timeZone } = zoneText(zone)
  return daysUntil(getLastDay(new Date(end), timeZone), now, timeZone) <= 3
}

interface Term {
  start: string | null | undefined
  end: string | null | undefined
}

/**
 * A period as text: «с 1 ноября по 30 ноября», «с 1 мая до 06:59 1 июня»; null when start and end are both
 * absent.
 * @param zone the browser's zone; null: Moscow's, which is then named with a time
 */
export function periodText({ start, end }: Term, now: Date, zone: string | null): string | null {
  const { timeZone } = zoneText(zone)
  const by = end && (getLastDay(new Date(end), timeZone).isWhole ? 'по' : 'до')
  const parts = [
    start && `с ${formatDay(start, { timeZone, withYear: isYearsAway(start, now) })}`,
    end && `${by} ${lastDayText(end, zone, { now })}`,
  ]
  return parts.filter(Boolean).join(' ') || null
}

/** The remaining term as text, or the whole period before its start. */
export function termText(term: Term, now: Date, zone: string | null): string | null {
  const isAhead = Boolean(term.start && new Date(term.start) > now)
  return isAhead ? periodText(term, now, zone) : expiryText(term.end, now, zone)
}

/** Sorts by end, earliest first; entries without an end come last. */
export function byEnd(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return Date.parse(one) - Date.parse(other)
}
