import { createContext, runInContext } from 'node:vm'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { inlineScript } from '../../scripts/inline-script.mjs'

const script = await inlineScript('app/offline/stored-card-entry.ts', ['es2020'])

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

interface Shown {
  response?: () => Promise<unknown>
  isRenewed?: boolean
  isTill?: boolean
}

/** The script in a stored card; returns what it asks for and does. */
function open({ response, isRenewed = true, isTill = false }: Shown = {}) {
  const asked = vi.fn(response ?? (() => Promise.reject(new TypeError('Failed to fetch'))))
  const location = { reload: vi.fn(), replace: vi.fn() }
  const [serviceWorker, forget, page] = [new EventTarget(), new EventTarget(), new EventTarget()]
  const localStorage: Record<string, unknown> = {
    v1_x: '1',
    removeItem: (name: string) => void Reflect.deleteProperty(localStorage, name),
  }
  const request = vi.fn(async () => ({ release: vi.fn() }))
  const dropped = vi.fn(async () => true)
  const addEventListener = page.addEventListener.bind(page)
  const window = { addEventListener, caches: { keys: async () => ['v1_card'], delete: dropped } }
  runInContext(
    script,
    createContext({
      ...{ window, localStorage, location, AbortController, setTimeout, clearTimeout, Date, Math },
      ...window,
      sessionStorage: {},
      fetch: asked,
      navigator: {
        wakeLock: { request },
        serviceWorker: Object.assign(serviceWorker, {
          startMessages: vi.fn(),
          getRegistration: async () => undefined,
        }),
      },
      document: Object.assign(new EventTarget(), {
        visibilityState: 'visible',
        documentElement: { classList: { contains: () => isTill } },
        getElementById: () => forget,
        querySelector: () => ({
          dataset: isRenewed ? { renews: '' } : {},
          querySelectorAll: () => [],
        }),
      }),
    }),
  )
  const say = (data: string) =>
    serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data }))
  return { asked, location, localStorage, request, dropped, forget, say }
}

const json = (body: object, status = 200) => ({
  response: async () => Response.json(body, { status }),
})

test.each([
  ['there is a fresh code', json({ svg: '<svg/>', fetchedAt: '2026-11-20', owner: 'a' })],
  ['the session has ended', json({ error: 'signIn' }, 403)],
  ['the profile lacks fields', json({ error: 'profile' }, 403)],
])('is replaced by the next page when %s', async (_, shown) => {
  const { asked, location } = open(shown)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked.mock.calls).toEqual([['/qr/code', expect.anything()]])
  expect(location.reload).toHaveBeenCalledOnce()
})

test('stays without a network, with the growing pauses of the card', async () => {
  const { asked, location } = open()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(location.reload).not.toHaveBeenCalled()
  expect(asked.mock.calls.length).toBeGreaterThan(12)
  expect(asked.mock.calls.length).toBeLessThan(30)
})

test('requests no code that only the shopper can make possible', async () => {
  const { asked } = open({ isRenewed: false })
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked).not.toHaveBeenCalled()
})

test('is replaced when the worker has the late page', () => {
  const { say, location } = open()
  say('other')
  expect(location.reload).not.toHaveBeenCalled()
  say('fresh')
  expect(location.reload).toHaveBeenCalledOnce()
})

test("forgets another shopper's card, then opens the sign-in screen", async () => {
  const { forget, dropped, localStorage, location } = open()
  forget.dispatchEvent(new Event('click'))
  await vi.advanceTimersByTimeAsync(0)
  expect(dropped.mock.calls).toContainEqual(['v1_card'])
  expect(localStorage).not.toHaveProperty('v1_x')
  expect(location.replace).toHaveBeenCalledWith('/login')
})

test.each([true, false])('keeps the screen on at the till only: %s', async (isTill) => {
  const { request } = open({ isTill })
  await vi.advanceTimersByTimeAsync(0)
  expect(request).toHaveBeenCalledTimes(isTill ? 1 : 0)
})
