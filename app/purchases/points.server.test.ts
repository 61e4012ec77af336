import { expect, test } from 'vitest'

import { pointsView } from './points.server'

const now = new Date('2026-04-13T12:00:00+03:00')
const item = (amount: number, expiresAt: string | null, type: 'POINTS' | 'EXPRESS' = 'POINTS') => ({
  amount,
  expiresAt,
  type,
})

type Items = ReturnType<typeof item>[] | null
const getBurning = (totalPointBalance: number, items: Items, zone: string | null = null) =>
  pointsView({ priority: 1, totalPointBalance, totalExpressPoints: 0, items }, zone, now).burning
const getPortions = (items: Items, zone?: string | null) => getBurning(1, items, zone)?.soon

test('sorts by the nearest day, with points that never expire last', () => {
  const items = [
    item(10, null),
    item(20, '2026-05-01T20:59:59Z'),
    item(30, '2026-04-30T20:59:59Z', 'EXPRESS'),
  ]
  expect(getPortions(items)).toMatchObject([
    { amount: 30, isExpress: true, day: '30 апреля' },
    { amount: 20, isExpress: false, day: '1 мая' },
    { amount: 10, isExpress: false, day: null },
  ])
})

test('adds up points of one kind that expire on the same day, and hides empty portions', () => {
  const items = [
    item(5, '2026-04-30T10:00:00Z'),
    item(7, '2026-04-30T12:00:00Z'),
    item(1, '2026-04-30T12:00:00Z', 'EXPRESS'),
    item(0, '2026-04-29T12:00:00Z'),
  ]
  expect(getPortions(items)?.map(({ amount }) => amount)).toEqual([12, 1])
})

test('joins points that expire at midnight with those that expire on the day before', () => {
  const items = [item(5, '2026-11-23T23:59:59+03:00'), item(7, '2026-11-24T00:00:00+03:00')]
  expect(getPortions(items)).toMatchObject([{ amount: 12, isExpress: false, day: '23 ноября' }])
})

test('shows expiry days in the browser’s time zone, with the time if it is not the day’s end', () => {
  const items = [
    item(5, '2026-12-31T10:00:00+03:00'),
    item(7, '2026-12-31T23:59:59+03:00'),
    item(1, '2027-01-01T23:59:59+03:00'),
  ]
  const getDays = (zone: string | null) => getPortions(items, zone)?.map(({ day }) => day)
  expect(getDays(null)).toEqual(['10:00 31 декабря (МСК)', '1 января'])
  expect(getDays('Europe/Moscow')).toEqual(['10:00 31 декабря', '1 января'])
  expect(getDays('Asia/Vladivostok')).toEqual(['17:00 31 декабря', '06:59 2 января'])
})

test('shows the first six of twenty expiry days, and folds the later ones', () => {
  const items = Array.from({ length: 20 }, (_, day) =>
    item(1, `2026-05-${String(day + 1).padStart(2, '0')}T00:00:00Z`),
  )
  const burning = getBurning(20, items)
  expect([burning?.soon.length, burning?.later.length]).toEqual([6, 14])
})

test('hides expired points', () => {
  const items = [item(5, '2026-04-13T11:59:59+03:00'), item(7, '2026-04-13T23:59:59+03:00')]
  expect(getPortions(items)).toMatchObject([{ amount: 7, isExpress: false, day: '13 апреля' }])
})

test('shows the expiry as unknown when no valid points are listed, and none for an empty balance', () => {
  const burnt = [item(5, '2026-04-01T00:00:00+03:00')]
  for (const items of [[], burnt, null]) expect(getBurning(120, items)).toBeNull()
  for (const total of [0, -120]) expect(getBurning(total, [])).toEqual({ soon: [], later: [] })
  expect(getBurning(0, null)).toBeNull()
})
