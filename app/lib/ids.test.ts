import { expect, test } from 'vitest'

import { isIdOf } from './ids'

test.each([
  ['coupon', '0123456789', true],
  ['coupon', 'a-b_c', true],
  ['coupon', '', false],
  ['coupon', '..', false],
  ['coupon', 'a/b', false],
  ['coupon', 'x'.repeat(65), false],
  ['coupon', undefined, false],
  ['offer', 'spring.2026~1', true],
  ['offer', 'a b', false],
  ['store', '500768', true],
  ['store', '0042', true],
  ['store', '-1', false],
  ['store', null, false],
  ['survey', 'poll-1.2', true],
  ['survey', '../profile', false],
] as const)('as an id of a %s, %j is one: %s', (thing, id, isOne) => {
  expect(isIdOf(thing, id)).toBe(isOne)
})
