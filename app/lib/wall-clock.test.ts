import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'

import { DEVICE_ZONE, wallClock } from './wall-clock'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['2026-02-28T23:59:59+03:00', 'Europe/Moscow', [2026, 2, 28, 23, 59, 59]],
  ['2026-02-28T23:59:59+03:00', 'Asia/Kamchatka', [2026, 3, 1, 8, 59, 59]],
  ['2027-12-31T23:59:59+03:00', 'Asia/Vladivostok', [2028, 1, 1, 6, 59, 59]],
  ['2028-02-29T00:00:00+03:00', 'Europe/Kaliningrad', [2028, 2, 28, 23, 0, 0]],
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', [2026, 10, 25, 2, 30, 0]],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', [2026, 10, 25, 2, 30, 0]],
])('shows at %s in %s the time %j', (instant, zone, expected) => {
  const { year, month, day, hour, minute, second } = wallClock(new Date(instant), zone)
  expect([year, month, day, hour, minute, second]).toEqual(expected)
})

/** The platform's formatter, which takes long to create. */
function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const options = { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('sv-SE', { ...options, timeZone })
}

function asCounted(instant: Date, timeZone: string): string {
  const { year, month, day, hour, minute, second } = wallClock(instant, timeZone)
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = [hour, minute, second].map(two).join(':')
  return `${year}-${two(month)}-${two(day)} ${clock}`
}

test.each(['Europe/Moscow', 'Asia/Kamchatka', 'Europe/Berlin', 'Asia/Kolkata', 'UTC'])(
  'matches the platform’s clock in %s, also on days of a clock change',
  (zone) => {
    const formatter = getFormatter(zone)
    const begins = Date.UTC(2010, 0, 1)
    const hours = 24 * 366 * 2
    for (let hour = 0; hour < hours; hour += 1) {
      const instant = new Date(begins + hour * 3_600_000 * 8 + (hour % 7) * 613_000 + 999)
      expect(asCounted(instant, zone)).toBe(formatter.format(instant))
    }
  },
)

test.each([new Date(NaN), new Date(8.64e15 + 1)])(
  'throws for the invalid instant %s',
  (instant) => {
    expect(() => wallClock(instant, 'Europe/Moscow')).toThrow(RangeError)
  },
)

test('throws for an invalid zone', () => {
  expect(() => wallClock(new Date(0), 'Mars/Olympus')).toThrow(RangeError)
})

test.each(['Europe/Moscow', 'Asia/Kamchatka', 'Europe/Berlin', 'Asia/Kolkata', 'UTC'])(
  'gives a device in %s the clock of its zone',
  (zone) => {
    vi.stubEnv('TZ', zone)
    const instants = fc.date({ min: new Date(0), max: new Date('2100'), noInvalidDate: true })
    fc.assert(
      fc.property(instants, (instant) => {
        expect(wallClock(instant, DEVICE_ZONE)).toEqual(wallClock(instant, zone))
      }),
    )
  },
)

test('limits the number of cached formatters, which visitors’ zones could exhaust', () => {
  const { DateTimeFormat } = Intl
  const made = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (...given) {
    return new DateTimeFormat(...given)
  } as typeof DateTimeFormat)
  const zones = Intl.supportedValuesOf('timeZone')
  expect(zones.length).toBeGreaterThan(400)
  for (const day of [0, 1]) for (const zone of zones) wallClock(new Date(day * 86_400_000), zone)
  // The second day finds the formatters of the first evicted.
  expect(made.mock.calls.length).toBeGreaterThan(zones.length + 100)
  made.mockRestore()
})
