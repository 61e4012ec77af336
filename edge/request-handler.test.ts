import { brotliDecompressSync } from 'node:zlib'

import { expect, test, vi } from 'vitest'

import { readResponse } from './respond'
import { createSharedPages } from './request-handler'

const rendering = (status = 200) =>
  vi.fn(async () => ({
    response: await readResponse(new Response('page', { status })),
    cookies: ['v1_device=1'],
    inline: { nonce: null, styleHash: null },
  }))

test('concurrent visitors share one rendering', async () => {
  const sharedPage = createSharedPages()
  const render = rendering()
  await Promise.all(Array.from({ length: 20 }, () => sharedPage('/', render)))
  expect(render).toHaveBeenCalledTimes(1)
})

test('renders a page again after a minute, and for new texts of the operator', async () => {
  let now = 1
  const sharedPage = createSharedPages({ now: () => now })
  const render = rendering()
  const slow = sharedPage('/', render)
  now += 30_000
  await slow
  now += 29_000
  await sharedPage('/', render)
  expect(render).toHaveBeenCalledTimes(1)
  now += 2_000
  await sharedPage('/', render)
  expect(render).toHaveBeenCalledTimes(2)
  await sharedPage('/', render, 'new')
  await sharedPage('/', render, 'new')
  expect(render).toHaveBeenCalledTimes(3)
})

test('caches each page separately, and no page with a query', async () => {
  const sharedPage = createSharedPages()
  const render = rendering()
  for (const url of ['/', '/terms', '/?a=1', '/?a=1']) await sharedPage(url, render)
  expect(render).toHaveBeenCalledTimes(4)
})

test('a shared page is compressed at the highest level', async () => {
  const text = Array.from({ length: 3000 }, (_, word) => `${word * 7919} звёзд`).join(' ')
  const response = await readResponse(new Response(text))
  const { response: cached } = await createSharedPages()('/', async () => ({
    response,
    cookies: [],
    inline: { nonce: null, styleHash: null },
  }))
  for (const encoding of ['br', 'gzip'] as const)
    expect((await cached.encoded(encoding)).length).toBeLessThan(
      (await response.encoded(encoding)).length,
    )
  expect(brotliDecompressSync(await cached.encoded('br')).toString()).toBe(text)
})

test('a failed page is not cached', async () => {
  const sharedPage = createSharedPages()
  const broken = rendering(500)
  await sharedPage('/', broken)
  const throwing = vi.fn().mockRejectedValue(new Error('no page'))
  await expect(sharedPage('/', throwing)).rejects.toThrow('no page')
  const render = rendering()
  expect((await sharedPage('/', render)).response.status).toBe(200)
})
