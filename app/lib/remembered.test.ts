import { expect, test, vi } from 'vitest'

import { remembered } from './remembered'

test('a result is made once for each argument', () => {
  const make = vi.fn((key: string) => key.toUpperCase())
  const upper = remembered(10, make)
  expect([upper('a'), upper('b'), upper('a')]).toEqual(['A', 'B', 'A'])
  expect(make).toHaveBeenCalledTimes(2)
})

test('never more results are held than were allowed', () => {
  const make = vi.fn((key: number) => key + 1)
  const next = remembered(2, make)
  for (const key of [1, 2, 3]) next(key)
  expect(next(1)).toBe(2)
  expect(make).toHaveBeenCalledTimes(4)
})

test('an error is not remembered', () => {
  let calls = 0
  const once = remembered(2, (key: string) => {
    calls += 1
    if (calls === 1) throw new Error('not yet')
    return key
  })
  expect(() => once('a')).toThrow('not yet')
  expect(once('a')).toBe('a')
})
