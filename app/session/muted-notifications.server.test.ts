import { expect, test } from 'vitest'

import { CookieJar } from './cookies.server'
import { MutedNotifications } from './muted-notifications.server'
import { createSealer } from './seal.server'

const jarOf = (header: string) => {
  const sealer = createSealer(['a-secret-that-is-at-least-32-characters'])
  return new CookieJar(header, { secure: true, sealer })
}

test('mutes no notification by default, and a muted one can be switched on again', () => {
  const jar = jarOf('')
  const quiet = new MutedNotifications(jar)
  expect(quiet.has('deadlines')).toBe(false)
  quiet.names = ['deadlines']
  expect(quiet.has('deadlines')).toBe(true)
  expect(jar.changes()[0]).toContain('__Host-v1_quiet=deadlines; Max-Age=31556952')
  quiet.names = []
  expect(quiet.has('deadlines')).toBe(false)
  expect(jar.changes()[0]).toContain('Max-Age=0')
})

test.each([
  ['deadlines', ['deadlines']],
  ['something-else.deadlines', ['deadlines']],
  ['deadline', []],
  ['x'.repeat(4000), []],
])('reads the cookie «%s» as the muted notifications %j', (value, names) => {
  expect(new MutedNotifications(jarOf(`__Host-v1_quiet=${value}`)).names).toEqual(names)
})
