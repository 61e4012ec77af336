import { readFileSync } from 'node:fs'

import { PNG } from 'pngjs'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { clearBadge, openFromNotification, showPush } from './worker-push'

const showNotification = vi.fn<(title: string, options: NotificationOptions) => Promise<void>>()
const badge = { setAppBadge: vi.fn(async () => undefined), clearAppBadge: vi.fn() }
const openWindow = vi.fn(async () => null)
const windows: { url: string; focus: () => Promise<void>; navigate: (url: string) => unknown }[] =
  []

beforeEach(() => {
  for (const mock of [showNotification, badge.setAppBadge, openWindow]) mock.mockClear()
  badge.clearAppBadge.mockReset().mockResolvedValue(undefined)
  windows.length = 0
  vi.stubGlobal('location', new URL('https://april.example/sw.js'))
  vi.stubGlobal('registration', { showNotification })
  vi.stubGlobal('navigator', badge)
  vi.stubGlobal('clients', { matchAll: async () => windows, openWindow })
  return () => vi.unstubAllGlobals()
})

const pushed = (notification: unknown) =>
  ({ data: { json: () => ({ web_push: 8030, notification }) } }) as never
const tapped = (path: string) => ({ notification: { close: vi.fn(), data: { path } } }) as never

describe('a notification', () => {
  test('carries a badge that Android can draw, and marks the application’s icon', async () => {
    await showPush(pushed({ title: 'Карта', navigate: 'https://april.example/qr' }))
    const [title, options] = showNotification.mock.calls[0]!
    expect(title).toBe('Карта')
    expect(options).toMatchObject({ badge: '/badge-96.png', data: { path: '/qr' } })
    expect(badge.setAppBadge).toHaveBeenCalledOnce()

    // Android paints whatever is not transparent in one colour of its own.
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

  test('that is tapped clears the icon and leads an open window to the card', async () => {
    const navigate = vi.fn(async () => null)
    windows.push({ url: 'https://april.example/coupons', focus: async () => undefined, navigate })
    await openFromNotification(tapped('/qr'))
    expect(navigate).toHaveBeenCalledWith('https://april.example/qr')
    expect(openWindow).not.toHaveBeenCalled()
    expect(badge.clearAppBadge).toHaveBeenCalledOnce()
  })

  test('that is tapped opens the application where none is open', async () => {
    await openFromNotification(tapped('/qr'))
    expect(openWindow).toHaveBeenCalledWith('https://april.example/qr')
  })

  test('leaves a card that is open as it is', async () => {
    const navigate = vi.fn()
    windows.push({ url: 'https://april.example/qr', focus: async () => undefined, navigate })
    await openFromNotification(tapped('/qr'))
    expect(navigate).not.toHaveBeenCalled()
    expect(openWindow).not.toHaveBeenCalled()
  })
})

test.each([
  ['cannot be cleared', () => Promise.reject(new Error('no'))],
  ['is nothing this browser knows', undefined],
])('a badge that %s is no fault', async (_, clearAppBadge) => {
  vi.stubGlobal('navigator', { clearAppBadge })
  await expect(clearBadge()).resolves.toBeUndefined()
})
