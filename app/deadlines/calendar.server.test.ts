import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import { describe, expect, test, vi } from 'vitest'

import { MOST_EVENTS, writeCalendar } from './calendar.server'
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
type Coupons = ReturnType<typeof coupon>[]

function deadlinesOf(coupons: Coupons, zone = 'Europe/Moscow') {
  const items = [{ type: 'POINTS' as const, amount: 120, expiresAt: '2026-04-14T23:59:59+03:00' }]
  const withinDays = Number.POSITIVE_INFINITY
  return listDeadlines({ balance: { items }, coupons }, { now, zone, withinDays })
}

const write = (coupons: Coupons, change: Partial<typeof facts> = {}, zone?: string) =>
  writeCalendar(deadlinesOf(coupons, zone), { ...facts, ...change })

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
        const dayOf = (date: Date) =>
          `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
        const [alarm] = (event as unknown as { alarms: { trigger: string }[] }).alarms
        return {
          uid: event.uid,
          summary: String(event.summary),
          description: String(event.description),
          day: dayOf(start),
          end: end && dayOf(end),
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

describe.each(Object.entries(readers))('the parser %s', (_, read) => {
  test('reads every title as it was written', async () => {
    const text = await write(titles.map((title, at) => coupon(String(at), title)))
    const summaries = read(text).map(({ summary }) => summary)
    expect(summaries).toHaveLength(titles.length + 1)
    expect(summaries).toEqual(
      expect.arrayContaining(titles.map((title) => `Последний день купона: ${title.trim()}`)),
    )
  })

  test('reads all-day events with a reminder the evening before and the card’s address', async () => {
    const [stars, other] = read(await write([coupon('1', 'Сыры')]))
    expect(stars).toEqual({
      uid: expect.stringMatching(/^[0-9a-f]{32}@april\.example$/),
      summary: 'Последний день: 120 звёзд',
      description: 'Спишите звёзды на кассе.\nhttps://april.example/qr',
      day: '2026-04-14',
      end: '2026-04-15',
      isAllDay: true,
      url: 'https://april.example/qr',
      trigger: '-PT6H',
      sequence: Math.floor(now.getTime() / 60_000),
    })
    expect(other).toMatchObject({ day: '2026-04-16', isAllDay: true })
  })

  test('reads a title with line breaks and odd letters as one line', async () => {
    const odd = 'Сыр\r\nATTACH:https://evil.example\n\u2028\u0000\u0007и\ud800 хлеб\t!'
    const text = await write([coupon('1', odd)])
    expect(read(text).at(-1)?.summary).toBe(
      'Последний день купона: Сыр ATTACH:https://evil.example и хлеб !',
    )
    expect(text).not.toMatch(/^ATTACH/m)
  })

  test('reads equal UIDs and a later revision after sums and titles changed', async () => {
    const later = { now: new Date(now.getTime() + 3_600_000) }
    const before = read(await write([coupon('1', 'Сыры')]))
    const after = read(await write([coupon('1', 'Сыры и масло')], later))
    expect(after.map(({ uid }) => uid)).toEqual(before.map(({ uid }) => uid))
    expect(after[0]!.sequence).toBeGreaterThan(before[0]!.sequence)
    const others = read(await write([coupon('1', 'Сыры')], { owner: 'another-shopper' }))
    expect(others.map(({ uid }) => uid)).not.toEqual(before.map(({ uid }) => uid))
  })

  test('reads the day in the shopper’s zone, and the time when that day ends early', async () => {
    const read_ = read(await write([coupon('1', 'Сыры')], {}, 'Asia/Kamchatka'))
    expect(read_.map(({ day, summary }) => [day, summary])).toEqual([
      ['2026-04-15', 'До 08:59 — последний день: 120 звёзд'],
      ['2026-04-17', 'До 08:59 — последний день купона: Сыры'],
    ])
    const turns = [
      coupon('1', 'Год', '2026-12-31T23:59:59+03:00'),
      coupon('2', 'Високосный', '2028-02-29T23:59:59+03:00'),
    ]
    expect(read(await write(turns)).map(({ day, end }) => [day, end])).toEqual([
      ['2026-04-14', '2026-04-15'],
      ['2026-12-31', '2027-01-01'],
      ['2028-02-29', '2028-03-01'],
    ])
  })

  test("reads a note about Moscow time when the browser's zone is unknown", async () => {
    const [stars] = read(await write([], { isMoscowTime: true }))
    expect(stars?.description).toBe(
      'Спишите звёзды на кассе.\nДень указан по московскому времени.\nhttps://april.example/qr',
    )
  })
})

describe('the calendar file', () => {
  test('is folded to 75 bytes between letters, with CRLF line ends', async () => {
    const text = await write(titles.map((title, at) => coupon(String(at), title)))
    expect(text.startsWith('BEGIN:VCALENDAR\r\n')).toBe(true)
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const lines = text.split('\r\n')
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    expect(lines.slice(0, -1)).not.toContain('')
    expect(text).not.toContain('\ufffd')
  })

  test('contains neither the owner nor the gateway’s id of a coupon', async () => {
    const text = await write([coupon('0123456789', 'Сыры')])
    expect(text).not.toContain(facts.owner)
    expect(text).not.toContain('0123456789')
  })

  test('does not depend on the zone of the process', async () => {
    const written = new Set<string>()
    try {
      for (const TZ of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Europe/Moscow']) {
        vi.stubEnv('TZ', TZ)
        written.add(await write([coupon('1', 'Сыры')]))
      }
    } finally {
      vi.unstubAllEnvs()
    }
    expect(written.size).toBe(1)
  })

  test('holds the nearest of ten thousand deadlines, and yields to other requests meanwhile', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) =>
      coupon(String(at), LONG, new Date(now.getTime() + (at + 1) * 600_000).toISOString()),
    )
    const deadlines = many.flatMap((one) =>
      listDeadlines({ coupons: [one] }, { now, zone: 'Europe/Moscow', withinDays: 100 }),
    )
    let turns = 0
    const others = setInterval(() => (turns += 1), 0)
    const text = await writeCalendar(deadlines, facts)
    clearInterval(others)
    const events = readers['ical.js'](text)
    expect(events).toHaveLength(MOST_EVENTS)
    expect(events[0]?.day).toBe('2026-04-13')
    // The function yields to other requests while it writes.
    expect(turns).toBeGreaterThan(3)
  })
})
