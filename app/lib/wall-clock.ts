import { remembered } from './remembered'

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

/**
 * The wall clock of a zone at an instant, whatever its clocks were changed by.
 * @throws RangeError for what is no instant or no zone
 */
export function wallClock(instant: Date, timeZone: string): WallClock {
  const time = instant.getTime()
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
 * By how many milliseconds a zone's clocks are ahead of UTC. A formatter is asked about the two ends
 * of a day only, for it costs fifty times what a sum does; in between on a day when they are changed.
 */
function offsetAt(time: number, timeZone: string): number {
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

const formatOf = remembered(
  64,
  (timeZone: string) => new Intl.DateTimeFormat('en-CA', { ...options, timeZone }),
)

function askOffset(time: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(time)
  const numbers = new Map(parts.map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => numbers.get(type) ?? 0
  const [month, second] = [part('month') - 1, part('second')]
  const wall = Date.UTC(part('year'), month, part('day'), part('hour'), part('minute'), second)
  return wall - Math.floor(time / 1000) * 1000
}
