import { expect, test } from 'vitest'

import { isDeadEndpoint } from './push-subscription'

test.each([
  'https://permanently-removed.invalid/fcm/send/abc',
  'https://PERMANENTLY-REMOVED.INVALID./x',
  'https://push.invalid',
  '',
  'nowhere',
])('treats the endpoint %s as dead', (endpoint) => expect(isDeadEndpoint(endpoint)).toBe(true))

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://web.push.apple.com/x',
  'https://updates.push.services.mozilla.com/wpush/v2/invalid',
  'https://invalid.push.example/x',
])('accepts the endpoint %s', (endpoint) => expect(isDeadEndpoint(endpoint)).toBe(false))
