import { expect, test } from 'vitest'

import { moneyMoved, signedPoints, pointsMoved, type TransactionType } from './transaction-names'

const moved = (type: TransactionType, totalSum: number | null, accrued = 0, spent = 0) => ({
  type,
  totalSum,
  pointsAccrued: accrued,
  pointsSpent: spent,
})

test.each([
  [moved('PURCHASE', 124990), '\u22121\u2009249,90\u2009₽'],
  [moved('REFUND', 31200), '+312\u2009₽'],
  [moved('PURCHASE', 0), '0\u2009₽'],
  [moved('ACCRUAL', null), null],
])('formats the money of %o as %s', (movement, expected) => {
  expect(moneyMoved(movement)).toBe(expected)
})

test('shows earned points with a plus and spent ones with a minus', () => {
  expect(pointsMoved(moved('PURCHASE', 100, 12, 30))).toEqual([
    '+12\u00a0звёзд',
    '\u221230\u00a0звёзд',
  ])
  expect(pointsMoved(moved('EXPIRATION', null, 0, 1))).toEqual(['\u22121\u00a0звезда'])
  expect(pointsMoved(moved('PURCHASE', 100))).toEqual([])
})

test('returns no text without points', () => {
  expect(signedPoints(0)).toBeNull()
  expect(signedPoints(1204)).toBe('+1\u2009204\u00a0звезды')
})
