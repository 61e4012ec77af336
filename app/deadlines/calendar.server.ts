import { createHash } from 'node:crypto'

import {
  foldLines,
  ICalAlarmType,
  ICalCalendar,
  ICalEventClass,
  ICalEventTransparency,
} from 'ical-generator'

import { shorten } from '~/lib/shorten'
import { currency } from '~/domain/currency'

import type { Deadline, DeadlineKind } from './deadlines.server'

const MAX_TITLE_LETTERS = 400
/** Six in the evening before: an all-day event begins at midnight. */
const ALARM_SECONDS_BEFORE = 6 * 3600

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
  offer: { what: ' задания', advice: 'Успейте выполнить условие.' },
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
 * A calendar file (RFC 5545) of one deadline: an all-day event with a reminder the evening before. It has no
 * method and no name, which make calendars subscribe. The UID is stable, so that a second import updates the
 * event. It contains title or sum, and no other data of the shopper.
 */
export function writeCalendar(deadline: Deadline, facts: CalendarFacts): string {
  const calendar = new ICalCalendar({
    prodId: { company: facts.brand, product: 'Сроки', language: 'RU' },
  })
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
  const event = calendar.createEvent({
    id: `${getUid(owner, id)}@${new URL(origin).host}`,
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
  })
  event.createAlarm({
    type: ICalAlarmType.display,
    triggerBefore: ALARM_SECONDS_BEFORE,
    description: summary,
  })
  // Each line ends with CRLF (RFC 5545, section 3.1); the library leaves the last one open.
  return `${foldLines(calendar.toString())}\r\n`
}

function getUid(owner: string, id: string): string {
  return createHash('sha256').update(`calendar:${owner}:${id}`).digest('hex').slice(0, 32)
}

/** A title on one line, without control characters and lone surrogates, of limited length. */
function oneLine(title: string): string {
  return shorten(title.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' '), MAX_TITLE_LETTERS)
}
