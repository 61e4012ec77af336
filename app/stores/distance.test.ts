import { expect, test } from 'vitest'

import { formatDistance } from './store-list.server'

test.each([
  [0, '10 м'],
  [347, '350 м'],
  [949, '950 м'],
  [960, '1 км'],
  [1234, '1,2 км'],
  [9960, '10 км'],
  [1_402_000, '1\u2009402 км'],
  [NaN, ''],
  [-5, ''],
])('formats %s metres as %j', (metres, text) => {
  expect(formatDistance(metres)).toBe(text)
})
