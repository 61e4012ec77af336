import type { Reminder } from '~/push/reminder'

/** What a shopper may want to be reminded of, each of which can be switched off by itself. */
export const reminderKinds = ['stars', 'coupons', 'account'] as const
export type ReminderKind = (typeof reminderKinds)[number]

/** Something that a reminder could be made of. */
export interface Occasion extends Reminder {
  kind: ReminderKind
  /** The same thing has the same id, whenever it is asked. */
  id: string
}

/** How many ids of shown notifications are stored: the oldest goes first. */
const MOST_SHOWN = 30
/** Enough of an id to tell one occasion from the thirty others. */
const MARK_LETTERS = 8

const markOf = ({ id }: Occasion) => id.replace(/[^\w-]/g, '').slice(-MARK_LETTERS)

/**
 * The one occasion that is worth a notification: the first that was not shown yet and is not switched
 * off.
 * @param occasions the most useful first
 * @param shown marks of what was shown on this device, the oldest first
 * @returns null for nothing to say; with `shown` as it is to be stored
 */
export function chooseReminder(
  occasions: readonly Occasion[],
  shown: readonly string[],
  isOff: (kind: ReminderKind) => boolean,
): { reminder: Reminder; shown: string[] } | null {
  const chosen = occasions.find(
    (occasion) => !isOff(occasion.kind) && !shown.includes(markOf(occasion)),
  )
  if (!chosen) return null
  const { title, body, path } = chosen
  return { reminder: { title, body, path }, shown: [...shown, markOf(chosen)].slice(-MOST_SHOWN) }
}
