import { expect, test } from 'vitest'

import { spreadRetryAfter } from './retry-later'

test('spreads a Retry-After of three seconds randomly over three to six seconds', () => {
  expect([0, 0.25, 0.5, 0.999].map((chance) => spreadRetryAfter(3, chance))).toEqual([3, 4, 5, 6])
})

test('adds at most ten random seconds to a long Retry-After', () => {
  expect([0, 0.999].map((chance) => spreadRetryAfter(60, chance))).toEqual([60, 70])
})
