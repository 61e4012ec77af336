import { readFileSync } from 'node:fs'

import { PNG } from 'pngjs'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import {
  clearBadge,
  endSubscription,
  openFromNotification,
  renewSubscription,
  showPush,
} from './worker-push'

const showNotification = vi.fn<(title: string, options: NotificationOptions) => Promise<void>>()
const badge = { setAppBadge: vi.fn(async () => undefined), clearAppBadge: vi.fn() }
const openWindow = vi.fn(() => spend())
/** The windows in the browser's order; only controlled ones navigate. */
const windows: ReturnType<typeof createWindow>[] = []
/** A tap allows one focus or one new window. */
let isSpent = false
const spend = async () => {
  if (isSpent) throw new DOMException('Not allowed', 'InvalidAccessError')
  isSpent = true
}

let lastId = 0

/** @param at the path that its script reports, which a client navigation has changed */
function createWindow(
  path: string,
  { isControlled = true, hasTypedText = false as boolean | null, at = path } = {},
) {
  const window = {
    id: String((lastId += 1)),
    url: `https://april.example${path}`,
    isControlled,
    focus: vi.fn(spend),
    navigate: vi.fn(async (url: string) => {
      if (!isControlled) throw new TypeError('This client is not controlled')
      window.url = url
      return window
    }),
    postMessage: (_: unknown, [port]: MessagePort[]) => {
      if (hasTypedText !== null)
        port?.postMessage({ url: `https://april.example${at}`, hasTypedText })
    },
  }
  return window
}

beforeEach(() => {
  for (const mock of [showNotification, badge.setAppBadge, openWindow]) mock.mockClear()
  badge.clearAppBadge.mockReset().mockResolvedValue(undefined)
  windows.length = 0
  isSpent = false
  // At noon in the time zone of the tests, because pushes are silent at night.
  vi.useFakeTimers({ now: new Date('2026-04-13T12:00:00+06:00'), toFake: ['Date'] })
  vi.stubGlobal('location', new URL('https://april.example/sw.js'))
  vi.stubGlobal('registration', { showNotification })
  vi.stubGlobal('navigator', badge)
  const matchAll = async ({ includeUncontrolled = false }) =>
    windows.filter(({ isControlled }) => includeUncontrolled || isControlled)
  vi.stubGlobal('clients', { matchAll, openWindow })
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

const pushed = (notification: unknown) =>
  ({ data: { json: () => ({ web_push: 8030, notification }) } }) as never
const tapped = (path?: string) => ({ notification: { close: vi.fn(), data: { path } } }) as never

describe('a notification', () => {
  test('carries a badge that Android can draw, and sets the app’s badge', async () => {
    await showPush(pushed({ title: 'Карта', navigate: 'https://april.example/qr' }))
    const [title, options] = showNotification.mock.calls[0]!
    expect(title).toBe('Карта')
    expect(options).toMatchObject({ badge: '/badge-96.png', data: { path: '/qr' } })
    expect(badge.setAppBadge).toHaveBeenCalledOnce()

    // Android paints every opaque pixel in one colour.
    const { width, height, data } = PNG.sync.read(
      readFileSync(`brands/april${String(options.badge)}`),
    )
    expect([width, height]).toEqual([96, 96])
    const alphas = new Set<number>()
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue, alpha] = data.subarray(at, at + 4)
      alphas.add(alpha!)
      if (alpha) expect([red, green, blue]).toEqual([255, 255, 255])
    }
    expect([...alphas]).toEqual(expect.arrayContaining([0, 255]))
  })

  test.each([
    ['shows another screen', '/coupons', {}, '/qr', 'navigates'],
    ['shows the page with another query', '/qr?source=x', {}, '/qr', 'navigates'],
    ['shows another screen than it was opened with', '/qr', { at: '/coupons' }, '/qr', 'navigates'],
    ['shows the page', '/qr', {}, '/qr', 'focuses'],
    ['shows the page, but was opened with another', '/today', { at: '/qr' }, '/qr', 'focuses'],
    ['is not controlled', '/profile/edit', { isControlled: false }, '/qr', 'opens'],
    ['has a half-filled form', '/profile/edit', { hasTypedText: true }, '/qr', 'opens'],
    ['does not answer', '/profile/edit', { hasTypedText: null }, '/qr', 'opens'],
    [
      'has a half-filled form, but was opened with the card',
      '/qr',
      { at: '/profile/edit', hasTypedText: true },
      '/coupons',
      'opens',
    ],
  ])(
    'tapped when the only window %s opens its page there or in a new one',
    async (_, path, state, target, way) => {
      const window = createWindow(path, state)
      windows.push(window)
      await openFromNotification(tapped(target))
      const url = `https://april.example${target}`
      expect(window.navigate.mock.calls).toEqual(way === 'navigates' ? [[url]] : [])
      expect(window.focus).toHaveBeenCalledTimes(way === 'opens' ? 0 : 1)
      if (way === 'opens') expect(openWindow).toHaveBeenCalledExactlyOnceWith(url)
      else expect(openWindow).not.toHaveBeenCalled()
      expect(badge.clearAppBadge).toHaveBeenCalledOnce()
    },
  )

  test.each([
    ['/qr', '/qr'],
    [undefined, '/today'],
  ])('for %s opens the app at %s when tapped without an open window', async (path, opened) => {
    await openFromNotification(tapped(path))
    expect(openWindow).toHaveBeenCalledWith(`https://april.example${opened}`)
  })

  test.each([[null], [{ json: () => expect.unreachable() }]])(
    'is shown for a push without readable data: %o',
    async (data) => {
      await showPush({ data } as never)
      expect(showNotification).toHaveBeenCalledOnce()
    },
  )

  test('opens no other site when tapped', async () => {
    await openFromNotification(tapped('https://evil.example/'))
    expect(openWindow).not.toHaveBeenCalled()
  })

  test('opens a controlled window when tapped, although an uncontrolled one is first', async () => {
    const ours = createWindow('/coupons')
    windows.push(createWindow('/today', { isControlled: false }), ours)
    await openFromNotification(tapped('/qr'))
    expect(ours.url).toBe('https://april.example/qr')
    expect(ours.focus).toHaveBeenCalledOnce()
    expect(openWindow).not.toHaveBeenCalled()
  })

  test('opens a new window when tapped and a controlled window refuses to navigate', async () => {
    const window = createWindow('/coupons')
    window.navigate.mockRejectedValue(new TypeError('no'))
    windows.push(window)
    await openFromNotification(tapped('/qr'))
    expect(openWindow).toHaveBeenCalledOnce()
  })
})

describe('3.26: a second notification', () => {
  const shown = async (notification: object) => {
    await showPush(pushed({ title: 'Купон', navigate: 'https://april.example/', ...notification }))
    return showNotification.mock.calls[0]![1] as NotificationOptions & { renotify: boolean }
  }

  test('alerts the shopper again when it has a tag', async () =>
    expect(await shown({ tag: 'coupon', icon: '/bread.png', body: 'На хлеб' })).toMatchObject({
      ...{ tag: 'coupon', renotify: true },
      ...{ icon: '/bread.png', body: 'На хлеб' },
    }))

  // Browsers refuse `renotify` without a tag.
  test('is shown without renotify when it has no tag', async () =>
    expect((await shown({})).renotify).toBe(false))
})

describe('a push by the hour of the device’s clock', () => {
  test.each([
    ['08:59', true],
    ['09:00', false],
    ['20:59', false],
    ['21:00', true],
  ])('at %s is silent: %s', async (time, silent) => {
    vi.setSystemTime(new Date(`2026-04-13T${time}:00+06:00`))
    await showPush(pushed({ title: 'Купон', tag: 'coupon' }))
    const options = showNotification.mock.calls[0]![1] as { silent?: true; renotify: boolean }
    expect([options.silent ?? false, options.renotify]).toEqual([silent, !silent])
    expect(badge.setAppBadge).toHaveBeenCalledTimes(silent ? 0 : 1)
  })
})

describe('a subscription that the browser ended', () => {
  const key = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
  const subscriptionAt = (endpoint: string) => ({ endpoint, toJSON: () => ({ endpoint }) })
  const renewed = subscriptionAt('https://fcm.googleapis.com/fcm/send/new')
  const subscribe = vi.fn<(options: PushSubscriptionOptionsInit) => Promise<unknown>>()
  const getSubscription = vi.fn<() => Promise<unknown>>()
  const send = vi.fn<(address: string, request: { body: URLSearchParams }) => Promise<unknown>>()
  let stored: string | null

  beforeEach(() => {
    stored = key
    subscribe.mockReset().mockResolvedValue(renewed)
    getSubscription.mockReset().mockResolvedValue(null)
    send.mockReset().mockResolvedValue({ status: 204 })
    vi.stubGlobal('registration', { pushManager: { subscribe, getSubscription } })
    vi.stubGlobal('fetch', send)
    vi.stubGlobal('caches', {
      match: async () => (stored === null ? undefined : new Response(stored)),
      delete: async () => (stored = null),
    })
  })

  const enrolled = () =>
    send.mock.calls.map(([, { body }]) => JSON.parse(body.get('subscription')!) as unknown)

  test('is renewed with the stored key when the event has none', async () => {
    await renewSubscription({} as never)
    expect(subscribe).toHaveBeenCalledExactlyOnceWith({
      userVisibleOnly: true,
      applicationServerKey: new Uint8Array(Buffer.from(key, 'base64url')),
    })
    expect(enrolled()).toEqual([{ endpoint: renewed.endpoint }])
    // The guard answers a script with a status, not with the sign-in page.
    expect(send.mock.calls[0]?.[1]).toMatchObject({ headers: { Accept: 'application/json' } })
  })

  test('is renewed with the old options when no key is stored', async () => {
    stored = null
    const options = { userVisibleOnly: true, applicationServerKey: new ArrayBuffer(65) }
    await renewSubscription({ oldSubscription: { options } } as never)
    expect(subscribe).toHaveBeenCalledExactlyOnceWith(options)
    expect(enrolled()).toHaveLength(1)
  })

  test('is replaced without subscribing again when the event or the browser has a new subscription', async () => {
    await renewSubscription({ newSubscription: renewed } as never)
    getSubscription.mockResolvedValue(renewed)
    await renewSubscription({ oldSubscription: null, newSubscription: null } as never)
    expect(subscribe).not.toHaveBeenCalled()
    expect(enrolled()).toHaveLength(2)
  })

  test('is not renewed on a device that is not enrolled', async () => {
    stored = null
    await renewSubscription({} as never)
    expect(subscribe).not.toHaveBeenCalled()
    expect(send).not.toHaveBeenCalled()
  })

  test('is not enrolled with a dead endpoint', async () => {
    subscribe.mockResolvedValue(subscriptionAt('https://permanently-removed.invalid/fcm/send/x'))
    await renewSubscription({} as never)
    expect(send).not.toHaveBeenCalled()
  })

  test.each([
    [400, 1],
    [403, 1],
    [401, 2],
    [425, 2],
    [429, 2],
    [502, 2],
  ])(
    'with the enrolment response %i is sent to the server %i times for two events',
    async (status, times) => {
      send.mockResolvedValue({ status })
      await renewSubscription({} as never)
      await renewSubscription({} as never)
      expect(send).toHaveBeenCalledTimes(times)
    },
  )
})

test.each([
  ['cannot be cleared', () => Promise.reject(new Error('no'))],
  ['the browser does not support', undefined],
])('ignores a badge that %s', async (_, clearAppBadge) => {
  vi.stubGlobal('navigator', { clearAppBadge })
  await expect(clearBadge()).resolves.toBeUndefined()
})

test('closes notifications and ends the subscription when the session ends', async () => {
  const [close, unsubscribe, drop] = [vi.fn(), vi.fn(async () => true), vi.fn(async () => true)]
  vi.stubGlobal('caches', { delete: drop })
  vi.stubGlobal('registration', {
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
    getNotifications: async () => [{ close }, { close }],
  })
  await endSubscription()
  expect(close).toHaveBeenCalledTimes(2)
  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(drop).toHaveBeenCalledWith('v1_push')
})
