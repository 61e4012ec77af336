import { expect, test } from 'vitest'

import { codeRequested, tokens } from './identity.server'

const now = () => Math.floor(Date.now() / 1000)
const endsAt = (expires: number) => codeRequested.parse({ expires, attemptId: 'a' }).expires

test('rounds the expiry of an SMS code down to a second, and limits one in smaller units to a day', () => {
  expect(endsAt(now() + 300.75)).toBe(now() + 300)
  for (const units of [1e3, 1e6, 1e9]) {
    const end = endsAt((now() + 300) * units)
    expect(end).toBeGreaterThan(now() + 300)
    expect(end).toBeLessThanOrEqual(now() + 86_400)
  }
  expect(endsAt(-Number.MAX_VALUE)).toBe(0)
})

test('3.14: rejects a token that expired in 1970, which could begin no session', () => {
  const getToken = (claims: object) => {
    const parts = [{ alg: 'none' }, claims].map((part) => JSON.stringify(part))
    return [...parts, 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.')
  }
  const isGood = (claims: object) =>
    tokens.safeParse({ accessToken: getToken(claims), refreshToken: 'r' }).success
  expect([{ exp: now() }, { exp: 0 }, {}, { exp: '5' }].map(isGood)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
