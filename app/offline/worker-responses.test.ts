import { expect, test } from 'vitest'

import { compareWithStoredCard } from './worker-responses'

const PAGE = '<html></html>\n'
const answer =
  (body: string, init: ResponseInit = {}) =>
  async () =>
    new Response(body, init)

test.each([
  ['a whole page with a fresh code', answer(PAGE, { headers: { 'X-Card': 'code' } }), {}],
  ['a page without a card', answer(PAGE), {}],
  ['a page whose code failed', answer(PAGE, { headers: { 'X-Card': 'number' } }), { why: 'code' }],
  ['a page that broke off', answer('<html>'), { why: 'server' }],
  ['an error', answer(PAGE, { status: 500 }), { why: 'server' }],
  ['too many visitors', answer(PAGE, { status: 429 }), { why: 'busy' }],
  ['no network', () => Promise.reject(new TypeError('no')), { why: 'network' }],
  [
    'an expired session',
    answer(PAGE, { headers: { 'X-Session-Expired': 'a' } }),
    { why: 'signIn', expired: 'a' },
  ],
] as const)(
  'the stored card gives way to %s only when that is better',
  async (_, ask, expected) => {
    const { response, ...rest } = await compareWithStoredCard(ask(), 'https://x.example/qr', false)
    expect(rest).toEqual({ why: null, expired: null, isGuest: false, ...expected })
    expect(response === null).toBe('why' in expected && expected.why === 'network')
  },
)
