import { describe, expect, test } from 'vitest'

import {
  initialPush,
  isEnrolled,
  keyFor,
  needsEnrolment,
  nextPush,
  parseStoredToken,
  getStoredToken,
} from './push'

const token = getStoredToken(
  { endpoint: 'https://fcm.googleapis.com/fcm/send/abc', keys: { auth: 'a', p256dh: 'p' } },
  { key: 'k', scope: '/', now: 1_000_000_000_000 },
)

describe('a browser after a rotation of VAPID keys', () => {
  const HOUR = 3_600_000

  test('subscribes with the key that the server offers, but not within an hour of its enrolment', () => {
    expect(keyFor(token, 'new', token.timestamp + HOUR + 1)).toBe('new')
    expect(keyFor(token, 'new', token.timestamp + HOUR)).toBe('k')
    expect(keyFor(token, undefined, token.timestamp + 2 * HOUR)).toBe('k')
    expect(keyFor(token, null, token.timestamp + 2 * HOUR)).toBe('k')
  })

  test('subscribes again only once, although containers with old and new keys answer in turn', () => {
    let stored = { ...token, key: 'old' }
    let moves = 0
    for (let page = 0; page < 40; page += 1) {
      const now = token.timestamp + 2 * HOUR + page * 30_000
      const key = keyFor(stored, page % 2 ? 'old' : 'new', now)
      if (key === stored.key) continue
      moves += 1
      stored = { ...stored, key, timestamp: now }
    }
    expect([moves, stored.key]).toEqual([1, 'new'])
  })
})

describe('the states of push permission and enrolment', () => {
  const on = { permissions: 'success', sendToken: 'success' } as const
  const asked = nextPush(initialPush, { type: 'asked' })
  const granted = nextPush(asked, { type: 'answered', permission: 'granted' })
  const sending = nextPush(granted, { type: 'sending' })

  test.each([
    [initialPush, { type: 'asked' }, 'pending', 'initial'],
    [asked, { type: 'answered', permission: 'granted' }, 'success', 'initial'],
    [granted, { type: 'sending' }, 'success', 'pending'],
    [sending, { type: 'enrolled' }, 'success', 'success'],
    [initialPush, { type: 'answered', permission: 'denied' }, 'error', 'initial'],
    [initialPush, { type: 'answered', permission: 'default' }, 'initial', 'initial'],
    [initialPush, { type: 'refused' }, 'initial', 'error'],
    [initialPush, { type: 'failed' }, 'error', 'initial'],
    [nextPush(asked, { type: 'sending' }), { type: 'failed' }, 'error', 'error'],
    [on, { type: 'turnedOff' }, 'initial', 'initial'],
    [{ ...on, trouble: 'lost' }, { type: 'sending' }, 'success', 'pending'],
  ] as const)('4.28: become, from %j by %j, %s and %s', (state, step, permissions, sendToken) => {
    expect(nextPush(state, step)).toEqual({ permissions, sendToken })
  })

  test.each(['unreachable', 'lost'] as const)('4.28: show the reason of an error: %s', (type) => {
    expect(nextPush(on, { type })).toEqual({ ...on, sendToken: 'error', trouble: type })
  })
})

test.each([
  ['enrolled with the current key', { token, permission: 'granted' }, 'granted', true],
  ['never enrolled', { token: null, permission: 'granted' }, 'granted', false],
  [
    'enrolled with another key',
    { token: { ...token, key: 'x' }, permission: 'granted' },
    'granted',
    false,
  ],
  ['enrolled, and permission denied since', { token, permission: 'granted' }, 'denied', false],
  ['stored with a denied permission', { token, permission: 'denied' }, 'granted', false],
] as const)(
  'decides whether a device receives pushes: %s',
  (_what, stored, permission, expected) => {
    expect(isEnrolled(stored, 'k', permission)).toBe(expected)
  },
)

describe('the stored push token', () => {
  test('5.10: is read as it was stored, with its seven parts', () => {
    const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
    expect(parseStoredToken(JSON.stringify(token))).toEqual({
      ...{ timestamp: 1_000_000_000_000, token: 'abc', endpoint, scope: '/' },
      ...{ auth: 'a', p256dh: 'p', key: 'k' },
    })
  })

  test.each([
    ...['token', 'auth', 'p256dh', 'key', 'endpoint', 'scope'].flatMap((field) =>
      ['', undefined, null, 1, true].map((value) => [field, value]),
    ),
    ...['', undefined, null, true, 0, -1, '1000'].map((value) => ['timestamp', value]),
  ] as [string, unknown][])('5.10: is null when its %s is %j', (field, value) =>
    expect(parseStoredToken(JSON.stringify({ ...token, [field]: value }))).toBeNull(),
  )

  test.each([null, '', 'x', '[]', 'null'])('is null for %j', (text) =>
    expect(parseStoredToken(text)).toBeNull(),
  )
})

describe('the gateway receives an enrolment', () => {
  const stored = { token, permission: 'granted' }
  const day = 86_400_000
  const later = (days: number) => ({ ...token, timestamp: token.timestamp + days * day })
  test.each([
    ['the same within a week', stored, later(7), false],
    ['the same after a week', stored, later(7.001), true],
    ['a new endpoint', stored, { ...token, endpoint: 'https://fcm.googleapis.com/other' }, true],
    ['another secret', stored, { ...token, auth: 'other' }, true],
    ['another public key of the browser', stored, { ...token, p256dh: 'other' }, true],
    ['another key', stored, { ...token, key: 'other' }, true],
    ['a first token', { token: null, permission: null }, token, true],
    ['another permission', { token, permission: 'default' }, token, true],
  ])(
    '4.30, 9.5: only when it changed or is a week old: %s',
    (_what, before, current, isReported) => {
      expect(needsEnrolment(before, { token: current, permission: 'granted' })).toBe(isReported)
    },
  )
})
