import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { drawnCode128, qrSvg } from '~/domain/drawn-codes.server'

import { answerMessage, respondWithPage, watchSignIn } from './worker-pages'

const url = 'https://april.example/qr'
const record = {
  owner: 'a',
  svg: qrSvg('H1234567890123456T123456'),
  number: '1234567890123456',
  barcode: drawnCode128('1234567890123456'),
  fetchedAt: new Date().toISOString(),
}
/** Later for each test, because the worker remembers the last sign-in. */
let hours = 0
let resolveLate: (response: Response) => void
const put = vi.fn<(url: string, stored: Response) => Promise<void>>(async () => undefined)

beforeEach(() => {
  hours += 1
  vi.useFakeTimers({ now: Date.now() + hours * 3_600_000 })
  const cache = {
    match: async () => new Response(JSON.stringify(record)),
    put,
    delete: async () => true,
  }
  vi.stubGlobal('caches', { open: async () => cache, delete: async () => true })
  vi.stubGlobal('STORED_CARD_SCRIPT', '')
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('location', new URL('https://april.example/sw.js'))
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (resolveLate = resolve)))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const event = (path: string, method = 'GET') =>
  ({
    request: { url: new URL(path, url).href, method, mode: 'navigate' },
    preloadResponse: Promise.resolve(undefined),
    waitUntil: () => undefined,
  }) as never

const ownPage = () => new Response('<html>own card</html>', { headers: { 'X-Card': 'code' } })

/** Opens the card with a late answer, and asks for that as the stored card does. */
async function openLate(
  beforeItArrives: () => void,
  beforeItIsAskedFor: () => void,
  answer = ownPage(),
) {
  const opened = respondWithPage(event('/qr'))
  const isOpen = vi.fn()
  void opened.then(isOpen)
  await vi.advanceTimersByTimeAsync(2900)
  expect(isOpen).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect((await opened).headers.get('Cache-Control')).toBe('no-store')
  expect(await (await opened).text()).toContain('Карта на телефоне')
  beforeItArrives()
  resolveLate(answer)
  const postMessage = vi.fn()
  beforeItIsAskedFor()
  await answerMessage({ data: 'await-fresh', source: { url, postMessage } } as never)
  return postMessage.mock.calls.flat()
}

const signIn = (path = '/login/code') => watchSignIn(event(path, 'POST'))
const nothing = () => undefined

test('a late answer is handed to the stored card of the same shopper', async () => {
  expect(await openLate(nothing, nothing)).toEqual(['fresh'])
  expect(await (await respondWithPage(event('/qr'))).text()).toContain('own card')
})

test('a late answer is dropped when another shopper signs in', async () => {
  expect(await openLate(signIn, nothing)).toEqual([])
  expect(await openLate(nothing, () => signIn('/registration'))).toEqual([])
})

test('a late error is not handed to the stored card', async () => {
  expect(await openLate(nothing, nothing, new Response('', { status: 503 }))).toEqual([])
})

test.each([
  ['when another shopper signs in', () => signIn()],
  ['after half a minute', () => vi.advanceTimersByTimeAsync(30_000)],
])('an answer that waits for its page is dropped %s', async (_, happen) => {
  expect(await openLate(nothing, nothing)).toEqual(['fresh'])
  await happen()
  vi.stubGlobal('fetch', async () => new Response('<html>login</html>'))
  expect(await (await respondWithPage(event('/qr'))).text()).not.toContain('own card')
})

test('an answer of before the sign-in is dropped, although its time runs out after it', async () => {
  const opened = respondWithPage(event('/qr'))
  await vi.advanceTimersByTimeAsync(100)
  signIn()
  await vi.advanceTimersByTimeAsync(3100)
  await opened
  resolveLate(ownPage())
  const postMessage = vi.fn()
  await answerMessage({ data: 'await-fresh', source: { url, postMessage } } as never)
  expect(postMessage).not.toHaveBeenCalled()
  // The record stays hidden until a page names its owner.
  expect(await put.mock.lastCall?.[1].json()).toMatchObject({ owner: 'a', isInDoubt: true })
})

test.each([
  [1400, 'Карта на телефоне'],
  [1600, 'Карта откроется и без сети'],
])('a hanging screen requested %i ms after the start becomes «%s»', async (after, text) => {
  const isOpen = vi.fn()
  const start = respondWithPage(event('/?source=pwa'))
  void start.then(isOpen)
  await vi.advanceTimersByTimeAsync(500)
  expect(isOpen).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(await (await start).text()).toContain('Карта на телефоне')
  await vi.advanceTimersByTimeAsync(after - 700)
  const screen = respondWithPage(event('/today'))
  await vi.advanceTimersByTimeAsync(10_100)
  expect(await (await screen).text()).toContain(text)
})

test.each([
  ["a guest's start", '/?source=pwa', {}, 'Вход'],
  ['an ordinary page of an expired session', '/coupons', { 'X-Session-Expired': 'b' }, 'Вход'],
  ["another owner's expired session", '/qr', { 'X-Session-Expired': 'b' }, 'Вход'],
  ["the owner's expired session", '/qr', { 'X-Session-Expired': 'a' }, 'Войдите снова'],
])('%s deletes the code of the stored card', async (_, path, headers, text) => {
  const drop = vi.fn(async () => true)
  vi.stubGlobal('caches', { ...caches, delete: drop })
  vi.stubGlobal('fetch', async () => new Response('Вход', { headers: headers as HeadersInit }))
  expect(await (await respondWithPage(event(path))).text()).toContain(text)
  await vi.advanceTimersByTimeAsync(0)
  expect(drop).toHaveBeenCalledWith('v1_card')
})

test('an expired session deletes the record, but not when it ended before the last sign-in', async () => {
  const drop = vi.fn(async () => true)
  vi.stubGlobal('caches', { ...caches, delete: drop })
  signIn()
  const expire = (since: number) => answerMessage({ data: { expired: 'b', since } } as never)
  await expire(Date.now() - 1)
  expect(drop).not.toHaveBeenCalledWith('v1_card')
  await expire(Date.now())
  expect(drop).toHaveBeenCalledWith('v1_card')
})
