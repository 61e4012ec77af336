import { expect, test } from 'vitest'

import { getCpuTime } from '../../tests/support/cpu-time'
import { clockNote, readTimeZone } from './time-zone.server'

test.each([
  ['Europe/Moscow', 'Europe/Moscow'],
  ['europe/MOSCOW', 'Europe/Moscow'],
  ['Asia/Kamchatka', 'Asia/Kamchatka'],
  ['America/Argentina/Buenos_Aires', expect.any(String)],
  ['UTC', null],
  ['utc', null],
  ['Etc/UTC', null],
  ['Etc/GMT+3', null],
  ['GMT', null],
  ['GMT0', null],
  ['UCT', null],
  ['Zulu', null],
  ['Universal', null],
  ['Greenwich', null],
  ['Atlantic/Reykjavik', null],
  ['atlantic/reykjavik', null],
  ['Iceland', null],
  ['Atlantic/Azores', 'Atlantic/Azores'],
  ['Mars/Olympus', null],
  ['+03:00', null],
  ['Europe/Moscow; Path=/', null],
  ['../../etc/passwd', null],
  ['<script>', null],
  [`Europe/${'x'.repeat(60)}`, null],
  ['', null],
  [null, null],
])('reads the zone «%s» as %s', (name, zone) => {
  expect(readTimeZone(name)).toEqual(zone)
  // The cache returns the same result as the first call.
  expect(readTimeZone(name)).toEqual(zone)
})

test('rejects ten thousand invalid zone names within five seconds, and still reads a valid one', () => {
  const cost = getCpuTime(() => {
    for (let number = 0; number < 10_000; number += 1)
      expect(readTimeZone(`Europe/City${number}`)).toBeNull()
  })
  expect(cost).toBeLessThan(5000)
  expect(readTimeZone('Europe/Samara')).toBe('Europe/Samara')
})

test.each([
  ['Europe/Moscow', null],
  ['Europe/Simferopol', null],
  ['Asia/Vladivostok', 'По московскому времени'],
  ['Europe/Kaliningrad', 'По московскому времени'],
  [null, 'По московскому времени'],
])('adds for the zone «%s» the note: %s', (zone, note) => {
  expect(clockNote(zone)).toBe(note)
})
