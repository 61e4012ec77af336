import { daysUntil, lastDayOf, zoneWords } from './last-day'
import { plural } from './plural'

/**
 * How long something is still good, in words: «ещё 2 дня», «последний день», «срок истёк»; with the
 * time where its last day ends early: «завтра до 06:59». Null when it has no end.
 * @param zone by whose calendar, as the browser told; null: Moscow's, which is said with a time
 */
export function expiryWords(
  end: string | null | undefined,
  now: Date,
  zone: string | null,
): string | null {
  if (!end) return null
  const at = new Date(end)
  const { timeZone, note } = zoneWords(zone)
  const last = lastDayOf(at, timeZone)
  const days = daysUntil(last, now, timeZone)
  if (at.getTime() <= now.getTime() || days < 0) return 'срок истёк'
  const until = `до ${last.time}${note}`
  if (days === 0) return last.isWhole ? 'последний день' : `сегодня ${until}`
  if (days === 1 && !last.isWhole) return `завтра ${until}`
  const left = `ещё ${days} ${plural(days, 'день', 'дня', 'дней')}`
  return last.isWhole ? left : `${left}, ${until}`
}

/** The sooner end first; what tells no day is the last. */
export function byEnd(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return Date.parse(one) - Date.parse(other)
}
