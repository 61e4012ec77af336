import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'

import { expect, test } from 'vitest'

import { createOverloadGuard, createVerdict } from './overload'

/** What the guard says after windows of a quarter of a second with these mean delays. */
function verdicts(...delays: number[]): boolean[] {
  const verdict = createVerdict()
  return delays.map((delay, index) => verdict(delay, index * 250))
}

test('a late window is no overload, nor are four in a row', () => {
  expect(verdicts(20, 900, 20, 300, 300, 300, 300, 20)).toEqual(Array(8).fill(false))
})

test('five in a row are one, and it is over with the first window in time', () => {
  expect(verdicts(300, 300, 300, 300, 300, 300, 20).slice(3)).toEqual([false, true, true, false])
})

test('soon after an overload one late window is the next', () => {
  const after = verdicts(300, 300, 300, 300, 300, 20, 20, 300, 20).slice(5)
  expect(after).toEqual([false, false, true, false])
})

test('what is not over the threshold, and what was not measured, is none', () => {
  const none = [250, 250, 250, 250, 250, 250, NaN, NaN, NaN, NaN, NaN, NaN]
  expect(verdicts(...none)).toEqual(none.map(() => false))
})

test('300 requests under way are an overload, until one of them is over', () => {
  const guard = createOverloadGuard()
  const responses = Array.from(
    { length: 300 },
    () => Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse,
  )
  for (const response of responses) {
    expect(guard.isOverloaded()).toBe(false)
    guard.count(response)
  }
  expect(guard.isOverloaded()).toBe(true)
  responses[0]?.emit('close')
  expect(guard.isOverloaded()).toBe(false)
})
