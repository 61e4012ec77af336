/** The zone in which the server prints a clock time; the browser prints its own (client layer). */
export const SERVER_TIME_ZONE = 'Europe/Moscow'

/** `14:32`, in the given zone; in the browser's own when the zone is left out there. */
export function formatTime(instant: Date | string, timeZone?: string): string {
  return new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit', timeZone }).format(
    new Date(instant),
  )
}

/** Seconds as `1:05`, for a countdown. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
