import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import * as events from '~/analytics/events'
import { setErrorReporter } from '~/platform/report-error'
import { toastStore } from '~/ui/toasts'

import { initialPush, nextPush, type PushState } from './push'
import { checkSubscription, isPushPossible, storedPush, turnOnPush } from './push-browser'

const key = Buffer.alloc(65, 4).toString('base64url')
const endpoint = 'https://fcm.googleapis.com/fcm/send/phone'
const failed = ['warning', 'Не удалось включить уведомления. Попробуйте ещё раз']

const stored = new Map<string, string>()
const enrol = vi.fn<(url: string, init: { body: URLSearchParams }) => Promise<{ status: number }>>()
const subscribe = vi.fn(async () => ({
  endpoint,
  toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
}))
const ask = vi.fn<() => Promise<NotificationPermission>>()
const report = vi.fn()

/** Sets the browser's permission, and the one that its prompt gives. */
function open(permission: NotificationPermission, given = permission) {
  const Notification = { permission, requestPermission: ask }
  ask.mockImplementation(async () => (Notification.permission = given))
  vi.stubGlobal('Notification', Notification)
}

/** Turns pushes on; returns the states of both tracks. */
async function turnOn(): Promise<PushState[]> {
  const states = [initialPush]
  await turnOnPush(key, (step) => states.push(nextPush(states.at(-1)!, step)))
  return states
}
const shown = () => toastStore.get().map(({ theme, title }) => [theme, title])

beforeEach(() => {
  stored.clear()
  // Errors of the tests before wait for a reporter.
  setErrorReporter(report)
  for (const mock of [enrol, subscribe, ask, report]) mock.mockClear()
  enrol.mockResolvedValue({ status: 204 })
  const pushManager = { subscribe, getSubscription: async () => null }
  const ready = Promise.resolve({ scope: '/', pushManager })
  const browser = { PushManager: {}, Notification: {}, fetch: enrol, indexedDB: {} }
  vi.stubGlobal('window', browser)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('navigator', { serviceWorker: { ready } })
  vi.stubGlobal('fetch', enrol)
  const open = async () => ({ put: async () => undefined })
  vi.stubGlobal('caches', { open, delete: async () => true })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['default', 'granted', ['success', 'Уведомления включены'], 1],
  ['granted', 'granted', ['success', 'Уведомления включены'], 0],
  ['default', 'denied', ['warning', 'Уведомления запрещены в браузере'], 1],
  ['denied', 'denied', ['warning', 'Уведомления запрещены в браузере'], 0],
  ['default', 'default', ['info', 'Уведомления не включены'], 1],
] as const)(
  '3.36, 4.29, 4.31, 5.9: a permission that is %s and becomes %s is stored, and shows the toast %j',
  async (permission, given, toast, times) => {
    const track = vi.spyOn(events, 'track')
    open(permission, given)
    await turnOn()
    expect(ask).toHaveBeenCalledTimes(times)
    expect(track.mock.calls).toEqual([['Push:Permission', { state: given }]])
    expect(stored.get('v1_push_permission')).toBe(given)
    expect(shown()).toEqual([toast])
    const count = given === 'granted' ? 1 : 0
    expect(subscribe).toHaveBeenCalledTimes(count)
    expect(enrol).toHaveBeenCalledTimes(count)
  },
)

test.each(['', 'serviceWorker', 'PushManager', 'Notification', 'fetch', 'indexedDB'])(
  '5.9: pushes are possible in a browser with all their parts alone, and one lacks «%s»',
  (missing) => {
    const parts = ['PushManager', 'Notification', 'fetch', 'indexedDB']
    const browser = parts.filter((part) => part !== missing).map((part) => [part, {}])
    vi.stubGlobal('window', Object.fromEntries(browser))
    if (missing === 'serviceWorker') vi.stubGlobal('navigator', {})
    expect(isPushPossible()).toBe(missing === '')
  },
)

test('3.36, 4.30, 9.5: an enrolment is stored with its time and permission, and renewed at a start after seven days', async () => {
  const [now, week] = [Date.parse('2026-04-13T12:00:00Z'), 604_800_000]
  vi.useFakeTimers({ now, toFake: ['Date'] })
  open('granted')
  await turnOn()
  expect(Object.fromEntries(stored)).toEqual({
    v1_push_subscription: expect.stringContaining(`"endpoint":"${endpoint}"`),
    v1_push_updated: '2026-04-13T12:00:00.000Z',
    v1_push_permission: 'granted',
  })
  vi.setSystemTime(now + week)
  expect(await checkSubscription(key)).toBe(true)
  expect(enrol).toHaveBeenCalledOnce()
  vi.setSystemTime(now + week + 1)
  await checkSubscription(key)
  expect(enrol).toHaveBeenCalledTimes(2)
  expect(stored.get('v1_push_updated')).toBe('2026-04-20T12:00:00.001Z')
  await checkSubscription(key)
  expect(enrol).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

test('9.5: an enrolment that failed is stored neither after a tap nor at a start, which tries again', async () => {
  const now = Date.parse('2026-04-13T12:00:00Z')
  vi.useFakeTimers({ now, toFake: ['Date'] })
  open('granted')
  enrol.mockResolvedValueOnce({ status: 502 })
  await turnOn()
  expect(storedPush().token).toBeNull()
  await turnOn()
  vi.setSystemTime(now + 604_800_001)
  enrol.mockResolvedValueOnce({ status: 502 })
  expect(await checkSubscription(key)).toBe(false)
  expect(storedPush().token?.timestamp).toBe(now)
  expect(await checkSubscription(key)).toBe(true)
  expect(enrol).toHaveBeenCalledTimes(4)
  vi.useRealTimers()
})

test('9.5: a withdrawn permission that could not be reported is reported at the next start, and once', async () => {
  open('granted')
  await turnOn()
  open('denied')
  enrol.mockResolvedValueOnce({ status: 502 })
  for (let start = 0; start < 3; start += 1) await checkSubscription(key)
  const permitted = enrol.mock.calls.map(([, { body }]) => body.get('permitted'))
  expect(permitted).toEqual(['true', 'false', 'false'])
})

test('9.5: a device that the browser allows again is enrolled again at the start', async () => {
  open('granted')
  await turnOn()
  open('denied')
  enrol.mockResolvedValueOnce({ status: 502 })
  await checkSubscription(key)
  open('granted')
  expect(await checkSubscription(key)).toBe(true)
  const permitted = enrol.mock.calls.map(([, { body }]) => body.get('permitted'))
  expect(permitted).toEqual(['true', 'false', 'true'])
})

test('5.10: an enrolment stores all seven parts of its token, and one without a scope is no enrolment', async () => {
  vi.useFakeTimers({ now: 1_000_000_000_000, toFake: ['Date'] })
  open('granted')
  await turnOn()
  vi.useRealTimers()
  const { token } = storedPush()
  expect(token).toEqual({
    ...{ timestamp: 1_000_000_000_000, token: 'phone', endpoint, scope: '/' },
    ...{ auth: 'a', p256dh: 'p', key },
  })
  stored.set('v1_push_subscription', JSON.stringify({ ...token, scope: '' }))
  expect(storedPush().token).toBeNull()
  enrol.mockClear()
  expect(await checkSubscription(key)).toBe(true)
  expect(enrol).not.toHaveBeenCalled()
})

test('3.36, 4.30, 9.5: an enrolled device is enrolled again after its permission has changed, and not before', async () => {
  open('granted')
  await turnOn()
  await turnOn()
  expect(enrol).toHaveBeenCalledOnce()
  open('denied')
  await checkSubscription(key)
  expect(enrol.mock.calls.map(([, { body }]) => body.get('permitted'))).toEqual(['true', 'false'])
  expect(Object.fromEntries(stored)).toEqual({ v1_push_permission: 'denied' })
})

test('8.9: a failed enrolment is an error of the token alone, with a warning', async () => {
  open('granted')
  enrol.mockResolvedValue({ status: 502 })
  expect((await turnOn()).at(-1)).toEqual({ sendToken: 'error', permissions: 'success' })
  expect(shown()).toEqual([failed])
})

test('8.9: a final refusal is an error of the token alone, and says that this browser gets no pushes', async () => {
  open('granted')
  enrol.mockResolvedValue({ status: 410 })
  expect((await turnOn()).at(-1)).toEqual({
    sendToken: 'error',
    permissions: 'success',
    trouble: 'unreachable',
  })
  expect(shown()).toEqual([['warning', 'В этом браузере пуши не работают']])
})

test('8.9: an exception is an error of the permission, with a warning after a tap only', async () => {
  open('granted')
  await turnOn()
  const error = new Error('no push service')
  subscribe.mockRejectedValueOnce(error)
  expect(await checkSubscription(key)).toBe(false)
  expect(shown()).toEqual([['success', 'Уведомления включены']])
  subscribe.mockRejectedValueOnce(error)
  expect((await turnOn()).at(-1)).toEqual({ sendToken: 'error', permissions: 'error' })
  expect(shown()).toEqual([failed])
  expect(report.mock.calls).toEqual([
    [error, 'push'],
    [error, 'push'],
  ])
})
