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

it('reports a deadline as passed after its time, and not after the caller has cancelled', async () => {
  const caller = new AbortController()
  const left = startDeadline(5_000, caller.signal)
  caller.abort(new Error('left'))
  expect(left.isPassed(left.signal.reason)).toBe(false)

  const late = startDeadline(5_000)
  const raced = late.race(new Promise(() => {})).catch((error: unknown) => late.isPassed(error))
  vi.advanceTimersByTime(5_000)
  expect(await raced).toBe(true)
  expect(late.remainingMs()).toBe(0)
})
