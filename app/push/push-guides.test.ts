import { expect, test } from 'vitest'

import { deviceInfo } from '~/domain/device-info'

import { guideFor } from './push-guides'

test.each([
  ['Android', 'Chrome', 'android-chrome'],
  ['Android', 'Mobile Chrome', 'android-chrome'],
  ['Android', 'Yandex', 'android-yandex'],
  ['Android', 'Samsung Internet', 'android-samsung'],
  ['Android', 'Mobile Firefox', 'android-firefox'],
  ['iOS', 'Mobile Safari', 'ios'],
  ['iOS', 'Mobile Chrome', 'ios'],
  ['Windows', 'Edge', 'desktop-chrome'],
  ['Windows', 'Firefox', 'desktop-firefox'],
  ['Mac OS', 'Safari', 'desktop-safari'],
  ['Linux', 'Chrome', 'desktop-chrome'],
  ['Windows', 'Yandex', 'desktop-chrome'],
  ['Windows', 'Opera', 'desktop-chrome'],
  ['Unknown', 'Unknown', undefined],
])(
  '2.35: chooses the push guide for the system %s and the browser %s: %s',
  (os, browser, expected) => {
    const names = { osName: os, osVersion: '', browserName: browser, browserVersion: '' }
    expect(guideFor(deviceInfo(names))?.key).toBe(expected)
  },
)
