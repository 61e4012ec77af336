import { remembered } from './remembered'

/** A day of the calendar, which has no zone. */
export interface CalendarDay {
  year: number
  /** From 1. */
  month: number
  day: number
}

/** Date and time in a zone. */
export interface WallClock extends CalendarDay {
  hour: number
  minute: number
  second: number
  /** Days since 1 January 1970 in that calendar, so that a difference counts days. */
  dayNumber: number
}

/** The zone of this device's own clock, which needs no slow formatter. */
export const DEVICE_ZONE = 'device'

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

/**
 * The date and time of an instant in a zone, also around clock changes.
 * @throws RangeError for an invalid instant or zone
 */
export function wallClock(instant: Date | string, timeZone: string): WallClock {
  const time = new Date(instant).getTime()
  const wall = new Date(time + offsetAt(time, timeZone))
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    dayNumber: Math.floor(wall.getTime() / DAY_MS),
  }
}

/**
 * A zone's offset from UTC in milliseconds. Asks the slow formatter only for both ends of a day. On a day
 * with a clock change it asks for each instant.
 */
function offsetAt(time: number, timeZone: string): number {
  if (timeZone === DEVICE_ZONE) return new Date(time).getTimezoneOffset() * -60_000
  const day = Math.floor(time / DAY_MS)
  const offset = offsetOfDay(`${day} ${timeZone}`)
  return offset === 'changes' ? askOffset(time, timeZone) : offset
}

const offsetOfDay = remembered(5000, (key: string) => {
  const [day, timeZone = ''] = key.split(' ')
  const begins = Number(day) * DAY_MS
  const offset = askOffset(begins, timeZone)
  return askOffset(begins + DAY_MS, timeZone) === offset ? offset : ('changes' as const)
})

const getFormat = remembered(
  64,
  (timeZone: string) => new Intl.DateTimeFormat('en-CA', { ...options, timeZone }),
)

function askOffset(time: number, timeZone: string): number {
  const parts = getFormat(timeZone).formatToParts(time)
  const numbers = new Map(parts.map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => numbers.get(type) ?? 0
  const [month, second] = [part('month') - 1, part('second')]
  const wall = Date.UTC(part('year'), month, part('day'), part('hour'), part('minute'), second)
  return wall - Math.floor(time / 1000) * 1000
}
