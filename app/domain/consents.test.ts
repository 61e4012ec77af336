import { expect, test } from 'vitest'

import { allConsents, isAnyPushPermitted, isConsentName, type Consents } from './consents'

const none = Object.fromEntries(allConsents.map(({ name }) => [name, false])) as Consents

test.each(['isPushPersPermitted', 'isPushMassPermitted', 'isPushContentPermitted'] as const)(
  '3.10: permits pushes with %s alone',
  (name) => expect(isAnyPushPermitted({ ...none, [name]: true })).toBe(true),
)

test('3.10: permits no pushes with other consents, or with unknown ones', () => {
  const rest = {
    ...{ isEmailPermitted: true, isSmsPermitted: true, isSocialPermitted: true },
    ...{ isCallsPermitted: true, isDigitalReceiptPermitted: true },
  }
  expect(isAnyPushPermitted({ ...none, ...rest })).toBe(false)
  expect(isAnyPushPermitted({ ...none, isPushMassPermitted: undefined })).toBe(false)
})

test.each(['application', 'toString', '', null, 'email'])(
  'rejects %j as the name of a consent',
  (name) => expect(isConsentName(name)).toBe(false),
)
