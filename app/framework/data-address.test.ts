import { expect, test } from 'vitest'

import {
  isUnusedEntryPoint,
  isDataAddress,
  pageAddress,
  pagePath,
  payloadTarget,
} from './data-address'

test.each([
  ['/coupons.data?tab=mine&_routes=root', '/coupons?tab=mine'],
  ['/coupons.data', '/coupons'],
  ['/_root.data?_routes=welcome', '/'],
  ['/_root', '/_root'],
  ['/coupons?tab=mine#top', '/coupons?tab=mine'],
  ['/a.data/b', '/a.data/b'],
])('maps the address %s to the page %s', (address, page) => {
  expect(pageAddress(address)).toBe(page)
  expect(pagePath(address)).toBe(page.split('?')[0])
})

test('recognises data requests by the ending of the path only', () => {
  expect(isDataAddress('/coupons.data?x=1')).toBe(true)
  expect(isDataAddress('/coupons?file=a.data')).toBe(false)
})

test.each([
  ['/coupons/1/_payload.json?8f3a', '/coupons/1.data'],
  ['/_payload.json', '/_root.data'],
  ['/coupons/_payload.json?8f3a&tab=mine#top', '/coupons.data'],
  ['/_payload.json?8f3a', '/_root.data'],
  ['/coupons/payload.json', null],
  ['//evil.example/_payload.json', null],
  ['/coupons', null],
])('7.21: leads the payload address %s to the data of its page: %s', (address, target) =>
  expect(payloadTarget(address)).toBe(target),
)

test.each(['/login?_data=root', '/login?a=?&_data=root', '/login?a=1?_data=x', '/__manifest?p=/'])(
  'treats %s as a Remix address that this site does not use',
  (address) => expect(isUnusedEntryPoint(address)).toBe(true),
)

test.each(['/login', '/login?data=1', '/login?returnTo=%3F_data', '/manifest'])(
  'does not treat %s as a Remix address that this site does not use',
  (address) => expect(isUnusedEntryPoint(address)).toBe(false),
)
