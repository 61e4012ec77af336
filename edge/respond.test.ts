import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import pLimit from 'p-limit'
import { describe, expect, test, vi } from 'vitest'

import {
  chooseEncoding,
  readResponse,
  sendResponse,
  toFetchRequest,
  type OutgoingResponse,
  type SendOptions,
} from './respond'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=0.8, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['br, gzip;q=0.9', 'br'],
  ['gzip;q=1, br;q=1', 'br'],
  ['x-gzip', 'gzip'],
  ['X-GZIP, deflate', 'gzip'],
  ['*', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['identity, gzip;q=0.5', null],
  ['gzip;q=0.000', null],
  ['identity', null],
  ['brotli', null],
  ['', null],
  [undefined, null],
])('chooses the encoding for «%s»: %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})

test('compresses a response once for each encoding, without loss', async () => {
  const text = 'Звёзды и купоны '.repeat(500)
  const answer = await readResponse(new Response(text))
  expect(brotliDecompressSync(await answer.encoded('br')).toString()).toBe(text)
  expect(gunzipSync(await answer.encoded('gzip')).toString()).toBe(text)
  expect(answer.encoded('br')).toBe(answer.encoded('br'))
})

describe('sending a compressed response', () => {
  const text = 'Звёзды и купоны '.repeat(500)
  const cookie = 'v1_jwt=renewed; Path=/'

  /** The response that a browser gets from a real server. */
  async function sent(answer: OutgoingResponse, options: SendOptions) {
    const server = createServer((request, response) => {
      void sendResponse(request, response, answer, [cookie], options)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const reply = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': 'br' } })
    const body = await reply.text()
    server.close()
    return { body, headers: reply.headers }
  }

  test('sends the plain body with its cookies, and logs the reason, when compression fails', async () => {
    const fault = new Error('no memory for a window')
    const answer = await readResponse(new Response(text))
    const onUncompressed = vi.fn()
    const { body, headers } = await sent(
      { ...answer, encoded: () => Promise.reject(fault) },
      { onUncompressed },
    )
    expect(body).toBe(text)
    expect(headers.get('Content-Encoding')).toBeNull()
    expect(headers.get('Content-Length')).toBe(String(Buffer.byteLength(text)))
    expect(headers.get('Vary')).toBe('Accept-Encoding')
    expect(headers.getSetCookie()).toEqual([cookie])
    expect(onUncompressed).toHaveBeenCalledExactlyOnceWith(fault)
  })

  test('logs nothing when compression succeeds', async () => {
    const onUncompressed = vi.fn()
    const { body, headers } = await sent(await readResponse(new Response(text)), { onUncompressed })
    expect(body).toBe(text)
    expect(headers.get('Content-Encoding')).toBe('br')
    expect(onUncompressed).not.toHaveBeenCalled()
  })
})

test('passes only listed request headers to the application', () => {
  const headers = {
    host: 'evil.example',
    origin: 'nonsense',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-for': '1.1.1.1',
    forwarded: 'host=evil.example',
    'content-length': '7',
    cookie: 'v1_device=1',
    'content-type': 'application/x-www-form-urlencoded',
  }
  const asked = { method: 'POST', url: '/login?a=1', headers } as unknown as IncomingMessage
  const request = toFetchRequest(asked, 'https://shop.example', Buffer.from('phone=1'))
  expect(request.url).toBe('https://shop.example/login?a=1')
  expect([...request.headers.keys()]).toEqual(['content-type', 'cookie'])
})

test('compresses 200 pages at once with fewer than five full garbage collections', async () => {
  const items = Array.from({ length: 9000 }, (_, at) => `<li>Товар ${(at * 7919) % 9973}</li>`)
  const page = items.join('').slice(0, 90_000)
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => readResponse(new Response(page))),
  )
  let collections = 0
  const observer = new PerformanceObserver((list) => {
    const { NODE_PERFORMANCE_GC_MAJOR: major } = constants
    const all = list.getEntries() as unknown as { detail: { kind: number } }[]
    collections += all.filter(({ detail }) => detail.kind === major).length
  })
  observer.observe({ entryTypes: ['gc'] })
  await pLimit(32).map(answers, (answer) => answer.encoded('br'))
  await setTimeout(50)
  observer.disconnect()
  expect(collections).toBeLessThan(5)
})
