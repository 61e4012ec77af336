import { expect, test } from 'vitest'

import { spreadRetryAfter } from './retry-later'

test('spreads Retry-After of three seconds over up to twice the pause', () => {
  expect([0, 0.25, 0.5, 0.999].map((chance) => spreadRetryAfter(3, chance))).toEqual([3, 4, 5, 6])
})

test('spreads a long pause over at most ten more seconds', () => {
  expect([0, 0.999].map((chance) => spreadRetryAfter(60, chance))).toEqual([60, 70])
})
