import { expect, test } from 'vitest'

import { getErrorCode, GatewayError } from './gateway-error.server'

const error = (details: { status?: number; code?: string }) =>
  new GatewayError({ kind: 'http', endpoint: 'GET /v3/user/balance', ...details })

test.each([
  [400, { isClientError: true, isServerSide: false, isUnauthorized: false }],
  [401, { isClientError: true, isServerSide: false, isUnauthorized: true }],
  [403, { isClientError: true, isServerSide: false, isUnauthorized: false }],
  [404, { isClientError: true, isServerSide: false, isUnauthorized: false }],
  [422, { isClientError: true, isServerSide: false, isUnauthorized: false }],
  [499, { isClientError: true, isServerSide: false, isUnauthorized: false }],
  [429, { isClientError: false, isServerSide: true, isUnauthorized: false }],
  [500, { isClientError: false, isServerSide: true, isUnauthorized: false }],
])('8.2: reads the status %i as %j', (status, meaning) => {
  expect(error({ status })).toMatchObject(meaning)
})

test.each([
  [{ status: 422, code: 'cardMergeBlocked' }, 'cardMergeBlocked'],
  [{ status: 502 }, 'requestError - Bad Gateway'],
  [{ status: 422 }, 'requestError - Unprocessable Entity'],
  [{ status: 599 }, 'requestError'],
  [{ status: 400, code: 'x'.repeat(40) }, 'x'.repeat(40)],
  [{ status: 500, code: 'Totp_Unavailable' }, 'Totp_Unavailable'],
  [{}, 'requestError'],
])('8.4: names the error %j %s', (details, name) => {
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
])('8.4: drops an invalid code (%j)', (code) => {
  expect(getErrorCode(error({ status: 400, code }))).toBe('requestError - Bad Request')
})
