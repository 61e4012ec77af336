import { wallClock } from '~/lib/wall-clock'
import { onWeekday, weekdays, type Weekday } from '~/domain/weekdays'

const dayNames = ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье']
interface Day {
  isDayOff: boolean
  dailySchedule?: { openingTime: string; closingTime: string } | null | undefined
}

/** Opening hours of the gateway (specification 3.22). */
export interface Timetable {
  is24hOpen: boolean
  weeklySchedule?: Record<Weekday, Day> | null | undefined
}

export type OpeningStatus =
  | { kind: 'always' }
  /** `until` is null when the store stays open for more than 24 hours. */
  | { kind: 'open'; until: string | null }
  | { kind: 'closed'; opens: { day: string; time: string } | null }
  | { kind: 'unknown' }

interface Span {
  opens: number
  /** Above 1440 for the next morning. */
  closes: number
}

const DAY_MINUTES = 1440

function minutes(time: string): number {
  const [hours = NaN, rest = NaN] = time.split(':').map(Number)
  return hours * 60 + rest
}

/** `08:00` → `8:00`. */
function plainTime(time: string): string {
  return time.replace(/^0(?=\d:)/, '')
}

function getSpan(day: Day | undefined): Span | null {
  if (!day || day.isDayOff || !day.dailySchedule) return null
  const opens = minutes(day.dailySchedule.openingTime)
  const closes = minutes(day.dailySchedule.closingTime)
  if (Number.isNaN(opens) || Number.isNaN(closes)) return null
  return { opens, closes: closes > opens ? closes : closes + DAY_MINUTES }
}

const isAllDay = (span: Span | null) => span !== null && span.closes - span.opens === DAY_MINUTES

/** True by the flag, or by hours that connect through the whole week. */
function isAlwaysOpen({ is24hOpen, weeklySchedule: week }: Timetable): boolean {
  if (is24hOpen || !week) return is24hOpen
  const spans = weekdays.map((name) => getSpan(week[name]))
  return spans.every((span) => isAllDay(span) && span?.opens === spans[0]?.opens)
}

/**
 * The end of a period that begins on a weekday; hours of following days may extend it.
 * @returns the weekday of the closing time, and the minutes since midnight of the first day
 */
function getEnd(spans: readonly (Span | null)[], weekday: number): { at: number; closes: number } {
  let last = { at: weekday, closes: spans[weekday]?.closes ?? 0 }
  for (let ahead = 1; ahead <= 7; ahead += 1) {
    const at = (weekday + ahead) % 7
    const span = spans[at]
    const start = ahead * DAY_MINUTES
    if (!span || start + span.opens > last.closes) break
    if (start + span.closes > last.closes) last = { at, closes: start + span.closes }
  }
  return last
}

/**
 * The opening status of a store in its own zone. A closing time before the opening time belongs to
 * the next morning. A day without hours that is not a day off is unknown: the status ends there.
 */
export function openingStatus(
  timetable: Timetable | undefined,
  timeZone: string,
  now: Date,
): OpeningStatus {
  if (timetable && isAlwaysOpen(timetable)) return { kind: 'always' }
  const week = timetable?.weeklySchedule
  if (!week) return { kind: 'unknown' }
  const days = weekdays.map((name) => week[name])
  const isOddDay = (day: Day | undefined) => !day?.isDayOff && !getSpan(day)
  const spans = days.map(getSpan)

  const clock = wallClock(now, timeZone)
  // Day 0, 1 January 1970, was a Thursday; 0 is Monday here.
  const weekday = (clock.dayNumber + 3) % 7
  const minute = clock.hour * 60 + clock.minute
  const openSince = (first: number, minutesAgo: number): OpeningStatus => {
    const { at, closes } = getEnd(spans, first)
    const isLong = closes - minutesAgo > DAY_MINUTES
    const until = isLong ? null : plainTime(days[at]?.dailySchedule?.closingTime ?? '')
    return { kind: 'open', until }
  }
  const yesterday = (weekday + 6) % 7
  if (minute < (spans[yesterday]?.closes ?? 0) - DAY_MINUTES)
    return openSince(yesterday, minute + DAY_MINUTES)
  if (isOddDay(days[weekday])) return { kind: 'unknown' }
  const today = spans[weekday]
  if (today && minute >= today.opens && minute < today.closes) return openSince(weekday, minute)

  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const at = (weekday + ahead) % 7
    const span = spans[at]
    if (isOddDay(days[at])) break
    if (!span || (ahead === 0 && minute >= span.opens)) continue
    const day = ahead === 0 ? 'сегодня' : ahead === 1 ? 'завтра' : (onWeekday[at] ?? '')
    return {
      kind: 'closed',
      opens: { day, time: plainTime(days[at]?.dailySchedule?.openingTime ?? '') },
    }
  }
  return { kind: 'closed', opens: null }
}

/** «Открыто до 22:00», «Сегодня круглосуточно», «Закрыто, откроется завтра в 8:00», «Круглосуточно», «Часы работы не указаны». */
export function statusText(status: OpeningStatus): string {
  switch (status.kind) {
    case 'always':
      return 'Круглосуточно'
    case 'open':
      return status.until === null ? 'Сегодня круглосуточно' : `Открыто до ${status.until}`
    case 'closed':
      return status.opens
        ? `Закрыто, откроется ${status.opens.day} в ${status.opens.time}`
        : 'Закрыто'
    case 'unknown':
      return 'Часы работы не указаны'
  }
}

/** True when the store is open now. */
export function isOpen({ kind }: OpeningStatus): boolean {
  return kind === 'open' || kind === 'always'
}

/** The week as a table from Monday; null without hours. */
export function getWeek(timetable: Timetable | undefined): { day: string; hours: string }[] | null {
  if (timetable && isAlwaysOpen(timetable)) return [{ day: 'Ежедневно', hours: 'Круглосуточно' }]
  const week = timetable?.weeklySchedule
  if (!week) return null
  return weekdays.map((name, place) => ({
    day: dayNames[place] ?? '',
    hours: getHours(week[name]),
  }))
}

function getHours(day: Day): string {
  const { isDayOff, dailySchedule } = day
  if (isDayOff) return 'Выходной'
  if (!dailySchedule) return 'Нет данных'
  if (isAllDay(getSpan(day))) return 'Круглосуточно'
  return `${plainTime(dailySchedule.openingTime)}–${plainTime(dailySchedule.closingTime)}`
}
