import { describe, expect, test } from 'vitest'
import { z } from 'zod/v4'

import { CookieJar } from './cookies.server'
import { createSealer } from './seal.server'

const sealer = createSealer(['a-secret-that-is-at-least-32-characters'])
const jar = (header: string | null, secure = true) => new CookieJar(header, { secure, sealer })
const asHeader = (from: CookieJar) =>
  from
    .changes()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(3000))).toString('base64')

describe('a cookie', () => {
  test('behind https is bound to the host, secure and out of reach of scripts', () => {
    const cookies = jar(null)
    cookies.set('v1_store', '500768', { maxAge: 60 })
    expect(cookies.changes()).toEqual([
      '__Host-v1_store=500768; Path=/; SameSite=Lax; Max-Age=60; Secure; HttpOnly',
    ])
  })

  test('on plain-http localhost has no prefix', () => {
    const cookies = jar(null, false)
    cookies.set('v1_store', '500768', { maxAge: null })
    expect(cookies.changes()).toEqual(['v1_store=500768; Path=/; SameSite=Lax; HttpOnly'])
  })

  test('without the prefix is not ours behind https: a sibling domain may have planted it', () => {
    expect(jar('v1_store=1').get('v1_store')).toBeNull()
  })

  test('is written once, with its last value', () => {
    const cookies = jar(null)
    cookies.set('v1_store', '1', { maxAge: 60 })
    cookies.set('v1_store', '2', { maxAge: 60 })
    expect(cookies.changes()).toHaveLength(1)
    expect(cookies.get('v1_store')).toBe('2')
  })

  test('that was never there is not deleted', () => {
    const cookies = jar(null)
    cookies.delete('v1_tag')
    expect(cookies.changes()).toEqual([])
  })

  test('is deleted by an age of zero', () => {
    const cookies = jar('__Host-v1_tag=x')
    cookies.delete('v1_tag')
    expect(cookies.changes()[0]).toMatch(/^__Host-v1_tag=; .*Max-Age=0/)
  })
})

describe('a sealed cookie', () => {
  const shape = z.object({ text: z.string() })

  test('comes back in its shape', () => {
    const cookies = jar(null)
    cookies.setSealed('v1_flash', { text: 'Готово' }, { maxAge: 60 })
    expect(jar(asHeader(cookies)).getSealed('v1_flash', shape)).toEqual({ text: 'Готово' })
  })

  test('of another shape is absent', () => {
    const cookies = jar(null)
    cookies.setSealed('v1_flash', { other: 1 }, { maxAge: 60 })
    expect(jar(asHeader(cookies)).getSealed('v1_flash', shape)).toBeNull()
  })

  test('that is too long for one goes into two, each short enough for a browser', () => {
    const text = noise()
    const cookies = jar(null)
    cookies.setSealed('v1_jwt', { text }, { maxAge: 60 })
    const pairs = cookies.changes().map((cookie) => cookie.split(';')[0] ?? '')
    expect(pairs).toHaveLength(2)
    for (const pair of pairs) expect(pair.length).toBeLessThan(4096)
    expect(jar(asHeader(cookies)).getSealed('v1_jwt', shape)).toEqual({ text })
  })

  test('that became shorter takes its second half away', () => {
    const long = jar(null)
    long.setSealed('v1_jwt', { text: noise() }, { maxAge: 60 })
    const next = jar(asHeader(long))
    next.setSealed('v1_jwt', { text: 'short' }, { maxAge: 60 })
    expect(next.getSealed('v1_jwt', shape)).toEqual({ text: 'short' })
    expect(next.changes().find((cookie) => cookie.includes('v1_jwt_2'))).toContain('Max-Age=0')
  })
})
