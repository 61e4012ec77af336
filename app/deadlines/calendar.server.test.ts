import { execFileSync } from 'node:child_process'

import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import { describe, expect, test, vi } from 'vitest'

import { findPython } from '../../tests/support/find-python'
import { writeCalendar } from './calendar.server'
import { listDeadlines } from './deadlines.server'

const now = new Date('2026-04-13T12:00:00+03:00')
const facts = {
  brand: 'Апрель',
  origin: 'https://april.example',
  owner: 'b3duZXItdGFnLTEyMzQ',
  now,
  isMoscowTime: false,
}

const coupon = (
  favoriteId: string,
  title: string,
  expirationDate = '2026-04-16T23:59:59+03:00',
) => ({
  favoriteId,
  title,
  items: null,
  displayType: 'text',
  expirationDate,
  state: 'ACTIVATED' as const,
})
const stars = {
  items: [{ type: 'POINTS' as const, amount: 120, expiresAt: '2026-04-14T23:59:59+03:00' }],
}

/** The file of the only deadline among the sources. */
function write(
  sources: Parameters<typeof listDeadlines>[0],
  change: Partial<typeof facts> = {},
  zone = 'Europe/Moscow',
) {
  const [deadline] = listDeadlines(sources, { now, zone, withinDays: Number.POSITIVE_INFINITY })
  return writeCalendar(deadline!, { ...facts, ...change })
}
const writeCoupon = (
  title: string,
  change: Partial<typeof facts> & { id?: string; end?: string } = {},
  zone?: string,
) => {
  const { id = '1', end, ...others } = change
  return write({ coupons: [coupon(id, title, end)] }, others, zone)
}

/** Two independent parsers with results in one form. */
const readers = {
  'ical.js': (text: string) =>
    new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component)
      const alarm = component.getFirstSubcomponent('valarm')
      return {
        uid: event.uid,
        summary: event.summary,
        description: event.description,
        day: event.startDate.toString(),
        end: component.getFirstPropertyValue('dtend')?.toString(),
        isAllDay: event.startDate.isDate && event.endDate.isDate,
        url: String(component.getFirstPropertyValue('url')),
        trigger: String(alarm?.getFirstPropertyValue('trigger')),
        sequence: event.sequence,
      }
    }),
  'node-ical': (text: string) =>
    Object.values(nodeIcal.sync.parseICS(text))
      .filter((each): each is VEvent => each?.type === 'VEVENT')
      .map((event) => {
        const { start, end } = event
        const two = (part: number) => String(part).padStart(2, '0')
        const getDay = (date: Date) =>
          `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
        const [alarm] = (event as unknown as { alarms: { trigger: string }[] }).alarms
        return {
          uid: event.uid,
          summary: String(event.summary),
          description: String(event.description),
          day: getDay(start),
          end: end && getDay(end),
          isAllDay: event.datetype === 'date',
          url: String((event.url as unknown as { val?: string }).val ?? event.url),
          trigger: String(alarm?.trigger),
          sequence: Number(event.sequence),
        }
      }),
}

const LONG = 'Скидка на всё, что растёт; '.repeat(12).slice(0, 300)
const titles = [
  'Скидка на сыры',
  'Сыр, масло; молоко: −25% \\ и «хлеб»',
  'Кофе ☕ и 👨‍👩‍👧‍👦 семья 🇷🇺',
  'قهوة وشاي',
  'BEGIN:VEVENT',
  'До 12:00; X-EVIL=1:да',
  LONG,
]

/** Reads bytes by Python's library; before that each line must be as RFC 5545, section 3.1, says. */
const inPython = `
import json, sys
from icalendar import Calendar
data = sys.stdin.buffer.read()
lines = data.split(b'\\r\\n')
assert lines.pop() == b'', 'the last line has no end'
assert all(0 < len(line) <= 75 and not set(line) & {10, 13} for line in lines), 'a line is malformed'
events = Calendar.from_ical(data).walk('VEVENT')
print(json.dumps([str(event['SUMMARY']) for event in events]))
`

test.each(titles)(
  'a reader in Python accepts every line of the file, and reads its title: %s',
  (title) => {
    const output = execFileSync(findPython(), ['-c', inPython], { input: writeCoupon(title) })
    expect(JSON.parse(String(output))).toEqual([`Последний день купона: ${title.trim()}`])
  },
)

describe.each(Object.entries(readers))('the parser %s', (_, read) => {
  test.each(titles)('reads one event with its title as it was written: %s', (title) => {
    const summaries = read(writeCoupon(title)).map(({ summary }) => summary)
    expect(summaries).toEqual([`Последний день купона: ${title.trim()}`])
  })

  test('reads an all-day event with a reminder the evening before and the card’s address', () => {
    expect(read(write({ balance: stars }))).toEqual([
      {
        uid: expect.stringMatching(/^[0-9a-f]{32}@april\.example$/),
        summary: 'Последний день: 120 звёзд',
        description: 'Спишите звёзды на кассе.\nhttps://april.example/qr',
        day: '2026-04-14',
        end: '2026-04-15',
        isAllDay: true,
        url: 'https://april.example/qr',
        trigger: '-PT6H',
        sequence: Math.floor(now.getTime() / 60_000),
      },
    ])
  })

  test('reads a title with line breaks and odd letters as one line', () => {
    const odd = 'Сыр\r\nATTACH:https://evil.example\n\u2028\u0000\u0007и\ud800 хлеб\t!'
    const text = writeCoupon(odd)
    expect(read(text).at(-1)?.summary).toBe(
      'Последний день купона: Сыр ATTACH:https://evil.example и хлеб !',
    )
    expect(text).not.toMatch(/^ATTACH/m)
  })

  test('reads an equal UID and a later revision after the title changed', () => {
    const later = { now: new Date(now.getTime() + 3_600_000) }
    const [before] = read(writeCoupon('Сыры'))
    const [after] = read(writeCoupon('Сыры и масло', later))
    expect(after!.uid).toBe(before!.uid)
    expect(after!.sequence).toBeGreaterThan(before!.sequence)
    const [other] = read(writeCoupon('Сыры', { owner: 'another-shopper' }))
    expect(other!.uid).not.toBe(before!.uid)
  })

  test('reads the day in the shopper’s zone, and the time when that day ends early', () => {
    const kamchatka = read(writeCoupon('Сыры', {}, 'Asia/Kamchatka'))
    expect(kamchatka.map(({ day, summary }) => [day, summary])).toEqual([
      ['2026-04-17', 'До 08:59 — последний день купона: Сыры'],
    ])
    for (const [last, day, next] of [
      ['2026-12-31T23:59:59+03:00', '2026-12-31', '2027-01-01'],
      ['2028-02-29T23:59:59+03:00', '2028-02-29', '2028-03-01'],
    ] as const)
      expect(read(writeCoupon('Сыры', { end: last }))).toMatchObject([{ day, end: next }])
  })

  test("reads a note about Moscow time when the browser's zone is unknown", () => {
    expect(read(write({ balance: stars }, { isMoscowTime: true }))[0]?.description).toBe(
      'Спишите звёзды на кассе.\nДень указан по московскому времени.\nhttps://april.example/qr',
    )
  })
})

describe('the calendar file', () => {
  test('is one event of no calendar, so that Outlook adds nothing else', () => {
    const text = writeCoupon('Сыры')
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(text.match(/^(?:TRANSP|CLASS):\w+/gm)).toEqual(['TRANSP:TRANSPARENT', 'CLASS:PRIVATE'])
    expect(text).not.toMatch(/^(?:METHOD|NAME|X-WR-CALNAME|URL:.*deadlines)/m)
  })

  test('is folded to 75 bytes between letters, with CRLF line ends', () => {
    for (const title of titles) {
      const text = writeCoupon(title)
      expect(text.startsWith('BEGIN:VCALENDAR\r\n')).toBe(true)
      expect(text.trimEnd().endsWith('END:VCALENDAR')).toBe(true)
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
      expect(text).not.toContain('\ufffd')
    }
  })

  test('contains neither the owner nor the gateway’s id of a coupon', () => {
    const text = writeCoupon('Сыры', { id: '0123456789' })
    expect(text).not.toContain(facts.owner)
    expect(text).not.toContain('0123456789')
  })

  test('does not depend on the zone of the process', () => {
    const written = new Set<string>()
    try {
      for (const TZ of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Europe/Moscow']) {
        vi.stubEnv('TZ', TZ)
        written.add(writeCoupon('Сыры'))
      }
    } finally {
      vi.unstubAllEnvs()
    }
    expect(written.size).toBe(1)
  })
})
