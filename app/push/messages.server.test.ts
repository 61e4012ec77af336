import { describe, expect, test } from 'vitest'

import { getDelivery, isTooLarge, listFailures, relayRequest } from './messages.server'
import type { Delivered } from './push-delivery.server'

const site = 'https://april.example'
const compose = (notification: object) =>
  getDelivery(relayRequest.parse({ tokens: ['x'], notification }), site)

describe('a message of the push relay', () => {
  test('drops invisible characters, which would take six bytes each', () => {
    const controls = '\u0001'.repeat(60)
    const { payload } = compose({
      title: `Купон${controls}`,
      text: `На\u0007хлеб\r\nдо\ud800 пятницы${controls}`,
      key: `bread${'\u0002'.repeat(50)}`,
    })
    expect((JSON.parse(payload) as { notification: object }).notification).toMatchObject({
      title: 'Купон',
      body: 'На хлеб\nдо  пятницы',
      tag: 'bread',
    })
    expect(payload).not.toContain('\\u')
  })

  test('is small enough for push services with the longest allowed texts in any script', () => {
    const longest = {
      title: '漢'.repeat(120),
      text: '"'.repeat(150) + '漢'.repeat(150),
      key: '漢'.repeat(64),
      url: `/${'x'.repeat(900)}`,
      icon: `/${'x'.repeat(900)}`,
    }
    expect(isTooLarge(compose(longest))).toBe(false)
  })

  test('is too large for push services with the longest addresses full of escaped characters', () => {
    const escaped = `/${'"'.repeat(1000)}`
    expect(isTooLarge(compose({ title: 'x', text: 'x', url: escaped, icon: escaped }))).toBe(true)
  })

  test('is refused when its title has invisible characters only', () => {
    const notification = { title: '\u0001\u0002', text: 'x' }
    expect(relayRequest.safeParse({ tokens: ['x'], notification }).success).toBe(false)
  })
})

test.each<[Partial<Delivered>, boolean]>([
  [{ status: 400 }, false],
  [{ status: 403 }, false],
  [{ status: 429 }, true],
  [{ status: 503 }, true],
  [{ cause: 'timeout' }, true],
  [{ cause: 'ECONNREFUSED' }, true],
  [{ cause: 'unsigned' }, false],
  [{ cause: 'unlisted_service' }, false],
  [{ cause: 'unknown_secret' }, false],
  [{ result: 'too_large', status: 413 }, false],
  [{ result: 'not_tried' }, true],
])('marks the push failure %j as temporary: %s', (given, isTemporary) => {
  const sent: Delivered = { result: 'sent', service: 'push.example', status: 201, cause: null }
  const failed: Delivered = { ...sent, result: 'failed', status: null, ...given }
  expect(listFailures([sent, failed])).toEqual([{ index: 1, ...failed, isTemporary }])
})
