import { expect, test } from 'vitest'

import { codeCheck, codeChecked, codeRequested, profile, tokens } from './identity.server'

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

test('3.14, 5.1: rejects a token that expired in 1970, which could begin no session', () => {
  const getToken = (claims: object) => {
    const parts = [{ alg: 'none' }, claims].map((part) => JSON.stringify(part))
    return [...parts, 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.')
  }
  const refreshToken = getToken({ exp: now() })
  const isGood = (claims: object) =>
    tokens.safeParse({ accessToken: getToken(claims), refreshToken }).success
  expect([{ exp: now() }, { exp: 0 }, {}, { exp: '5' }].map(isGood)).toEqual([
    true,
    false,
    false,
    false,
  ])
  const accessToken = getToken({ exp: now() })
  for (const odd of [{ accessToken }, { accessToken, refreshToken: '' }, { refreshToken }])
    expect(tokens.safeParse(odd).success).toBe(false)
})

test.each([
  ['1985-04-13', '1985-04-13'],
  [null, null],
  ['1985-04-13T00:00:00Z', undefined],
  ['13.04.1985', undefined],
])('3.1: reads the birth date %j as %j', (birthDate, expected) => {
  expect(profile.parse({ phone: '79000000001', birthDate }).birthDate).toBe(expected)
})

test.each(['magnitIDCode', 'userId', 'isRegistered'])(
  '3.19: rejects a response to a code check without %s',
  (name) => {
    const whole = { magnitIDCode: 'c', userId: '7', isRegistered: true }
    expect(codeChecked.safeParse({ ...whole, [name]: undefined }).success).toBe(false)
  },
)

test('3.17, 5.3: sends no code but one of five digits', () => {
  const codes = ['12345', '1234', '123456', '1234a', ' 12345', '']
  const isSent = (code: string) =>
    codeCheck.safeParse({ aud: 'V1-web', code, phone: '79000000001', attemptId: 'a' }).success
  expect(codes.filter(isSent)).toEqual(['12345'])
})
