import { expect, test } from 'vitest'

import { guideFor, pushGuides } from './push-guides'

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
  ['Unknown', 'Unknown', null],
])('chooses the push guide for the system %s and the browser %s: %s', (os, browser, expected) => {
  const key = guideFor({ os, browser })
  expect(key).toBe(expected)
  if (key) expect(pushGuides.some((guide) => guide.key === key)).toBe(true)
})
