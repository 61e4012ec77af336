import { expect, test } from 'vitest'

import { createRetryBudget } from './retry-budget.server'

const WINDOW_MS = 10_000

function start() {
  let now = 0
  const budget = createRetryBudget(() => now)
  return {
    call: (times: number) => Array.from({ length: times }, () => budget.count()),
    retries: (times: number) => Array.from({ length: times }, () => budget.take()).filter(Boolean),
    pass: (ms: number) => (now += ms),
  }
}

test('allows retries for half of a thousand calls', () => {
  const { call, retries } = start()
  call(1000)
  expect(retries(1000)).toHaveLength(500)
})

test('counts the calls of the previous window while the present one has a single call', () => {
  const { call, retries, pass } = start()
  call(1000)
  pass(WINDOW_MS)
  call(1)
  expect(retries(1000)).toHaveLength(500)
})

test('ignores calls that were made two windows ago', () => {
  const { call, retries, pass } = start()
  call(1000)
  pass(2 * WINDOW_MS)
  call(1)
  expect(retries(1000)).toHaveLength(20)
})
