import { describe, expect, test } from 'vitest'

import {
  countFailures,
  getDelivery,
  isTooLarge,
  listFailures,
  relayRequest,
} from './messages.server'
import type { Delivered } from './push-delivery.server'

const site = 'https://april.example'
const compose = (notification: object) =>
  getDelivery(relayRequest.parse({ tokens: ['x'], notification }), site)

describe('3.26: a message of the push relay', () => {
  test('drops invisible characters, which would take six bytes each', () => {
    const controls = '\u0001'.repeat(60)
    const { payload } = compose({
      title: `Купон${controls}`,
      text: `На\u0007хлеб\r\nдо\ud800 пятницы${controls}`,
      key: `bread${'\u0002'.repeat(50)}`,
      icon: '/icon-192.png',
    })
    expect((JSON.parse(payload) as { notification: object }).notification).toMatchObject({
      title: 'Купон',
      body: 'На хлеб\nдо  пятницы',
      tag: 'bread',
      icon: `${site}/icon-192.png`,
      navigate: `${site}/today`,
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
    const sizes = ['x'.repeat(3993), 'x'.repeat(3994), 'ж'.repeat(1997)]
    expect(sizes.map((payload) => isTooLarge({ payload }))).toEqual([false, true, true])
  })

  const notification = { title: 'Купон', text: 'На хлеб' }
  test.each([
    [{}, true],
    [{ tokens: [] }, false],
    [{ tokens: Array.from({ length: 501 }, () => 'x') }, false],
    [{ notification: { ...notification, title: '\u0001\u0002' } }, false],
    [{ notification: { title: 'Купон' } }, false],
    [{ notification: { text: 'На хлеб' } }, false],
    [{ notification: { ...notification, url: 'https://evil.example' } }, false],
    [{ notification: { ...notification, url: '//evil.example' } }, false],
    [{ notification: { ...notification, icon: '/\\evil.example' } }, false],
    [{ notification: undefined, isTickle: true }, false],
    [{ ttl: -1 }, false],
    [{ ttl: 28 * 86_400 }, true],
    [{ ttl: 28 * 86_400 + 1 }, false],
  ])('with %j is accepted: %s', (change, isAccepted) => {
    const body = { tokens: ['x'], notification, ...change }
    expect(relayRequest.safeParse(body).success).toBe(isAccepted)
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
  const gone: Delivered = { ...sent, result: 'gone', status: 410 }
  expect(listFailures([sent, gone, failed])).toEqual([{ index: 2, ...failed, isTemporary }])
})

test('counts push failures of one cause together, whatever pause they ask for', () => {
  const paused = {
    result: 'not_tried',
    service: 'push.example',
    status: null,
    cause: null,
  } as const
  const failures = listFailures([1, 2].map((retryAfter) => ({ ...paused, retryAfter })))
  expect(countFailures(failures)).toEqual([{ ...paused, isTemporary: true, count: 2 }])
})
