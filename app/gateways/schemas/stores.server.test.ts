import { expect, test } from 'vitest'

import { stores } from '../../../sandbox/data/stores'
import { weekdays } from '~/domain/weekdays'
import { nearestStores, store, storeRequest } from './stores.server'

test('3.21: accepts a store without `isFavorite`, and does not read it', () => {
  // Section 3 also has `isFavorite`, but a shared public answer cannot contain a shopper's
  // favourite.
  expect(stores[0]).not.toHaveProperty('isFavorite')
  expect(store.parse({ ...stores[0], isFavorite: true })).not.toHaveProperty('isFavorite')
})

test('3.21: reads a store of address and code alone as open', () => {
  expect(store.parse({ address: 'ул. Мира, 1', externalId: { storeCode: '0042' } })).toEqual({
    address: 'ул. Мира, 1',
    cityFiasId: '',
    coordinates: null,
    deliveryTypeList: [],
    externalId: { storeCode: '0042' },
    isActive: true,
    storeType: '',
    timetableList: [],
  })
})

test.each([
  [0, 0],
  [556, 37],
  [55, 181],
])('takes the coordinates %d, %d as unknown', (latitude, longitude) => {
  const place = { latitude, longitude }
  expect(store.parse({ ...stores[0], coordinates: place }).coordinates).toBeNull()
  const near = { code: '1', name: 'М', address: 'А', ...place, distance: 5 }
  const good = { ...near, code: '2', latitude: 55, longitude: 37, distance: -1 }
  expect(nearestStores.parse({ stores: [near, good] }).stores).toMatchObject([
    { code: '2', distance: null },
  ])
})

test.each([
  ['OWNER_UNSPECIFIED', true],
  ['OWNER_MAGNIT', true],
  ['OWNER_MARKET', true],
  ['OWNER_OTHER', false],
])('3.24: a request for a store may name the owner %s: %s', (owner, isOne) => {
  const externalId = { storeCode: '0042', owner }
  expect(storeRequest.safeParse({ externalId }).success).toBe(isOne)
})

test('3.22: drops only the opening hours of a weekday that is invalid or missing', () => {
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
