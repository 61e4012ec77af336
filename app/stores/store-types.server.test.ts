import { expect, test } from 'vitest'

import {
  deliveryLabels,
  listStoreTypes,
  storeTypeLabel,
  timetableLabel,
} from './store-types.server'

test('3.23: names twelve types of stores, and calls another type a store', () => {
  const types = 'MM GM DG MA MO ME MT V1 MC DARKSTORE MARKET DISTR_PHARMACY'.split(' ')
  const listed = listStoreTypes()
  expect(listed.map(({ type }) => type).sort()).toEqual(
    types.map((type) => `STORE_TYPE_${type}`).sort(),
  )
  expect(new Set(listed.map(({ label }) => label)).size).toBe(12)
  expect(storeTypeLabel('STORE_TYPE_OTHER')).toBe('Магазин')
})

test('3.24: names four timetables and three ways of delivery, and no others', () => {
  const timetables = ['STORE', 'PICKUP', 'DELIVERY', 'ORDERING', 'OTHER']
  const labels = timetables.map((type) => timetableLabel(`WORKING_TIMETABLE_TYPE_${type}`))
  expect(labels).toEqual(['Магазин', 'Выдача заказов', 'Доставка', 'Приём заказов', null])
  const deliveries = ['PICKUP', 'DELIVERY', 'OFFLINE', 'OTHER'].map(
    (type) => `DELIVERY_TYPE_${type}`,
  )
  expect(deliveryLabels(deliveries)).toEqual(['Самовывоз', 'Доставка', 'Покупки в зале'])
})
