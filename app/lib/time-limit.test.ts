import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { withTimeLimit } from './time-limit'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('returns an answer in time and leaves no timer', async () => {
  await expect(withTimeLimit(async () => 'copied', 1000)).resolves.toBe('copied')
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  [
    'throws',
    () => {
      throw new TypeError('no')
    },
  ],
  ['rejects', () => Promise.reject(new TypeError('no'))],
] as const)('rejects when the limited function %s, and leaves no timer', async (_, ask) => {
  await expect(withTimeLimit(ask, 1000)).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})

test('rejects after the time limit when the limited function never settles', async () => {
  const asked = withTimeLimit(() => new Promise(() => undefined), 1000)
  const refused = expect(asked).rejects.toThrow('too long')
  await vi.advanceTimersByTimeAsync(1000)
  await refused
})
