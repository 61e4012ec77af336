import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

import {
  foldLines,
  ICalAlarmType,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEvent,
  ICalEventClass,
  ICalEventTransparency,
} from 'ical-generator'

import { shorten } from '~/lib/shorten'
import { currency } from '~/lib/currency'

import type { Deadline, DeadlineKind } from './deadlines.server'

/** The nearest deadlines; a calendar of more is of no use. */
export const MOST_EVENTS = 300
const LONGEST_TITLE = 400
/** Six in the evening before: an all-day event begins at midnight. */
const ALARM_SECONDS_BEFORE = 6 * 3600
/** How long writing may block the event loop. */
const TURN_MS = 8
const END = 'END:VCALENDAR'

const spend = {
  what: '',
  get advice() {
    return `Спишите ${currency.plural} на кассе.`
  },
}
const texts: Record<DeadlineKind, { what: string; advice: string }> = {
  stars: spend,
  express: spend,
  coupon: { what: ' купона', advice: 'Покажите карту на кассе.' },
  offer: { what: ' предложения', advice: 'Успейте выполнить условие.' },
}

interface CalendarFacts {
  brand: string
  origin: string
  /** A hash that distinguishes the events of two shoppers in one calendar; no user id. */
  owner: string
  now: Date
  /** True when days are Moscow's because the browser's zone is unknown. */
  isMoscowTime: boolean
}

/**
 * A calendar (RFC 5545) of deadlines: all-day events with a reminder the evening before. UIDs are stable, so
 * that a second import updates the events. It contains titles and sums, and no other data of the shopper.
 * Events are written one by one with pauses, because `MOST_EVENTS` at once would block the event loop.
 */
export async function writeCalendar(deadlines: Deadline[], facts: CalendarFacts): Promise<string> {
  const { brand, origin } = facts
  const calendar = new ICalCalendar({
    prodId: { company: brand, product: 'Сроки', language: 'RU' },
    name: `${brand}: сроки`,
    method: ICalCalendarMethod.PUBLISH,
    url: `${origin}/deadlines`,
  })
  const [head = ''] = foldLines(calendar.toString()).split(END)
  const parts = [head.trimEnd()]
  let since = performance.now()
  for (const deadline of deadlines.slice(0, MOST_EVENTS)) {
    parts.push(foldLines(eventOf(deadline, facts, calendar).toString()).trimEnd())
    if (performance.now() - since < TURN_MS) continue
    await nextTurn()
    since = performance.now()
  }
  return `${[...parts, END].join('\r\n')}\r\n`
}

function eventOf(deadline: Deadline, facts: CalendarFacts, calendar: ICalCalendar): ICalEvent {
  const { id, kind, title, lastDay } = deadline
  const { origin, owner, now, isMoscowTime } = facts
  const { what, advice } = texts[kind]
  const zone = isMoscowTime ? '\nДень указан по московскому времени.' : ''
  const dayAt = (days: number) =>
    new Date(Date.UTC(lastDay.year, lastDay.month - 1, lastDay.day + days))
  const name = oneLine(title)
  const summary = lastDay.isWhole
    ? `Последний день${what}: ${name}`
    : `До ${lastDay.time} — последний день${what}: ${name}`
  const event = new ICalEvent(
    {
      id: `${uidOf(owner, id)}@${new URL(origin).host}`,
      // A calendar date without a zone, independent of the process.
      start: dayAt(0),
      // The day after; without an end Outlook and Google guess one.
      end: dayAt(1),
      allDay: true,
      // Calendars that have the event take the version with the later stamp.
      stamp: now,
      lastModified: now,
      sequence: Math.floor(now.getTime() / 60_000),
      summary,
      description: `${advice}${zone}\n${origin}/qr`,
      url: `${origin}/qr`,
      // An all-day event must not mark the day as busy.
      transparency: ICalEventTransparency.TRANSPARENT,
      class: ICalEventClass.PRIVATE,
    },
    calendar,
  )
  event.createAlarm({
    type: ICalAlarmType.display,
    triggerBefore: ALARM_SECONDS_BEFORE,
    description: summary,
  })
  return event
}

function uidOf(owner: string, id: string): string {
  return createHash('sha256').update(`calendar:${owner}:${id}`).digest('hex').slice(0, 32)
}

/** A title on one line, without control characters and lone surrogates, of limited length. */
function oneLine(title: string): string {
  return shorten(title.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' '), LONGEST_TITLE)
}
