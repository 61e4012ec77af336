/** What a device says when a tickle made it ask: one sentence, and where a tap leads. */
export interface Reminder {
  title: string
  body: string
  /** A path of this site. */
  path: string
}

/** What `/push/due` answers. */
export interface Due {
  /** null: there is nothing to remind of, or the shopper wants no reminders. */
  reminder: Reminder | null
}

/** One reminder takes the place of the last. */
export const REMINDER_TAG = 'reminder'

/**
 * The notification without a session, or when nothing is due or can be asked: no personal word,
 * because sender and push service read it.
 */
export const generalReminder = (brand: string): Reminder => ({
  title: brand,
  body: 'Карта всегда под рукой — и без сети тоже',
  path: '/qr',
})

/** Reminders are silent: from nine in the evening to nine in the morning, local time. */
export function isQuietHour(hour: number): boolean {
  return hour >= 21 || hour < 9
}

const LONGEST = { title: 120, body: 300, path: 1024 }

/** Reads what was answered, which may be anything at all; null: nothing is due, or it is no answer. */
export function readReminder(answer: unknown): Reminder | null {
  const { reminder } = (answer ?? {}) as Partial<Record<string, unknown>>
  const { title, body, path } = (reminder ?? {}) as Partial<Record<string, unknown>>
  const isWhole = [title, body, path].every((text) => typeof text === 'string')
  if (!isWhole || !/^\/(?![/\\])/.test(String(path))) return null
  return {
    title: String(title).slice(0, LONGEST.title),
    body: String(body).slice(0, LONGEST.body),
    path: String(path).slice(0, LONGEST.path),
  }
}
