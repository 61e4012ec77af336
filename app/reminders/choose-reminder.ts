import type { Reminder } from '~/push/reminder'

/** Kinds of reminders; each can be muted. */
export const reminderKinds = ['stars', 'coupons', 'account'] as const
export type ReminderKind = (typeof reminderKinds)[number]

/** A possible reminder. */
export interface Occasion extends Reminder {
  kind: ReminderKind
  /** A stable id of the subject. */
  id: string
}

/** The limit of stored ids; the oldest is dropped first. */
const MOST_SHOWN = 30
/** Enough of an id to distinguish thirty subjects. */
const MARK_LETTERS = 8

const markOf = ({ id }: Occasion) => id.replace(/[^\w-]/g, '').slice(-MARK_LETTERS)

/**
 * The first occasion that was neither shown nor muted.
 * @param occasions the most useful first
 * @param shown ids of reminders shown on this device, oldest first
 * @returns null without a reminder; else also `shown` to store
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
