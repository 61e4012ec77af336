import { expect, test } from 'vitest'

import { createRetryBudget, RETRY_BUDGET } from './retry-budget.server'

const { share, least, windowMs } = RETRY_BUDGET

function start() {
  let now = 0
  const budget = createRetryBudget(() => now)
  return {
    call: (times: number) => Array.from({ length: times }, () => budget.count()),
    retries: (times: number) => Array.from({ length: times }, () => budget.take()).filter(Boolean),
    pass: (ms: number) => (now += ms),
  }
}

test('lets a few retries through where there are hardly any calls', () => {
  const { call, retries } = start()
  call(1)
  expect(retries(100)).toHaveLength(least)
})

test('lets half of many calls be repeated, whatever fails', () => {
  const { call, retries } = start()
  call(1000)
  expect(retries(1000)).toHaveLength(share * 1000)
})

test('goes by the window before while the present one is young', () => {
  const { call, retries, pass } = start()
  call(1000)
  pass(windowMs)
  call(1)
  expect(retries(1000)).toHaveLength(share * 1000)
})

test('forgets a rush that is long over', () => {
  const { call, retries, pass } = start()
  call(1000)
  pass(2 * windowMs)
  call(1)
  expect(retries(1000)).toHaveLength(least)
})
