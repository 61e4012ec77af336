import { cutText } from '~/lib/shorten'

/** A reminder in reply to a tickle: its text, and the path to open. */
export interface Reminder {
  title: string
  body: string
  /** A path of this site. */
  path: string
}

/** The answer of `/push/due`. */
export interface Due {
  /** null: no reminder is due, or the shopper has muted reminders. */
  reminder: Reminder | null
}

/** Each reminder replaces the last one. */
export const REMINDER_TAG = 'reminder'

/**
 * The notification without a session or a due reminder. It has no personal data, because sender and
 * push service read it.
 */
export const generalReminder = (brand: string): Reminder => ({
  title: brand,
  body: 'Карта всегда под рукой — и без сети тоже',
  path: '/qr',
})

/** Reminders are silent from nine in the evening to nine in the morning, local time. */
export function isQuietHour(hour: number): boolean {
  return hour >= 21 || hour < 9
}

const LONGEST = { title: 120, body: 300, path: 1024 }

/** Validates an answer of any content; null when no reminder is due or it is invalid. */
export function readReminder(answer: unknown): Reminder | null {
  const { reminder } = (answer ?? {}) as Partial<Record<string, unknown>>
  const { title, body, path } = (reminder ?? {}) as Partial<Record<string, unknown>>
  const isWhole = [title, body, path].every((text) => typeof text === 'string')
  if (!isWhole || !/^\/(?![/\\])/.test(String(path))) return null
  return {
    title: cutText(String(title), LONGEST.title),
    body: cutText(String(body), LONGEST.body),
    path: String(path).slice(0, LONGEST.path),
  }
}
