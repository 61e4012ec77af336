import { expect, test } from 'vitest'

import { nameOf } from './fallback-name.server'

test.each([
  [' Кофе\n', 'Кофе'],
  ['', 'Купон'],
  [' \u00a0\n', 'Купон'],
  [undefined, 'Купон'],
])('a coupon named %j is called «%s»', (given, name) => {
  expect(nameOf('coupon', given)).toBe(name)
})
