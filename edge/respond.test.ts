import type { IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { chooseEncoding, readAnswer, toFetchRequest } from './respond'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=0.8, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=0.000', null],
  ['identity', null],
  ['brotli', null],
  ['', null],
  [undefined, null],
])('of «%s» the answer is sent as %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})

test('an answer is compressed once for each encoding, without loss', async () => {
  const text = 'Звёзды и купоны '.repeat(500)
  const answer = await readAnswer(new Response(text))
  expect(brotliDecompressSync(await answer.encoded('br')).toString()).toBe(text)
  expect(gunzipSync(await answer.encoded('gzip')).toString()).toBe(text)
  expect(answer.encoded('br')).toBe(answer.encoded('br'))
})

test('the application hears no header that it does not know', () => {
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
