import { expect, test } from 'vitest'

import { reconnectPause } from './redis-client.server'

test('spreads Redis reconnects of containers randomly over the second half of a pause up to 2 s', () => {
  expect([0, 1, 3, 10].map((tries) => reconnectPause(tries, 1))).toEqual([100, 200, 800, 2000])
  expect([0, 1, 3, 10].map((tries) => reconnectPause(tries, 0))).toEqual([50, 100, 400, 1000])
})
