import { expect, test } from 'vitest'

import { getCpuTime } from '../../tests/support/cpu-time'
import { getTimeZone, readTimeZone } from './time-zones'

test.each([
  ['Москва', 37.6, 'Europe/Moscow'],
  ['Санкт-Петербург', 30.3, 'Europe/Moscow'],
  ['Калининградская область', 20.5, 'Europe/Kaliningrad'],
  ['Республика Татарстан', 49.1, 'Europe/Moscow'],
  ['Республика Татарстан', 53.2, 'Europe/Moscow'],
  ['Самарская область', 50.1, 'Europe/Samara'],
  ['Свердловская область', 60.6, 'Asia/Yekaterinburg'],
  ['ОМСКАЯ ОБЛАСТЬ', 73.4, 'Asia/Omsk'],
  ['Томская область', 84.9, 'Asia/Tomsk'],
  ['Костромская область', 40.9, 'Europe/Moscow'],
  ['Приморский край', 131.9, 'Asia/Vladivostok'],
  [null, 20.5, 'Europe/Kaliningrad'],
  [null, 37.6, 'Europe/Moscow'],
  [null, 60.6, 'Asia/Yekaterinburg'],
  [null, 82.9, 'Asia/Krasnoyarsk'],
  [null, 129.7, 'Asia/Yakutsk'],
  [null, 177.5, 'Asia/Kamchatka'],
  [null, -170, 'Asia/Anadyr'],
  [null, NaN, 'Europe/Moscow'],
])('puts the region %s at the longitude %s° into the time zone %s', (region, longitude, zone) => {
  expect(getTimeZone({ region, longitude })).toBe(zone)
})

test('uses zones that the platform supports', () => {
  for (let longitude = -180; longitude <= 180; longitude += 0.5)
    expect(() =>
      new Intl.DateTimeFormat('ru', {
        timeZone: getTimeZone({ region: null, longitude }),
      }).format(),
    ).not.toThrow()
})

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
