import { LRUCache } from 'lru-cache'

/** The longest name that the database of zones has is a third shorter. */
const LONGEST_NAME = 48
const nameForm = /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*){0,2}$/i

/** Names come from visitors: what is kept of them is bounded, and a wrong one is refused once. */
const known = new LRUCache<string, { zone: string | null }>({ max: 500 })

/**
 * The name of a time zone as the platform spells it; null for what is none. Of one zone there are
 * thousands of spellings (letters of either case), and one that is answered.
 */
export function readTimeZone(name: string | null | undefined): string | null {
  if (!name || name.length > LONGEST_NAME || !nameForm.test(name)) return null
  const kept = known.get(name)
  if (kept) return kept.zone
  const zone = spelt(name)
  known.set(name, { zone })
  return zone
}

function spelt(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** What a clock and a calendar on the wall of a zone say. */
export interface WallClock {
  year: number
  /** From 1. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
  /** Days since 1 January 1970 by that calendar: their difference counts days and not hours. */
  dayNumber: number
}

const DAY_MS = 86_400_000
const options = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
} as const

const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 64 })

/** The wall clock of a zone at an instant, whatever its clocks were changed by. */
export function wallClock(instant: Date, timeZone: string): WallClock {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-CA', { ...options, timeZone })
    clocks.set(timeZone, clock)
  }
  const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
  const [year, month, day] = [part('year'), part('month'), part('day')]
  return {
    year,
    month,
    day,
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
    dayNumber: Date.UTC(year, month - 1, day) / DAY_MS,
  }
}
