import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import type { BrowserRouter } from './browser-router'
import { boundDataRequests, guardNavigation } from './navigation-resilience'

const assign = vi.fn<(url: string) => void>()
const replace = vi.fn<(url: string) => void>()
const navigation: { location?: { pathname: string; search: string } } = {}

beforeEach(() => {
  delete navigation.location
  assign.mockReset()
  replace.mockReset()
  vi.stubGlobal(
    'location',
    Object.assign(new URL('https://april.example/profile'), { assign, replace }),
  )
  const addEventListener = () => undefined
  vi.stubGlobal('window', { addEventListener, __remixRouter: { state: { navigation } } })
  const storage = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  })
  return () => vi.unstubAllGlobals()
})

/** Never responds, like a lost network; rejects when it is aborted. */
const silent: typeof fetch = (_, init) =>
  new Promise((_, reject) =>
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
  )

test('a data request without a response rejects as a lost network after its timeout', async () => {
  const ask = boundDataRequests(silent, { read: 30, write: 60_000 })
  await expect(ask('/profile.data')).rejects.toMatchObject({ name: 'NoNetworkError' })
})

test('a form has a longer timeout than a screen', async () => {
  const isOver = vi.fn()
  const ask = boundDataRequests(silent, { read: 10, write: 300 })
  const asked = ask('/registration.data', { method: 'POST' }).catch(isOver)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(isOver).not.toHaveBeenCalled()
  await asked
  expect(isOver).toHaveBeenCalledWith(expect.objectContaining({ name: 'NoNetworkError' }))
})

/** Starts a response, and then halts until it is aborted, or breaks off. */
const begins =
  (isBroken: boolean): typeof fetch =>
  async (_, init) =>
    new Response(
      new ReadableStream({
        start(response) {
          response.enqueue(new TextEncoder().encode('[{"_1":2}'))
          if (isBroken) response.error(new TypeError('network error'))
          init?.signal?.addEventListener('abort', () => response.error(init.signal?.reason))
        },
      }),
      { headers: { 'X-Remix-Response': 'yes' } },
    )

test.each([
  ['halts', false],
  ['breaks off', true],
])(
  'a response that %s midway rejects as a lost network within its timeout',
  async (_, isBroken) => {
    const ask = boundDataRequests(begins(isBroken), { read: 30, write: 30 })
    for (const method of ['GET', 'POST'])
      await expect(ask('/profile.data', { method })).rejects.toMatchObject({
        name: 'NoNetworkError',
      })
  },
)

test.each<[string, typeof fetch]>([
  ['the connection breaks', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a limit of the edge refuses it', async () => new Response('', { status: 429 })],
])('a data request rejects as a lost network when %s', async (_, inner) => {
  const asked = boundDataRequests(inner)('https://april.example/today.data?_routes=x')
  await expect(asked).rejects.toMatchObject({ name: 'NoNetworkError' })
})

test('a refusal with data of the screen is its response', async () => {
  const refused = new Response('x', { status: 503, headers: { 'X-Remix-Response': 'yes' } })
  expect(await boundDataRequests(async () => refused)('/today.data')).toBe(refused)
})

test('a data request that is aborted rejects with the reason of the abort, not as a lost network', async () => {
  const leaving = new AbortController()
  const asked = boundDataRequests(silent)('/profile.data', { signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(asked).rejects.toThrow('left')
})

test('passes requests unchanged that are not for data of this site', async () => {
  const inner = vi.fn<typeof fetch>(async () => new Response('x'))
  await boundDataRequests(inner)('/qr/code', { cache: 'no-store' })
  await boundDataRequests(inner)('https://elsewhere.example/a.data')
  expect(inner.mock.calls).toEqual([
    ['/qr/code', { cache: 'no-store' }],
    ['https://elsewhere.example/a.data', {}],
  ])
})

test('sends the header X-Build only with a data request for another screen', async () => {
  Object.assign(window, { __remixManifest: { version: 'abc', routes: {} } })
  const inner = vi.fn<typeof fetch>(async () => new Response('x'))
  const getBuild = (call: number) =>
    new Headers(inner.mock.calls[call]?.[1]?.headers).get('X-Build')
  await boundDataRequests(inner)('/profile.data')
  navigation.location = { pathname: '/profile', search: '' }
  await boundDataRequests(inner)('/profile.data')
  navigation.location = { pathname: '/coupons', search: '' }
  await boundDataRequests(inner)('/coupons.data')
  await boundDataRequests(inner)('/coupons.data', { method: 'POST' })
  expect([0, 1, 2, 3].map(getBuild)).toEqual([null, null, 'abc', null])
})

test('9.12: loads the document when the data request of another screen fails, once in ten seconds', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
  onTestFinished(() => now.mockRestore())
  navigation.location = { pathname: '/profile/cards', search: '?page=2' }
  const ask = boundDataRequests(() => Promise.reject(new TypeError('Failed to fetch')))
  // A form would lose what was typed.
  const posted = ask('/profile/cards.data?page=2', { method: 'POST' })
  await expect(posted).rejects.toMatchObject({ name: 'NoNetworkError' })
  void ask('/profile/cards.data?page=2')
  await expect.poll(() => assign.mock.calls).toContainEqual(['/profile/cards?page=2'])
  for (const later of [0, 9_999]) {
    now.mockReturnValue(1_000_000 + later)
    await expect(ask('/profile/cards.data?page=2')).rejects.toMatchObject({
      name: 'NoNetworkError',
    })
  }
  expect(assign).toHaveBeenCalledOnce()
  now.mockReturnValue(1_010_000)
  void ask('/profile/cards.data?page=2')
  await expect.poll(() => assign.mock.calls).toHaveLength(2)
  // The clock was set back.
  now.mockReturnValue(500_000)
  void ask('/profile/cards.data?page=2')
  await expect.poll(() => assign.mock.calls).toHaveLength(3)
})

test('9.12: loads no document again in a browser without storage, which could load it for ever', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  navigation.location = { pathname: '/coupons', search: '' }
  const ask = boundDataRequests(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(ask('/coupons.data')).rejects.toMatchObject({ name: 'NoNetworkError' })
  expect(assign).not.toHaveBeenCalled()
})

class Link {
  rel = 'stylesheet'
}

test.each(['chunk', 'preload', 'stylesheet'])(
  '9.12: reloads the page for a missing %s, once in ten seconds',
  async (kind) => {
    const listeners = new Map<string, (event: object) => void>()
    const reload = vi.fn()
    const module = 'data:text/javascript,throw 1'
    vi.stubGlobal('HTMLLinkElement', Link)
    Object.assign(location, { reload })
    Object.assign(window, {
      addEventListener: (name: string, listener: never) => listeners.set(name, listener),
      __remixManifest: { routes: { screen: { module } } },
    })
    const lazy = vi.fn(async () => ({}))
    const router = { routes: [{ id: 'screen', lazy }] } as unknown as BrowserRouter
    guardNavigation(router, () => undefined)
    const preventDefault = vi.fn()
    const miss = {
      chunk: () => void (router.routes[0]!.lazy!() as Promise<unknown>).catch(() => undefined),
      preload: () => listeners.get('vite:preloadError')?.({ preventDefault }),
      stylesheet: () => listeners.get('error')?.({ target: new Link() }),
    }[kind]!
    for (let time = 1; time <= 3; time += 1) miss()
    const loads = () => assign.mock.calls.length + reload.mock.calls.length
    await expect.poll(loads).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([loads(), preventDefault.mock.calls.length]).toEqual([1, kind === 'preload' ? 1 : 0])
    expect(lazy).not.toHaveBeenCalled()
  },
)

describe('a screen that redirects', () => {
  /** The router's view of a redirect from this address, while the browser is at /profile. */
  async function redirectFrom(path: string, headers = {}): Promise<Response> {
    const route = {
      id: 'screen',
      loader: () => {
        throw new Response(null, { status: 302, headers: { Location: '/login', ...headers } })
      },
    }
    const router = { routes: [route] } as unknown as BrowserRouter
    guardNavigation(router, () => undefined)
    const request = new Request(`https://april.example${path}`)
    return router.routes[0]!.loader!({ request }) as Promise<Response>
  }
  const isReplacing = (redirect: unknown) => (redirect as Response).headers.has('X-Remix-Replace')

  test('is replaced in the history after «Back» to it or a refresh of it', async () => {
    expect(isReplacing(await redirectFrom('/profile').catch((redirect) => redirect))).toBe(true)
  })

  test('adds its target to the history after a link, so that «Back» leads to the link’s screen', async () => {
    expect(isReplacing(await redirectFrom('/coupons').catch((redirect) => redirect))).toBe(false)
  })

  test('to another document is replaced by it in the history after «Back», but not after a link', async () => {
    const reload = { 'X-Remix-Reload-Document': 'yes' }
    void redirectFrom('/profile', reload)
    await expect.poll(() => replace.mock.calls).toEqual([['/login']])
    await expect(redirectFrom('/coupons', reload)).rejects.toBeInstanceOf(Response)
    expect(replace).toHaveBeenCalledOnce()
  })
})
