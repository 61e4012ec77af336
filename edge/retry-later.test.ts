import { expect, test } from 'vitest'

import { spreadRetryAfter } from './retry-later'

test('clients that are refused together come back over as long again', () => {
  expect([0, 0.25, 0.5, 0.999].map((chance) => spreadRetryAfter(3, chance))).toEqual([3, 4, 5, 6])
})

test('a long pause is spread over ten seconds more, not over minutes', () => {
  expect([0, 0.999].map((chance) => spreadRetryAfter(60, chance))).toEqual([60, 70])
})
