import { describe, expect, test } from 'vitest'

import { createSealer } from './seal.server'

const OLD = 'an-old-secret-that-is-32-characters-long'
const NEW = 'a-new-secret-that-is-32-characters-long!'

const noise = (bytes: number) =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64url')

/** A token of about this size: typical claims, random text and an RSA signature. */
function jwt(bytes: number): string {
  const encoded = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
  const claims = {
    iss: 'https://id.example.ru/realms/loyalty',
    aud: ['V1-web', 'account'],
    sub: crypto.randomUUID(),
    scope: 'openid profile email offline_access loyalty coupons offers receipts',
    realm_access: { roles: ['shopper', 'loyalty-member', 'offline_access', 'uma_authorization'] },
  }
  const ext = noise(Math.max(0, Math.floor(((bytes - 770) * 9) / 16)))
  return `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded({ ...claims, ext })}.${noise(256)}`
}

describe('a sealed value', () => {
  const sealer = createSealer([NEW])

  test('opens unchanged for its own purpose', () => {
    const value = { токен: 'x'.repeat(2000), n: 1 }
    expect(sealer.open('v1_jwt', sealer.seal('v1_jwt', value))).toEqual(value)
  })

  test('does not open for another purpose', () => {
    expect(sealer.open('v1_otp', sealer.seal('v1_jwt', 1))).toBeNull()
  })

  test('reveals nothing and differs each time', () => {
    const one = sealer.seal('v1_jwt', { phone: '79000000001' })
    expect(Buffer.from(one.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain(
      '7900',
    )
    expect(sealer.seal('v1_jwt', { phone: '79000000001' })).not.toBe(one)
  })

  test('is opened by every secret and sealed by the first', () => {
    const before = createSealer([OLD]).seal('v1_jwt', 'kept')
    const rotated = createSealer([NEW, OLD])
    expect(rotated.open('v1_jwt', before)).toBe('kept')
    expect(createSealer([NEW]).open('v1_jwt', rotated.seal('v1_jwt', 'new'))).toBe('new')
    expect(createSealer([NEW]).open('v1_jwt', before)).toBeNull()
  })

  test('fits in one cookie for two tokens with 900 bytes of claims', () => {
    const token = () =>
      Buffer.from(crypto.getRandomValues(new Uint8Array(600))).toString('base64url')
    const sealed = sealer.seal('v1_jwt', { accessToken: token(), refreshToken: token() })
    expect(sealed.length).toBeLessThan(3800)
  })

  test('takes less than 3,200 characters for two tokens of 2 kB, half of them random', () => {
    const value = { accessToken: jwt(2048), refreshToken: jwt(2048), sessionId: 'x' }
    const sealed = sealer.seal('v1_jwt', value, true)
    expect(value.accessToken.length).toBeGreaterThan(1950)
    expect(sealed.length).toBeLessThan(3200)
    expect(sealer.open('v1_jwt', sealed)).toEqual(value)
  })

  test('that is small can be opened by earlier releases', () => {
    const value = { accessToken: jwt(900), refreshToken: jwt(900) }
    expect(sealer.seal('v1_jwt', value, true)).toMatch(/^v1\./)
  })

  test.each([
    ['hexadecimal', (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')],
    ['base64url', (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')],
    ['base64', (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')],
    ['binary', (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')],
    ['Cyrillic', (bytes: Uint8Array) => 'ё\u0001\u0000'.repeat(bytes.length)],
  ])('opens unchanged for tokens of any content: %s', (_, written) => {
    for (let bytes = 1490; bytes < 1500; bytes += 1) {
      const token = () => written(crypto.getRandomValues(new Uint8Array(bytes)))
      const value = { accessToken: token(), refreshToken: token(), '': [token(), 'x'] }
      expect(sealer.open('v1_jwt', sealer.seal('v1_jwt', value, true))).toEqual(value)
    }
  })

  test('that was changed in any place is absent and throws no error', () => {
    const sealed = sealer.seal('v1_jwt', { userId: '1' })
    for (let at = 0; at < sealed.length; at++) {
      const flipped = sealed[at] === 'A' ? 'B' : 'A'
      const mutant = sealed.slice(0, at) + flipped + sealed.slice(at + 1)
      // The last character of base64 may hold unused bits.
      if (at < sealed.length - 1) expect(sealer.open('v1_jwt', mutant)).toBeNull()
      expect(sealer.open('v1_jwt', sealed.slice(0, at))).toBeNull()
    }
    for (const junk of ['', '.', '..', 'v1..', 'v1.a.b.c', '\0', 'x'.repeat(100_000)])
      expect(sealer.open('v1_jwt', junk)).toBeNull()
  })
})
