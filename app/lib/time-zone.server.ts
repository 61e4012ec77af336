import { LRUCache } from 'lru-cache'

import { formatTime, SERVER_TIME_ZONE } from './dates'
import { isPlaceless } from './placeless-zone'

/** The longest real name is a third shorter. */
const MAX_NAME_LENGTH = 48
const nameForm = /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*){0,2}$/i

/** Visitors choose the names, so the cache is bounded; it also holds invalid names. */
const zones = new LRUCache<string, { zone: string | null }>({ max: 500 })

/**
 * The platform's spelling of a time zone; null for an invalid zone or one without a place (UTC).
 * The many spellings of a zone (letters of either case) give one result.
 */
export function readTimeZone(name: string | null | undefined): string | null {
  if (!name || name.length > MAX_NAME_LENGTH || !nameForm.test(name)) return null
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
 * The note about Moscow's time in a list; null when the zone has the same time.
 * @param zone the zone of the browser; null: unknown
 */
export function clockNote(zone: string | null, now = new Date()): string | null {
  const isSame = zone !== null && formatTime(now, zone) === formatTime(now, SERVER_TIME_ZONE)
  return isSame ? null : 'По московскому времени'
}
