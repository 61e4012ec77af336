import { isbot } from 'isbot'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { iosFlags, ownDevice } from '~/domain/device-info'

import { userAgents } from '../../tests/support/user-agents'

import { Device } from './device.server'

const read = (userAgent: string) => new Device(null as never, userAgent).info
const iphone = (os: string, rest: string) =>
  read(
    `Mozilla/5.0 (iPhone; CPU iPhone OS ${os} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`,
  )
const safari = 'Version/16.4 Mobile/15E148 Safari/604.1'
const chrome = 'CriOS/120.0 Mobile/15E148 Safari/604.1'

/** Opens a page in a browser that knows more than its user agent says. */
function open(userAgent: string, { maxTouchPoints = 0, isApp = false, standalone = false } = {}) {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints, standalone })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isApp && query === '(display-mode: standalone)',
  }))
}
afterEach(() => vi.unstubAllGlobals())

describe('3.27, 5.11: an iPhone', () => {
  test.each([
    ['16_4', safari, null],
    ['16_10', safari, null],
    ['17_0', chrome, null],
    ['16_3', safari, { wrongOs: true, wrongBrowser: false, notInstalled: false }],
    ['16_4', 'EdgiOS/120.0 Version/17.0 Mobile/15E148 Safari/604.1', null],
    ['16_4', 'FxiOS/120.0 Mobile/15E148 Safari/605.1.15', null],
    ['16_4', 'Version/17.0 YaBrowser/24.1 Mobile/15E148 Safari/604.1', null],
    ['16_3', chrome, { wrongOs: true, wrongBrowser: true, notInstalled: false }],
    ['9_3', safari, { wrongOs: true, wrongBrowser: false, notInstalled: false }],
    ['17_0', 'Mobile/15E148', null],
  ])('4.36: with iOS %s and %s has the flags %j when installed', (os, browser, flags) => {
    open('', { isApp: true })
    expect(iosFlags(ownDevice(iphone(os, browser)))).toEqual(flags)
  })

  test.each([
    ['18_1', safari, false],
    ['17_0', 'Mobile/15E148 Instagram 312.0', true],
  ])(
    '4.36: with iOS %s and %s is not installed, in a wrong browser: %s',
    (os, browser, wrongBrowser) => {
      const flags = iosFlags(iphone(os, browser))
      expect(flags).toEqual({ wrongOs: false, wrongBrowser, notInstalled: true })
    },
  )

  test.each([
    ['14_8', true],
    ['15_0', true],
    ['15_1', false],
    ['16_0', false],
  ])('with iOS %s is old: %s', (os, isOld) => expect(iphone(os, safari).oldIosVersion).toBe(isOld))
})

test('3.27, 5.11: recognises an iPad that calls itself a Mac by its touch points', () => {
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Safari/605.1.15'
  open(mac, { maxTouchPoints: 5, standalone: true })
  expect(ownDevice(read(mac))).toMatchObject({
    pwa: true,
    platformType: 'ios',
    osVersion: '17.1',
    pushSupportingIosVersion: true,
    pwaLinkSupported: true,
  })
  open(mac.replace('Version/17.1', ''), { maxTouchPoints: 5 })
  expect(ownDevice(read(mac)).oldIosVersion).toBe(false)
  open(mac)
  expect(ownDevice(read(mac))).toMatchObject({
    ...{ platformType: 'desktop', browserName: 'Safari' },
    ...{ mobile: false, pwa: false, pwaLinkSupported: true },
  })
  open(mac, { isApp: true })
  expect(ownDevice(read(mac))).toMatchObject({ platformType: 'desktop', pwa: true })
})

test.each([
  ['Windows NT 10.0; Win64; x64; rv:126.0', false],
  ['Android 14; Mobile; rv:126.0', true],
])('3.27: tells that Firefox on «%s» can install the app: %s', (platform, can) => {
  const { pwaLinkSupported } = read(`Mozilla/5.0 (${platform}) Gecko/126.0 Firefox/126.0`)
  expect(pwaLinkSupported).toBe(can)
})

test('3.27, 4.36, 5.11: sets no flags for other devices', () => {
  const android = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/132.0.0.0 Mobile'
  expect(iosFlags(read(android))).toBeNull()
  expect(read(android)).toMatchObject({ pushSupportingIosVersion: false, oldIosVersion: false })
})

test.each([
  ['0A1B2C3D-0000-4000-8000-00000000000F', true],
  ['0a1b2c3d-0000-4000-8000-00000000000f', false],
  ['0A1B2C3D-0000-4000-8000-00000000000', false],
  ['0A1B2C3D000040008000000000000000000F', false],
  ['G0000000-0000-4000-8000-000000000000', false],
])('3.31: the stored device id %s stays: %s', (stored, stays) => {
  const values = new Map([['v1_device', stored]])
  const jar = {
    get: (name: string) => values.get(name) ?? null,
    set: (name: string, value: string) => void values.set(name, value),
  }
  const device = new Device(jar as never, null)
  expect([device.existingId !== null, device.id === stored]).toEqual([stays, stays])
  expect(device.id).toBe(values.get('v1_device'))
})

test('3.31: browsers of one kind have different device ids', () => {
  const open = () =>
    new Device({ get: () => null, set: () => undefined } as never, userAgents[0]![3]).id
  expect(open()).not.toBe(open())
})

test('3.27: names system, browser and their versions', () => {
  expect(read(userAgents[0]![3])).toEqual({
    platformType: 'ios',
    osName: 'iOS',
    osVersion: '17.5',
    browserName: 'Mobile Safari',
    browserVersion: '17.5',
    pushSupportingIosVersion: true,
    oldIosVersion: false,
    mobile: true,
    pwa: false,
    pwaLinkSupported: true,
  })
  expect(read('')).toMatchObject({ osName: 'Unknown', osVersion: '', browserName: 'Unknown' })
  expect(new Device(null as never, null).platformVersion).toBe('Unknown Unknown 0')
})

test.each(userAgents)(
  '3.27: recognises %s, and takes it for no robot',
  (_, platform, browser, agent) => {
    expect(read(agent)).toMatchObject({ platformType: platform, browserName: browser })
    expect(isbot(agent)).toBe(false)
  },
)
