import { runInNewContext } from 'node:vm'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { RECONNECT_SPREAD_MS } from '~/card/code-refresher'

import { storedCardScript } from './stored-card-script'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The script in a page with this network; returns its requests and events. */
function page(response: (signal: AbortSignal) => Promise<unknown>) {
  const asked = vi.fn((_: string, { signal }: { signal: AbortSignal }) => response(signal))
  const heard: Record<string, () => void> = {}
  const [reload, replace] = [vi.fn(), vi.fn()]
  const storage = {
    v1_x: '1',
    removeItem: (name: string) => void Reflect.deleteProperty(storage, name),
  }
  let post: (message: { data: string }) => void = () => undefined
  const worker = {
    addEventListener: (_: string, listener: typeof post) => (post = listener),
    startMessages: vi.fn(),
  }
  runInNewContext(storedCardScript({ isTill: false, looksAgain: true }), {
    navigator: { serviceWorker: worker },
    localStorage: storage,
    sessionStorage: {},
    document: { visibilityState: 'visible', getElementById: () => null, querySelector: () => null },
    location: { reload, replace },
    fetch: asked,
    addEventListener: (name: string, listener: () => void) => (heard[name] = listener),
    AbortController,
    Math,
    setTimeout,
    clearTimeout,
  })
  return {
    asked,
    reload,
    replace,
    storage,
    post: (data: string) => post({ data }),
    online: () => heard['online']?.(),
  }
}

const HOUR_MS = 3_600_000
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

test('requests at most three times after many network changes, then with the usual growing pauses', async () => {
  const { asked, online } = page(offline)
  for (let time = 0; time < 20; time += 1) {
    online()
    await vi.advanceTimersByTimeAsync(10)
  }
  await vi.advanceTimersByTimeAsync(RECONNECT_SPREAD_MS)
  expect(asked.mock.calls.length).toBeGreaterThanOrEqual(1)
  expect(asked.mock.calls.length).toBeLessThanOrEqual(3)
  const before = asked.mock.calls.length
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  // It retries four times with growing pauses, then every five minutes; pauses vary by a fifth.
  expect(asked.mock.calls.length - before).toBeLessThanOrEqual(19)
  expect(asked.mock.calls.length - before).toBeGreaterThanOrEqual(12)
})

test('delays the request after a reconnect by a random share of RECONNECT_SPREAD_MS', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.4)
  const { asked, online } = page(offline)
  online()
  await vi.advanceTimersByTimeAsync(RECONNECT_SPREAD_MS * 0.4 - 1)
  expect(asked).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveBeenCalledTimes(1)
})

test('cancels a hanging request for the next one', async () => {
  const hangs = (signal: AbortSignal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  const { asked, online } = page(hangs)
  vi.spyOn(Math, 'random').mockReturnValue(0)
  await vi.advanceTimersByTimeAsync(20_000)
  online()
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.mock.calls.map(([, { signal }]) => signal.aborted)).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(asked.mock.calls.length).toBeGreaterThan(9)
})

test('reloads the page when there is a fresh code', async () => {
  const { reload, asked } = page(async () => ({
    ok: true,
    redirected: false,
    headers: new Headers({ 'X-Card': 'code' }),
  }))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('redirects to /login and clears localStorage when the worker reports that it deleted the card', () => {
  const { post, replace, storage } = page(offline)
  post('forgotten')
  expect(replace).toHaveBeenCalledWith('/login')
  expect(storage).not.toHaveProperty('v1_x')
})
