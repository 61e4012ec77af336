import { describe, expect, test } from 'vitest'

import { generalReminder, isQuietHour, readReminder } from './reminder'

describe('a reminder in the worker', () => {
  test('has a text and a path', () => {
    const reminder = { title: 'Скоро сгорит', body: '120 звёзд — завтра', path: '/profile/stars' }
    expect(readReminder({ reminder })).toEqual(reminder)
  })

  test.each([null, undefined, 'text', [], {}, { reminder: {} }, { reminder: null }])(
    'is null for %j',
    (answer) => expect(readReminder(answer)).toBeNull(),
  )

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'opens no other site: %s',
    (path) => {
      const reminder = { title: 'x', body: 'x', path }
      expect(readReminder({ reminder })).toBeNull()
    },
  )

  test('is cut to 120 characters of title, 300 of text and 1,024 of path', () => {
    const reminder = { title: 'я'.repeat(500), body: 'я'.repeat(500), path: `/${'x'.repeat(5000)}` }
    const read = readReminder({ reminder })
    expect([read?.title.length, read?.body.length, read?.path.length]).toEqual([120, 300, 1024])
  })
})

test('counts the hours from nine in the evening to nine in the morning as quiet', () => {
  const loud = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => !isQuietHour(hour))
  expect(loud).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
})

test('a general reminder opens the card', () => {
  expect(generalReminder('Апрель')).toMatchObject({ title: 'Апрель', path: '/qr' })
})
