import { expect, test } from 'vitest'

import { sumUp } from './totals.server'

const bought = { type: 'PURCHASE', totalSum: 50_001, pointsAccrued: 5, pointsSpent: 2 } as const
const returned = { type: 'REFUND', totalSum: 20_000, pointsAccrued: 0, pointsSpent: 1 } as const

test('leaves a sum unknown when an amount is unreadable, and all sums when the type of an operation is unknown', () => {
  expect(sumUp([bought, { ...bought, totalSum: undefined }, bought])).toEqual({
    spent: null,
    earned: 15,
    gone: 6,
  })
  expect(sumUp([{ ...bought, pointsAccrued: undefined }])).toEqual({
    spent: 50_001,
    earned: null,
    gone: 2,
  })
  expect(sumUp([bought, { ...bought, type: null }])).toEqual({
    spent: null,
    earned: null,
    gone: null,
  })
})

test('ignores whether the gateway sends refunds and spent points as negative numbers', () => {
  const minus = { ...returned, totalSum: -20_000, pointsSpent: -1 }
  expect(sumUp([{ ...bought, pointsSpent: -2 }, minus])).toEqual(sumUp([bought, returned]))
})
