const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const MOSCOW = 3 * HOUR

/** An instant as a gateway in Moscow writes it: RFC 3339 with the zone. */
export function getInstant(milliseconds: number): string {
  return new Date(milliseconds + MOSCOW).toISOString().replace(/\.\d{3}Z$/, '+03:00')
}

/** The midnight in Moscow that began the day of this moment. */
export function startOfDay(milliseconds: number): number {
  return Math.floor((milliseconds + MOSCOW) / DAY) * DAY - MOSCOW
}
