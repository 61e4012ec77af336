import { LRUCache } from 'lru-cache'

import { formatTime, SERVER_TIME_ZONE } from './dates'
import { isPlaceless } from './placeless-zone'

/** The longest name that the database of zones has is a third shorter. */
const LONGEST_NAME = 48
const nameForm = /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*){0,2}$/i

/** Names come from visitors: only so many are stored, and a wrong one is refused once. */
const zones = new LRUCache<string, { zone: string | null }>({ max: 500 })

/**
 * The name of a time zone as the platform spells it; null for what is none, or names no place
 * (UTC). Of one zone there are thousands of spellings (letters of either case), and one that is answered.
 */
export function readTimeZone(name: string | null | undefined): string | null {
  if (!name || name.length > LONGEST_NAME || !nameForm.test(name)) return null
  const cached = zones.get(name)
  if (cached) return cached.zone
  const zone = spelt(name)
  zones.set(name, { zone })
  return zone
}

function spelt(timeZone: string): string | null {
  try {
    const zone = new Intl.DateTimeFormat('en-CA', { timeZone }).resolvedOptions().timeZone
    return isPlaceless(timeZone) || isPlaceless(zone) ? null : zone
  } catch {
    return null
  }
}

/**
 * What a list says of times in Moscow's zone; null where a clock of the zone shows the same.
 * @param zone as the browser reported; null: unknown
 */
export function clockNote(zone: string | null, now = new Date()): string | null {
  const isSame = zone !== null && formatTime(now, zone) === formatTime(now, SERVER_TIME_ZONE)
  return isSame ? null : 'По московскому времени'
}
