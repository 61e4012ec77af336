import { afterEach, expect, test, vi } from 'vitest'

import { readTimeZone } from '~/lib/time-zones'

import { cookieFacts } from './cookie-catalogue'
import { CookieJar } from './cookies.server'
import { Device } from './device.server'
import { createSealer } from './seal.server'
import { sendTimeZone } from './browser-zone'

afterEach(() => vi.unstubAllGlobals())

/** The cookie that a page writes when the browser's clock is in this time zone. */
function written(zone: string | undefined, cookies = '', protocol = 'https:'): string | null {
  let value: string | null = null
  vi.stubGlobal('location', { protocol })
  vi.stubGlobal('document', {
    get cookie() {
      return cookies
    },
    set cookie(text: string) {
      value = text
    },
  })
  const resolvedOptions = () => ({ timeZone: zone })
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation((() => ({ resolvedOptions })) as never)
  sendTimeZone()
  vi.mocked(Intl.DateTimeFormat).mockRestore()
  return value
}

const getTimeZone = (header: string, secure = true) => {
  const sealer = createSealer(['a-secret-that-is-at-least-32-characters'])
  return new Device(new CookieJar(header, { secure, sealer }), 'test').timeZone
}

test("sends the browser's time zone, and the server reads it", () => {
  const cookie = written('Asia/Vladivostok')
  expect(cookie).toBe(
    '__Host-v1_zone=Asia/Vladivostok; Path=/; Max-Age=31556952; SameSite=Lax; Secure',
  )
  expect(getTimeZone(cookie!.split(';')[0]!)).toBe('Asia/Vladivostok')
  const plain = written('Europe/Samara', '', 'http:')
  expect(plain).toBe('v1_zone=Europe/Samara; Path=/; Max-Age=31556952; SameSite=Lax')
  expect(getTimeZone(plain!.split(';')[0]!, false)).toBe('Europe/Samara')
  expect(cookieFacts('v1_zone').seconds).toBe(31556952)
})

test('sends the time zone again only after a change', () => {
  const cookieHeader = 'v1_theme=dark; __Host-v1_zone=Asia/Omsk'
  expect(written('Asia/Omsk', cookieHeader)).toBeNull()
  expect(written('Asia/Tomsk', cookieHeader)).toContain('v1_zone=Asia/Tomsk')
})

test.each([undefined, '', 'Mars; Path=/evil', 'x'.repeat(60)])(
  'sends no cookie for the time zone «%s»',
  (zone) => expect(written(zone)).toBeNull(),
)

test.each([
  'UTC',
  'Etc/UTC',
  'Atlantic/Reykjavik',
  '',
  'Mars/Olympus',
  '%3Cscript%3E',
  'x'.repeat(4000),
])('ignores a cookie with the time zone «%s»', (value) =>
  expect(getTimeZone(`__Host-v1_zone=${value}`)).toBeNull(),
)

test("can send every time zone of the platform's list, and the server reads those with a place", () => {
  const zones = Intl.supportedValuesOf('timeZone')
  for (const zone of zones) expect(written(zone), zone).not.toBeNull()
  const unread = zones.filter((zone) => readTimeZone(zone) === null)
  expect(['Atlantic/Reykjavik', 'UTC']).toEqual(expect.arrayContaining(unread))
})
