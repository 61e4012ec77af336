import { expect, test } from 'vitest'

import { nameOrFallback } from './fallback-name.server'

test.each([
  [' Кофе\n', 'Кофе'],
  ['', 'Купон'],
  [' \u00a0\n', 'Купон'],
  [undefined, 'Купон'],
])('turns a coupon’s name %j into «%s»', (given, name) => {
  expect(nameOrFallback('coupon', given)).toBe(name)
})
