import { expect, test } from 'vitest'

import { hasConsent } from './consent'

test.each([
  ['v1_consent=accepted', true],
  ['__Host-v1_consent=accepted', true],
  ['v1_theme=dark; v1_consent=accepted; v1_store=1', true],
  ['v1_consent=refused', false],
  ['v1_consent=yes', false],
  ['v1_consent=', false],
  ['not_v1_consent=accepted', false],
  ['', false],
])('reads the consent in cookies %j as %s', (cookies, expected) => {
  expect(hasConsent(cookies)).toBe(expected)
})
