import { expect, test } from 'vitest'

import { formatMoney } from './money'

test.each([
  [124990, '1\u2009249,90\u2009₽'],
  [124900, '1\u2009249\u2009₽'],
  [5, '0,05\u2009₽'],
  [0, '0\u2009₽'],
  [-0, '0\u2009₽'],
  [-31205, '\u2212312,05\u2009₽'],
  [100000000000, '1\u2009000\u2009000\u2009000\u2009₽'],
  [Number.NaN, '—'],
  [Number.POSITIVE_INFINITY, '—'],
])('%d kopecks are «%s»', (kopecks, expected) => {
  expect(formatMoney(kopecks)).toBe(expected)
})
