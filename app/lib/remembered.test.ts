import { expect, test, vi } from 'vitest'

import { remembered } from './remembered'

test('calls the function once for each argument', () => {
  const make = vi.fn((key: string) => key.toUpperCase())
  const upper = remembered(10, make)
  expect([upper('a'), upper('b'), upper('a')]).toEqual(['A', 'B', 'A'])
  expect(make).toHaveBeenCalledTimes(2)
})

test('holds no more results than the limit', () => {
  const make = vi.fn((key: number) => key + 1)
  const next = remembered(2, make)
  for (const key of [1, 2, 3]) next(key)
  expect(next(1)).toBe(2)
  expect(make).toHaveBeenCalledTimes(4)
})

test('does not cache an error', () => {
  let calls = 0
  const once = remembered(2, (key: string) => {
    calls += 1
    if (calls === 1) throw new Error('not yet')
    return key
  })
  expect(() => once('a')).toThrow('not yet')
  expect(once('a')).toBe('a')
})
