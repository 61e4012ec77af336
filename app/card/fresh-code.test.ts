import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { askForCode } from './fresh-code'

const code = { svg: '<svg/>', fetchedAt: '2026-11-20T11:32:00.000Z' }
const response = (body: unknown, init: ResponseInit = {}) =>
  vi.stubGlobal('fetch', async () => Response.json(body, init))

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('returns a code with its owner', async () => {
  response({ ...code, owner: 'a' })
  expect(await askForCode()).toEqual({ fault: null, code, owner: 'a' })
})

test.each(['unreachable', 'refused', 'signIn', 'profile'])(
  'returns the fault %s that the server reports',
  async (fault) => {
    response({ fault }, { status: 403 })
    expect(await askForCode()).toMatchObject({ fault })
  },
)

test.each([
  ['an HTML page of a Wi-Fi network', async () => new Response('<html>', { status: 200 })],
  ['a proxy’s 403', async () => new Response('no', { status: 403 })],
  ['a redirect', async () => Response.error()],
  ['an unknown fault', async () => Response.json({ fault: 'odd' }, { status: 403 })],
  ['a code without its time', async () => Response.json({ svg: '<svg/>' })],
  ['null instead of a code', async () => Response.json(null)],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('returns `unreachable` without a valid answer from our server: %s', async (_, fetch) => {
  vi.stubGlobal('fetch', fetch)
  expect((await askForCode()).fault).toBe('unreachable')
})

test.each([
  ['3', 3000],
  ['-5', 0],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
])('reads Retry-After «%s» as %i ms', async (header, retryAfterMs) => {
  response({ retryAfterSeconds: 3 }, { status: 429, headers: { 'Retry-After': header } })
  expect(await askForCode()).toEqual({ fault: 'unreachable', retryAfterMs })
})

test('gives up after ten seconds without an answer', async () => {
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      ),
  )
  const asked = askForCode()
  let isOver = false
  void asked.then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(9900)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect((await asked).fault).toBe('unreachable')
})
