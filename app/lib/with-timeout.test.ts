import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { withTimeout } from './with-timeout'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('settles like a work that ends in time, and leaves no timer', async () => {
  await expect(withTimeout(async () => 'copied', 1000)).resolves.toBe('copied')
  const refused = Promise.reject(new TypeError('no'))
  await expect(withTimeout(() => refused, 1000)).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})

test('resolves with the result of `onTimeout` after the time limit', async () => {
  const asked = withTimeout(
    () => new Promise<string>(() => undefined),
    1000,
    async () => 'late',
  )
  const settled = expect(asked).resolves.toBe('late')
  await vi.advanceTimersByTimeAsync(1000)
  await settled
})
