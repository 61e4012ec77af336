import { expect, test } from 'vitest'

import { stores } from '../../../sandbox/data/stores'
import { weekdays } from '~/lib/weekdays'
import { store } from './stores.server'

test('accepts a store without `isFavorite`', () => {
  // Section 3 also has `isFavorite`, but a shared public answer cannot contain a shopper's
  // favourite.
  expect(stores[0]).not.toHaveProperty('isFavorite')
  expect(store.safeParse(stores[0]).success).toBe(true)
})

test('drops only the opening hours of a weekday that is invalid or missing', () => {
  const day = { isDayOff: false, dailySchedule: { openingTime: '08:00', closingTime: '22:00' } }
  const value = {
    is24hOpen: false,
    weeklySchedule: {
      ...Object.fromEntries(weekdays.map((name) => [name, day])),
      saturday: { isDayOff: false, dailySchedule: { openingTime: '', closingTime: '' } },
      sunday: undefined,
    },
  }
  const { timetableList } = store.parse({ ...stores[0], timetableList: [{ key: 'x', value }] })
  expect(timetableList[0]?.value.weeklySchedule).toEqual({
    ...Object.fromEntries(weekdays.map((name) => [name, day])),
    saturday: { isDayOff: false },
    sunday: { isDayOff: false },
  })
})
