import { runInNewContext } from 'node:vm'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { storedCardScript } from './stored-card-script'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The script in a page with this network; gives how often it asked, and its events. */
function page(answer: (signal: AbortSignal) => Promise<unknown>) {
  const asked = vi.fn((_: string, { signal }: { signal: AbortSignal }) => answer(signal))
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
    document: { visibilityState: 'visible', getElementById: () => null },
    location: { reload, replace },
    fetch: asked,
    addEventListener: (name: string, listener: () => void) => (heard[name] = listener),
    AbortController,
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

test('a phone that comes and goes asks once each time, and neither more often nor later afterwards', async () => {
  const { asked, online } = page(offline)
  for (let time = 0; time < 20; time += 1) {
    online()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(asked).toHaveBeenCalledTimes(20)
  // The network may not have worked yet: who stands at the till is not left for minutes.
  await vi.advanceTimersByTimeAsync(18_000)
  expect(asked).toHaveBeenCalledTimes(21)
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  // Four times less and less often, then every five minutes, give or take a fifth.
  expect(asked.mock.calls.length - 21).toBeLessThanOrEqual(19)
  expect(asked.mock.calls.length - 21).toBeGreaterThanOrEqual(12)
})

test('what hangs gives way to the next ask', async () => {
  const hangs = (signal: AbortSignal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  const { asked, online } = page(hangs)
  await vi.advanceTimersByTimeAsync(20_000)
  online()
  expect(asked.mock.calls.map(([, { signal }]) => signal.aborted)).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(asked.mock.calls.length).toBeGreaterThan(9)
})

test('a fresh code loads the page anew', async () => {
  const { reload, asked } = page(async () => ({
    ok: true,
    redirected: false,
    headers: new Headers({ 'X-Card': 'code' }),
  }))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a forgotten card leaves the screen and our storage', () => {
  const { post, replace, storage } = page(offline)
  post('forgotten')
  expect(replace).toHaveBeenCalledWith('/login')
  expect(storage).not.toHaveProperty('v1_x')
})
