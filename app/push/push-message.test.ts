import { describe, expect, test } from 'vitest'

import { readPush } from './push-message'

const origin = 'https://april.example'
const read = (notification: unknown) => readPush({ web_push: 8030, notification }, origin)

describe('3.26: a received push', () => {
  test('is shown as it was sent', () => {
    expect(
      read({ title: 'Купон', body: 'На хлеб', navigate: `${origin}/coupons?tab=mine`, tag: 'c' }),
    ).toEqual({
      title: 'Купон',
      body: 'На хлеб',
      path: '/coupons?tab=mine',
      icon: '/icon-192.png',
      tag: 'c',
    })
    expect(read({ icon: `${origin}/bread.png` }).icon).toBe('/bread.png')
    for (const icon of ['https://evil.example/x.png', ''])
      expect(read({ icon }).icon).toBe('/icon-192.png')
  })

  test.each([null, undefined, 'text', {}, { notification: null }, { notification: 'x' }, []])(
    'is shown with a default title and path when its content is invalid: %j',
    (data) => {
      expect(readPush(data, origin)).toMatchObject({ title: 'Новое сообщение', path: '/today' })
    },
  )

  test.each(['https://evil.example/x', '//evil.example', 'javascript:alert(1)', 'data:,x', 7, ''])(
    'opens no other site: %s',
    (navigate) => expect(read({ title: 'x', navigate }).path).toBe('/today'),
  )

  test('is cut to 120 characters of title and 300 of text', () => {
    const { title, body } = read({ title: 'я'.repeat(500), body: 'я'.repeat(5000) })
    expect([title.length, body.length]).toEqual([120, 300])
  })

  test('is never cut within an emoji', () => {
    const ending = (most: number) => `${'я'.repeat(most - 1)}👋🏽`
    expect(read({ title: ending(120), body: ending(300) })).toMatchObject({
      title: 'я'.repeat(119),
      body: 'я'.repeat(299),
    })
  })
})
