import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { cookieCatalogue, cookieFacts, type CookieName } from './cookie-catalogue'
import { CookieJar } from './cookies.server'
import { Device } from './device.server'
import { createSealer } from './seal.server'

const sealer = createSealer(['a-secret-that-is-at-least-32-characters'])
const jar = (header: string | null, secure = true) => new CookieJar(header, { secure, sealer })
const asHeader = (from: CookieJar) =>
  from
    .changes()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
const noise = (bytes: number) =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64')

describe('a cookie', () => {
  test('behind https is bound to the host, secure and out of reach of scripts', () => {
    const cookies = jar(null)
    cookies.set('v1_store', '500768')
    expect(cookies.changes()).toEqual([
      '__Host-v1_store=500768; Max-Age=31556952; Path=/; HttpOnly; Secure; SameSite=Lax',
    ])
  })

  test('has no __Host- prefix on localhost with plain http', () => {
    const cookies = jar(null, false)
    cookies.set('v1_ksid', 'x')
    expect(cookies.changes()).toEqual(['v1_ksid=x; Path=/; HttpOnly; SameSite=Lax'])
  })

  test('without __Host- is ignored behind https, because a sibling domain may have set it', () => {
    expect(jar('v1_store=1').get('v1_store')).toBeNull()
    expect(jar('__Host-v1_store=').get('v1_store')).toBeNull()
  })

  test('is written once, with its last value', () => {
    const cookies = jar(null)
    cookies.set('v1_store', '1')
    cookies.set('v1_store', '2')
    expect(cookies.changes()).toHaveLength(1)
    expect(cookies.get('v1_store')).toBe('2')
  })

  test('that was absent is not deleted', () => {
    const cookies = jar(null)
    cookies.delete('v1_ksid')
    expect(cookies.changes()).toEqual([])
  })
})

describe('a sealed cookie', () => {
  const shape = z.object({ text: z.string() })

  test('longer than its parts is an error, not a cookie without its end', () => {
    const cookies = jar(null)
    expect(() => cookies.setSealed('v1_jwt', { text: noise(12_000) })).toThrow('v1_jwt needs')
    expect(cookies.changes()).toEqual([])
  })

  test('with a value of another schema is read as absent', () => {
    const cookies = jar(null)
    cookies.setSealed('v1_flash', { other: 1 })
    expect(jar(asHeader(cookies)).getSealed('v1_flash', shape)).toBeNull()
  })

  test.each([
    [3000, 2],
    [6000, 3],
    [9000, 4],
  ])('9.2: of %i random bytes fills %i cookies of at most 4,096 bytes', (bytes, parts) => {
    const text = noise(bytes)
    const cookies = jar(null)
    cookies.setSealed('v1_account', { text })
    for (const cookie of cookies.changes()) expect(cookie).toContain('; Max-Age=31556952; ')
    expect(cookies.changes()).toHaveLength(parts)
    for (const cookie of cookies.changes()) expect(cookie.length).toBeLessThanOrEqual(4096)
    expect(jar(asHeader(cookies)).getSealed('v1_account', shape)).toEqual({ text })
    const next = jar(asHeader(cookies))
    next.deleteSealed('v1_account')
    expect(next.changes().filter((cookie) => cookie.includes('Max-Age=0'))).toHaveLength(parts)
  })

  test('is opened once for a request, and again after a change', () => {
    const before = jar(null)
    before.setSealed('v1_flash', { text: 'Готово' })
    const opened: string[] = []
    const open: typeof sealer.open = (...asked) => {
      opened.push(asked[0])
      return sealer.open(...asked)
    }
    const options = { secure: true, sealer: { ...sealer, open } }
    const cookies = new CookieJar(asHeader(before), options)
    const read = () => cookies.getSealed('v1_flash', shape)?.text
    expect([read(), read()]).toEqual(['Готово', 'Готово'])
    expect(opened).toEqual(['v1_flash'])
    cookies.setSealed('v1_flash', { text: 'Иначе' })
    expect([read(), read()]).toEqual(['Иначе', 'Иначе'])
    cookies.deleteSealed('v1_flash')
    expect(read()).toBeUndefined()
  })

  test('that becomes shorter deletes the cookies of its former parts', () => {
    const long = jar(null)
    long.setSealed('v1_jwt', { text: noise(6000) })
    const next = jar(asHeader(long))
    next.setSealed('v1_jwt', { text: 'short' })
    expect(next.getSealed('v1_jwt', shape)).toEqual({ text: 'short' })
    for (const part of ['v1_jwt_2', 'v1_jwt_3'])
      expect(next.changes().find((cookie) => cookie.includes(part))).toContain('Max-Age=0')
  })
})

test.each(Object.keys(cookieCatalogue) as CookieName[])(
  '%s lives as long as the cookie policy says',
  (name) => {
    const cookies = jar(null)
    cookies.set(name, 'value')
    const { seconds, isReadable } = cookieFacts(name)
    const [written = ''] = cookies.changes()
    expect(/Max-Age=(\d+)/.exec(written)?.[1]).toBe(seconds === null ? undefined : String(seconds))
    expect(written.includes('HttpOnly')).toBe(!isReadable)
  },
)

test.each([
  ['v1_code', 3600],
  ['v1_otp', 3600],
  ['v1_jwt', 31_556_952],
  ['v1_device', 31_556_952],
  ['v1_incomplete', 31_540_000],
] as const)('3.32, 9.2: no script reads the cookie %s, which lives %i seconds', (name, seconds) => {
  const cookies = jar(null)
  cookies.set(name, 'value')
  expect(cookies.changes()[0]).toContain(`; Max-Age=${seconds}; Path=/; HttpOnly; Secure`)
})

test('3.33: stores ksid, uuid, the chosen store and that it was asked for', () => {
  const cookies = jar(null)
  const device = new Device(cookies, null)
  device.rememberFraudCheck('k.1')
  const uuid = device.assignUuid()
  cookies.write('v1_store', '0042')
  cookies.write('v1_store_prompted', true)
  const pairs = ['ksid=k.1', `uuid=${uuid}`, 'store=0042', 'store_prompted=1']
  expect(asHeader(cookies)).toBe(pairs.map((pair) => `__Host-v1_${pair}`).join('; '))
})

test.each([
  ['v1_consent', 'accepted', 'accepted'],
  ['v1_consent', '1', null],
  ['v1_theme', 'blue', null],
  ['v1_store', '500768', '500768'],
  ['v1_store', '../x', null],
  ['v1_adult', '1', true],
  ['v1_adult', '0', false],
  ['v1_advised', 'survey.20512', { key: 'survey', day: 20512 }],
  ['v1_advised', 'survey.today', null],
] as const)('the cookie %s with the text «%s» is read as %j', (name, text, value) => {
  expect(jar(`__Host-${name}=${text}`).read(name)).toEqual(value)
})

describe('a list in a cookie', () => {
  test('is empty by default, and an emptied one deletes the cookie', () => {
    const cookies = jar(null)
    expect(cookies.read('v1_quiet')).toEqual([])
    cookies.write('v1_quiet', ['deadlines'])
    expect(cookies.changes()[0]).toContain('__Host-v1_quiet=deadlines; Max-Age=31556952')
    cookies.write('v1_quiet', [])
    expect(cookies.changes()[0]).toContain('Max-Age=0')
  })

  test.each([
    ['something-else.deadlines', ['deadlines']],
    ['deadline', []],
    ['x'.repeat(4000), []],
  ])('reads «%s» as %j', (value, names) => {
    expect(jar(`__Host-v1_quiet=${value}`).read('v1_quiet')).toEqual(names)
  })
})
