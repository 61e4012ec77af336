import { expect, test } from 'vitest'
import { z } from 'zod'

import { getCpuTime } from '../../../tests/support/cpu-time'
import { orElse, parseNotingLosses, placeIn, getSize } from './common.server'
import { transactions } from './purchases.server'

const whole = {
  id: 't',
  createdAt: '2026-04-10T10:00:00Z',
  type: 'PURCHASE',
  title: 'Покупка',
  totalSum: 100,
  pointsAccrued: 1,
  pointsSpent: 0,
  hasPoll: false,
}

test('reports the original index of an unreadable list entry', () => {
  const response = transactions.parse({
    transactions: [0, 1, 2, 3, 4].map((number) =>
      number % 2 ? { id: `t${number}`, createdAt: '2026-04-10T10:00:00Z' } : null,
    ),
  })
  const places = response.transactions.map((_, place) => placeIn(response.transactions, place))
  expect(places).toEqual([1, 3])
  expect(getSize(response.transactions)).toBe(5)
})

// Zod 4 refuses a missing key of `z.unknown().transform()`; `.optional()` accepts it.
test('reads a missing key of z.unknown().transform() as the fallback of orElse, and reports it', () => {
  const shape = z.object({ points: orElse(z.number(), 0), title: z.string() })
  const { result, losses } = parseNotingLosses(shape, { title: 'Кофе' })
  expect(result.data).toEqual({ points: 0, title: 'Кофе' })
  expect(losses).toEqual(['points: invalid_type'])
})

test('reads five hundred entries of a page that is much too long, and reports the rest', () => {
  const response = {
    transactions: Array.from({ length: 10_000 }, (_, number) => ({
      ...whole,
      id: `t${number}`,
    })),
    pagination: { limit: 50, offset: 0, totalCount: 10_000, hasMore: false, nextOffset: null },
  }
  const { result, losses } = parseNotingLosses(transactions, response)
  expect(result.data?.transactions.map(({ id }) => id)).toEqual(
    Array.from({ length: 500 }, (_, number) => `t${number}`),
  )
  expect(result.data?.pagination).toMatchObject({ totalCount: 10_000, hasMore: false })
  expect(losses).toEqual(['transactions: too_big'])
  const usual = { ...response, transactions: response.transactions.slice(0, 500) }
  expect(parseNotingLosses(transactions, usual).losses).toEqual([])
})

test('reads an entirely invalid list about as fast as a valid one', () => {
  const listOfAll = (entry: object) => Array.from({ length: 20_000 }, () => entry)
  const good = { transactions: listOfAll(whole) }
  const bad = { transactions: listOfAll({}) }
  const read = (response: object) => () => void parseNotingLosses(transactions, response)
  // Compiles each schema first and sometimes collects garbage, for a fair measurement.
  const getCost = (response: object) =>
    Math.min(...Array.from({ length: 5 }, () => getCpuTime(read(response))).slice(1))
  // Creating an error with a stack for each misfit took twenty to fifty times as long.
  expect(getCost(bad)).toBeLessThan(8 * getCost(good))
})
