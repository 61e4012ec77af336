import { expect, test } from 'vitest'

import { ConsentChoice } from './consent.server'
import { cookieCatalogue, cookieFacts, type CookieName } from './cookie-catalogue'
import { CookieJar } from './cookies.server'
import { createSealer } from './seal.server'

const sealer = createSealer(['a-secret-of-the-tests-that-is-long-enough'])
const jarWith = (header: string | null, secure = true) => new CookieJar(header, { secure, sealer })
const names = Object.keys(cookieCatalogue) as CookieName[]

test.each(names)('%s lives as long as the cookie policy says', (name) => {
  const jar = jarWith(null)
  jar.set(name, 'value')
  const { seconds, isReadable } = cookieFacts(name)
  const [written = ''] = jar.changes()
  expect(written).toMatch(new RegExp(`^__Host-${name}=value; Path=/; SameSite=Lax;`))
  expect(/Max-Age=(\d+)/.exec(written)?.[1]).toBe(seconds === null ? undefined : String(seconds))
  expect(written.includes('HttpOnly')).toBe(!isReadable)
  expect(written).toContain('; Secure')
})

test('on a plain-http localhost names have no prefix and cookies are not Secure', () => {
  const jar = jarWith(null, false)
  jar.set('v1_ksid', 'value')
  expect(jar.changes()).toEqual(['v1_ksid=value; Path=/; SameSite=Lax; HttpOnly'])
})

test('a decision about analytics is kept for a year and scripts may read it', () => {
  const jar = jarWith(null)
  const consent = new ConsentChoice(jar)
  expect(consent.choice).toBeNull()
  consent.choice = 'accepted'
  expect(consent.hasConsent).toBe(true)
  expect(jar.changes()).toEqual([
    '__Host-v1_consent=accepted; Path=/; SameSite=Lax; Max-Age=31556952; Secure',
  ])
})

test.each([
  ['__Host-v1_consent=accepted', true],
  ['__Host-v1_consent=refused', false],
  ['__Host-v1_consent=1', false],
  ['v1_consent=accepted', false],
])('the header %j means consent: %s', (header, expected) => {
  expect(new ConsentChoice(jarWith(header)).hasConsent).toBe(expected)
})
