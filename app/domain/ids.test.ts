import { expect, test } from 'vitest'

import { idInAddress, isIdOf, newDeviceId } from './ids'

test('3.31: a device id has five groups of upper-case letters and digits, and is another each time', () => {
  expect(newDeviceId()).toMatch(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/)
  expect(newDeviceId()).not.toBe(newDeviceId())
})

test.each([
  ['coupon', '0123456789', true],
  ['coupon', 'a-b_c', true],
  ['coupon', '', false],
  ['coupon', '..', false],
  ['coupon', 'a/b', false],
  ['coupon', 'x'.repeat(65), false],
  ['coupon', undefined, false],
  ['offer', 'spring.2026~1', true],
  ['offer', 'a b', false],
  ['store', '500768', true],
  ['store', '0042', true],
  ['store', '-1', false],
  ['store', null, false],
  ['survey', 'poll-1.2', true],
  ['survey', '../profile', false],
  ['coupon', '9c5b94b1-35ad-49bb-b118-8e8fc24abf80', true],
  ['coupon', 'СКИДКА-10', true],
  ['coupon', 'urn:sale@2026', true],
  ['coupon', '%2e%2e', false],
  ['coupon', 'a\\b', false],
  ['coupon', 'a?b', false],
  ['coupon', 'a#b', false],
  ['coupon', 'a\nb', false],
  ['coupon', '\ud800', false],
  ['product', '9c5b94b1-35ad-49bb-b118-8e8fc24abf80', true],
  ['product', 'YWI+Yz1k=', true],
  ['product', 'СКИДКА-10', false],
  ['product', '.', false],
  ['store', 'a-17.b', true],
  ['store', 'a;b', false],
] as const)('decides whether an id of a %s may be %j: %s', (thing, id, isOne) => {
  expect(isIdOf(thing, id)).toBe(isOne)
})

test.each([
  ['0042', '0042'],
  ['СКИДКА 10', '%D0%A1%D0%9A%D0%98%D0%94%D0%9A%D0%90%2010'],
  ['../profile?x#y', '..%2Fprofile%3Fx%23y'],
  ['..', '-'],
  ['', '-'],
  ['a\ud800', 'a'],
])('escapes %j in an address as %s, within its part', (id, part) => {
  expect(idInAddress(id)).toBe(part)
})
