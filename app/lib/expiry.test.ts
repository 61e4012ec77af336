import { expect, test } from 'vitest'

import { expiryWords } from './expiry'

const now = new Date('2026-04-13T12:00:00+03:00')

test.each([
  [null, null],
  [undefined, null],
  ['2026-04-13T11:59:59+03:00', 'срок истёк'],
  ['2026-04-13T12:00:00+03:00', 'срок истёк'],
  ['2026-04-13T23:59:59+03:00', 'последний день'],
  // Already the 14th in Moscow.
  ['2026-04-13T21:30:00Z', 'ещё 1 день'],
  ['2026-04-14T00:30:00+03:00', 'ещё 1 день'],
  ['2026-04-15T10:00:00+03:00', 'ещё 2 дня'],
  ['2026-04-18T10:00:00+03:00', 'ещё 5 дней'],
  ['2026-05-04T10:00:00+03:00', 'ещё 21 день'],
])('an end at %s is «%s»', (end, words) => {
  expect(expiryWords(end, now)).toBe(words)
})
