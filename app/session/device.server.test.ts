import { isbot } from 'isbot'
import { describe, expect, test } from 'vitest'

import { userAgents } from '../../tests/support/user-agents'

import { deviceInfo, iosFlags } from './device-info'

const iphone = (os: string, rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${os} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`
const safari = 'Version/16.4 Mobile/15E148 Safari/604.1'
const chrome = 'CriOS/120.0 Mobile/15E148 Safari/604.1'

describe('an iPhone', () => {
  test.each([
    ['16_4', safari, null],
    ['17_0', chrome, null],
    ['16_3', safari, { wrongOs: true, wrongBrowser: false, notInstalled: false }],
    ['16_3', chrome, { wrongOs: true, wrongBrowser: true, notInstalled: false }],
    ['9_3', safari, { wrongOs: true, wrongBrowser: false, notInstalled: false }],
    ['17_0', 'Mobile/15E148', null],
  ])('with iOS %s and %s has the flags %j when installed', (os, browser, flags) => {
    expect(iosFlags(deviceInfo(iphone(os, browser)), true)).toEqual(flags)
  })

  test('without the installed app is flagged as not installed', () => {
    const flags = iosFlags(deviceInfo(iphone('18_1', safari)), false)
    expect(flags).toEqual({ wrongOs: false, wrongBrowser: false, notInstalled: true })
  })

  test('with a browser that cannot install is flagged as a wrong browser', () => {
    const flags = iosFlags(deviceInfo(iphone('17_0', 'Mobile/15E148 Instagram 312.0')), false)
    expect(flags).toEqual({ wrongOs: false, wrongBrowser: true, notInstalled: true })
  })

  test.each([
    ['14_8', true],
    ['15_0', true],
    ['15_1', false],
    ['16_0', false],
  ])('with iOS %s is old: %s', (os, isOld) =>
    expect(deviceInfo(iphone(os, safari)).oldIosVersion).toBe(isOld),
  )
})

test('recognises an iPad that calls itself a Mac by its touch points', () => {
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Safari/605.1.15'
  expect(deviceInfo(mac, 5)).toMatchObject({ platformType: 'ios', pushSupportingIosVersion: true })
  expect(deviceInfo(mac, 0)).toMatchObject({ platformType: 'desktop', browserName: 'safari' })
})

test('sets no flags for other devices', () => {
  const android = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/132.0.0.0 Mobile'
  expect(iosFlags(deviceInfo(android), false)).toBeNull()
})

test.each(userAgents)('recognises %s, and takes it for no robot', (_, platform, browser, agent) => {
  expect(deviceInfo(agent)).toMatchObject({ platformType: platform, browserName: browser })
  expect(isbot(agent)).toBe(false)
})
