import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { chooseEncoding, readAnswer } from './respond'

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
