import { expect, test } from 'vitest'

import { formatPeriod } from './documents.server'

test.each([
  [null, 'до закрытия браузера'],
  [31556952, '1 год'],
  [31540000, '1 год'],
  [3600, '1 час'],
  [7200, '2 часа'],
  [60, '1 минута'],
  [86400 * 10, '10 дней'],
])('formats %s seconds as «%s»', (seconds, expected) => {
  expect(formatPeriod(seconds)).toBe(expected)
})
