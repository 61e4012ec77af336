import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { startDeadline } from './deadline.server'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('leaves no timer after the work has ended', () => {
  const deadline = startDeadline(5_000)
  expect(vi.getTimerCount()).toBe(1)
  deadline.clear()
  expect(vi.getTimerCount()).toBe(0)
})
