import { expect, test } from 'vitest'

import { portionsOf, starsView } from './stars.server'

const item = (amount: number, expiresAt: string | null, type: 'POINTS' | 'EXPRESS' = 'POINTS') => ({
  amount,
  expiresAt,
  type,
})

test('the nearest day comes first and what never burns last', () => {
  const items = [
    item(10, null),
    item(20, '2026-05-01T20:59:59Z'),
    item(30, '2026-04-30T20:59:59Z', 'EXPRESS'),
  ]
  expect(portionsOf({ items })).toEqual([
    { amount: 30, isExpress: true, day: '30 апреля 2026' },
    { amount: 20, isExpress: false, day: '1 мая 2026' },
    { amount: 10, isExpress: false, day: null },
  ])
})

test('one day and one kind is one portion, and nothing is not shown', () => {
  const items = [
    item(5, '2026-04-30T10:00:00Z'),
    item(7, '2026-04-30T12:00:00Z'),
    item(1, '2026-04-30T12:00:00Z', 'EXPRESS'),
    item(0, '2026-04-29T12:00:00Z'),
  ]
  expect(portionsOf({ items }).map(({ amount }) => amount)).toEqual([12, 1])
})

test('of very many portions the later ones are folded away', () => {
  const items = Array.from({ length: 20 }, (_, day) =>
    item(1, `2026-05-${String(day + 1).padStart(2, '0')}T00:00:00Z`),
  )
  const view = starsView({ priority: 1, totalPointBalance: 20, totalExpressPoints: 0, items })
  expect([view.burning?.soon.length, view.burning?.later.length]).toEqual([6, 14])
})
