import { expect, test } from 'vitest'

import { GatewayError } from '~/gateways/gateway-error.server'

import { pauseBeforeRetry } from './history.server'

const busy = (retryAfterSeconds?: number) =>
  new GatewayError({
    kind: 'http',
    endpoint: 'GET /v3/user/transactions',
    status: 503,
    retryAfterSeconds,
  })

test('pauses for 3 seconds or Retry-After, at most 15 seconds, plus a random part of up to a half', () => {
  expect([0, 1].map((chance) => pauseBeforeRetry(busy(), chance))).toEqual([3000, 4500])
  expect([0, 1].map((chance) => pauseBeforeRetry(busy(8), chance))).toEqual([8000, 12_000])
  expect(pauseBeforeRetry(busy(600), 0)).toBe(15_000)
  // As long as the breaker is open.
  expect(pauseBeforeRetry(new GatewayError({ kind: 'open', endpoint: 'x' }), 0)).toBe(11_000)
})
