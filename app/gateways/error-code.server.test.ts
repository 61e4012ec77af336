import { expect, test } from 'vitest'

import { getErrorCode, GatewayError } from './gateway-error.server'

const error = (details: { status?: number; code?: string }) =>
  new GatewayError({ kind: 'http', endpoint: 'GET /v3/user/balance', ...details })

test.each([
  [{ status: 422, code: 'cardMergeBlocked' }, 'cardMergeBlocked'],
  [{ status: 502 }, 'requestError - Bad Gateway'],
  [{ status: 422 }, 'requestError - Unprocessable Entity'],
  [{ status: 599 }, 'requestError'],
  [{}, 'requestError'],
])('names the error %j %s', (details, name) => {
  expect(getErrorCode(error(details))).toBe(name)
})

test.each([
  '+7 900 000-00-01',
  '79000000001',
  'a code',
  'eyJhbGciOiJIUzI1NiJ9',
  '<html>',
  'x'.repeat(41),
  '',
])('drops an invalid code (%j)', (code) => {
  expect(getErrorCode(error({ status: 400, code }))).toBe('requestError - Bad Request')
})
