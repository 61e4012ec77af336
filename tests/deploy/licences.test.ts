import { expect, test } from 'vitest'

import { isAllowed, refusals, type Licensed } from '../../scripts/licences'

const one = (licence: string): Licensed[] => [{ name: 'thing', version: '1.0.0', licence }]

test.each(['MIT', '(Unlicense OR Apache-2.0)', '(GPL-2.0 OR MIT)', '(Apache-2.0 AND MIT)'])(
  'accepts the licence %s in production',
  (licence) => {
    expect(isAllowed(licence)).toBe(true)
    expect(refusals(one(licence), one(licence))).toEqual([])
  },
)

test.each([
  'GPL-3.0-only',
  'AGPL-3.0',
  'LGPL-2.1',
  'UNKNOWN',
  'MIT*',
  '(MIT AND GPL-2.0)',
  'SSPL-1.0',
])('refuses the licence %s in production', (licence) =>
  expect(refusals(one(licence), [])).toEqual([`thing 1.0.0: ${licence}`]),
)

test('development tools may have other licences, but not AGPL or an unknown one', () => {
  expect(refusals([], one('CC-BY-4.0'))).toEqual([])
  expect(refusals([], one('AGPL-3.0-or-later'))).toHaveLength(1)
  expect(refusals([], one('UNKNOWN'))).toHaveLength(1)
})
