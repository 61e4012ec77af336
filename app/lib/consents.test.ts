import { expect, test } from 'vitest'

import { allConsents, isAnyPushPermitted, isConsentName, type Consents } from './consents'

const none = Object.fromEntries(allConsents.map(({ name }) => [name, false])) as Consents

test.each(['isPushPersPermitted', 'isPushMassPermitted', 'isPushContentPermitted'] as const)(
  '3.10: permits pushes with %s alone',
  (name) => expect(isAnyPushPermitted({ ...none, [name]: true })).toBe(true),
)

test('permits no pushes with consents to letters and receipts', () => {
  const rest = { isEmailPermitted: true, isSmsPermitted: true, isDigitalReceiptPermitted: true }
  expect(isAnyPushPermitted({ ...none, ...rest })).toBe(false)
})

test.each(['application', 'toString', '', null, 'email'])(
  'rejects %j as the name of a consent',
  (name) => expect(isConsentName(name)).toBe(false),
)
