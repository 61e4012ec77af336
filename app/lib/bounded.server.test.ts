import { expect, test } from 'vitest'
import { z } from 'zod'

import { boundedList, boundedRecord } from './bounded.server'

/** A schema that counts its calls. */
function counting() {
  const seen = { count: 0 }
  const shape = z.custom<unknown>(() => {
    seen.count += 1
    return true
  })
  return { seen, shape }
}

test('checks no entry of a list that is too long or too short', () => {
  const { seen, shape } = counting()
  const list = boundedList(shape, { min: 1, max: 3 })
  expect(list.safeParse(Array(100_000).fill({})).success).toBe(false)
  expect(list.safeParse([]).success).toBe(false)
  expect(seen.count).toBe(0)
  expect(list.safeParse([1, 2, 3]).success).toBe(true)
  expect(seen.count).toBe(3)
})

test('checks no value of a record with too many names', () => {
  const { seen, shape } = counting()
  const record = boundedRecord(shape, { longestName: 5, max: 2 })
  const names = Array.from({ length: 10_000 }, (_, index) => [String(index), {}] as const)
  expect(record.safeParse(Object.fromEntries(names)).success).toBe(false)
  expect(seen.count).toBe(0)
  expect(record.safeParse({ a: 1, b: 2 }).success).toBe(true)
  expect(record.safeParse({ abcdef: 1 }).success).toBe(false)
  expect(record.safeParse(null).success).toBe(false)
})
