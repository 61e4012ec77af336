import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { keepCodeFresh } from './fresh-code'

const code = { svg: '<svg/>', fetchedAt: '2026-11-20T11:32:00.000Z' }
const response = (body: unknown, init: ResponseInit = {}) =>
  vi.fn(async () => Response.json(body, init))

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page without a code, which requests one after ten seconds. */
async function start(fetch: (path: string, init: RequestInit) => Promise<Response>) {
  vi.stubGlobal('fetch', fetch)
  const onAsked = vi.fn()
  stop = keepCodeFresh({ initial: 'unreachable', onAsked })
  await vi.advanceTimersByTimeAsync(10_000)
  return onAsked
}

test('gets a code with the user hash of its owner', async () => {
  const fetch = response({ ...code, owner: 'a' })
  expect((await start(fetch)).mock.calls).toEqual([[{ qrError: null, qr: code, owner: 'a' }]])
  expect(fetch).toHaveBeenCalledWith(
    '/qr/code',
    expect.objectContaining({ headers: { Accept: 'application/json' }, redirect: 'manual' }),
  )
})

test.each(['unreachable', 'refused', 'signIn', 'profile'])(
  'gets the error %s that the server reports',
  async (error) => {
    const onAsked = await start(response({ error }, { status: 403 }))
    expect(onAsked.mock.calls).toMatchObject([[{ qrError: error }]])
  },
)

test.each([
  ['an HTML page of a Wi-Fi network', async () => new Response('<html>', { status: 200 })],
  ['a proxy’s 403', async () => new Response('no', { status: 403 })],
  ['a redirect', async () => Response.error()],
  ['an unknown error', async () => Response.json({ error: 'odd' }, { status: 403 })],
  [
    'a code with an error status',
    async () => Response.json({ ...code, owner: 'a' }, { status: 503 }),
  ],
  ['a code without its time', async () => Response.json({ svg: '<svg/>' })],
  ['null instead of a code', async () => Response.json(null)],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('gets `unreachable` without a valid answer from our server: %s', async (_, fetch) => {
  expect((await start(fetch)).mock.calls).toMatchObject([[{ qrError: 'unreachable' }]])
})

test.each([
  ['60', 75],
  ['-5', 20],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 20],
])('repeats a request with the Retry-After «%s» after %i seconds', async (header, seconds) => {
  const fetch = response({}, { status: 429, headers: { 'Retry-After': header } })
  await start(fetch)
  await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
  expect(fetch).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('gives up after ten seconds without an answer', async () => {
  const onAsked = await start(
    (_, { signal }) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      ),
  )
  await vi.advanceTimersByTimeAsync(9999)
  expect(onAsked).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onAsked.mock.calls).toMatchObject([[{ qrError: 'unreachable' }]])
})

test('asks again at once when the shopper or the network returns, and only in a visible page', async () => {
  const fetch = response({}, { status: 503 })
  await start(fetch)
  const askedAfter = async (change: () => void) => {
    await vi.advanceTimersByTimeAsync(5000)
    change()
    await vi.advanceTimersByTimeAsync(0)
    return fetch.mock.calls.length
  }
  const turn = (visibilityState: string) => {
    Object.assign(document, { visibilityState })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  expect(await askedAfter(() => turn('hidden'))).toBe(1)
  expect(await askedAfter(() => turn('visible'))).toBe(2)
  vi.mocked(Math.random).mockReturnValue(0)
  expect(await askedAfter(() => window.dispatchEvent(new Event('online')))).toBe(3)
})

test('reports no answer to a page that was left', async () => {
  let end: (response: Response) => void = () => undefined
  const onAsked = await start(() => new Promise((resolve) => (end = resolve)))
  stop()
  end(Response.json({ error: 'refused' }, { status: 403 }))
  await vi.advanceTimersByTimeAsync(0)
  expect(onAsked).not.toHaveBeenCalled()
})
