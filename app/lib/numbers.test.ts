import { expect, test } from 'vitest'

import { formatNumber } from './numbers'

test.each([
  [0, '0'],
  [7, '7'],
  [999, '999'],
  [1204, '1\u2009204'],
  [12045, '12\u2009045'],
  [1234567, '1\u2009234\u2009567'],
  [-1500, '-1\u2009500'],
  [1204.5, '1\u2009204,5'],
  [0.1234, '0,123'],
])('%d', (value, expected) => {
  expect(formatNumber(value)).toBe(expected)
})
