import { formatCalendarDay, formatCalendarMonth, padded } from '~/lib/dates'
import { MOSCOW } from '~/lib/time-zones'
import { wallClock } from '~/lib/wall-clock'

/** The screen of purchase sums. */
const HERE = '/profile/purchases'
const FIRST_YEAR = 2000

/** A year, or a month of it (1 to 12), in Moscow's calendar. */
export interface Period {
  year: number
  month: number | null
}

/** The present month. */
export interface Today extends Period {
  month: number
}

/** The present month in Moscow. */
export function getToday(now: Date): Today {
  const { year, month } = wallClock(now, MOSCOW)
  return { year, month }
}

/** The period of an address; the present year for invalid and future ones. */
export function getReadPeriod(params: URLSearchParams, today: Today): Period {
  const [, year, month] = /^(20\d\d)(?:-(0[1-9]|1[0-2]))?$/.exec(params.get('period') ?? '') ?? []
  const asked = { year: Number(year), month: month ? Number(month) : null }
  const isOurs = year !== undefined && asked.year >= FIRST_YEAR && !isAfter(asked, today)
  return isOurs ? asked : { year: today.year, month: null }
}

/** True when a period begins later than another. */
function isAfter(one: Period, other: Period): boolean {
  const getMonths = ({ year, month }: Period) => year * 12 + (month ?? 1)
  return getMonths(one) > getMonths(other)
}

/** `2026`, `2026-04`. */
export const getKey = ({ year, month }: Period) => (month ? `${year}-${padded(month)}` : `${year}`)

export const getHref = (period: Period) => `${HERE}?period=${getKey(period)}`

/** «2026 год», «Апрель 2026». */
export const periodName = ({ year, month }: Period) =>
  month ? formatCalendarMonth({ year, month }) : `${year}\u00a0год`

/** «Апрель» */
const monthName = (period: Period) => periodName(period).replace(` ${period.year}`, '')

interface Step {
  to: string
  label: string
}

/**
 * The previous and the next period within the history and not in the future.
 * @param first the beginning of the history; null: unknown
 */
export function getSteps(period: Period, first: string | null, today: Today) {
  const step = (by: -1 | 1): Period => {
    if (period.month === null) return { year: period.year + by, month: null }
    const months = period.year * 12 + period.month - 1 + by
    return { year: Math.floor(months / 12), month: (months % 12) + 1 }
  }
  const getLink = (to: Period): Step => ({
    to: getHref(to),
    label: to.year === period.year ? monthName(to) : periodName(to),
  })
  const [before, after] = [step(-1), step(1)]
  const begun = first === null ? null : getToday(new Date(first))
  const isInHistory = begun && getKey(before) >= (before.month ? getKey(begun) : String(begun.year))
  const isBegun = getKey(after) <= (after.month ? getKey(today) : String(today.year))
  return {
    previous: isInHistory ? getLink(before) : null,
    next: isBegun ? getLink(after) : null,
  }
}

/** Between Moscow and Kamchatka, where tills have their own clocks. */
const MARGIN_MS = 10 * 3_600_000

/** Instants that certainly enclose a period by any till's clock; the day of each operation decides. */
export function getBorders({ year, month }: Period): { from: string; to: string } {
  const begin = Date.parse(`${year}-${padded(month ?? 1)}-01T00:00:00+03:00`)
  const next = month === null || month === 12 ? `${year + 1}-01` : `${year}-${padded(month + 1)}`
  const end = Date.parse(`${next}-01T00:00:00+03:00`)
  const getText = (ms: number) => new Date(ms).toISOString()
  return { from: getText(begin - MARGIN_MS), to: getText(end + MARGIN_MS) }
}

/** A month of a year, or a day of a month. */
export interface Part {
  /** `2026-04`, `2026-04-12`. */
  key: string
  /** «Апрель», «12 апреля». */
  name: string
  to: string | null
}

/** The months of a year, or the days of a month. */
export function getParts(period: Period): Part[] {
  const { year, month } = period
  if (month === null)
    return Array.from({ length: 12 }, (_, index) => {
      const own = { year, month: index + 1 }
      return { key: getKey(own), name: monthName(own), to: getHref(own) }
    })
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return Array.from({ length: days }, (_, index) => {
    const day = index + 1
    const name = formatCalendarDay({ year, month, day }).replace(' ', '\u00a0')
    return { key: `${getKey(period)}-${padded(day)}`, name, to: null }
  })
}

/** The first and the last day of a period, both inclusive. */
export function getDays(period: Period): { since: string; until: string } {
  const { year, month } = period
  const last = month === null ? '12-31' : (getParts(period).at(-1)?.key.slice(5) ?? '')
  return { since: `${year}-${padded(month ?? 1)}-01`, until: `${year}-${last}` }
}
