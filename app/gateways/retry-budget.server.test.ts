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

test.each([
  ['half of the calls', 0, 500],
  ['half of the calls of the previous window', WINDOW_MS, 500],
  ['the minimum when the calls were made two windows ago', 2 * WINDOW_MS, 20],
])('allows as many retries as %s', (_, passed, most) => {
  const { call, retries, pass } = start()
  call(999)
  pass(passed)
  call(1)
  expect(retries(1000)).toHaveLength(most)
})
