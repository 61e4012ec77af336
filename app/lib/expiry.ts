import { clockOf } from './dates'
import { plural } from './plural'

const DAY_MS = 86_400_000

/** The number of a calendar day in Moscow, for counting days and not hours. */
function dayNumber(instant: Date): number {
  const { year, month, day } = clockOf(instant)
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS
}

/**
 * How long something is still good, in words: «ещё 2 дня», «последний день», «срок истёк».
 * Null when it has no end.
 */
export function expiryWords(end: string | null | undefined, now: Date): string | null {
  if (!end) return null
  const last = new Date(end)
  if (last.getTime() <= now.getTime()) return 'срок истёк'
  const days = dayNumber(last) - dayNumber(now)
  if (days === 0) return 'последний день'
  return `ещё ${days} ${plural(days, 'день', 'дня', 'дней')}`
}
