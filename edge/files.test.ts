import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createFileServer, readBuildFiles } from './files'

const file = { body: Buffer.from('body'), type: 'image/png', isForEver: false }
const text = { ...file, body: Buffer.alloc(2000), type: 'text/javascript' }
const files = new Map([
  ['/a.png', file],
  ['/assets/svg/icons/base/star.svg', { ...file, body: Buffer.from('star') }],
  ['/assets/svg/illustrations/base/card.svg', { ...file, body: Buffer.from('card') }],
  ['/sw.js', { ...text, isForEver: true }],
  ['/assets/a-12345678.js', { ...text, isForEver: true }],
])
const serve = createFileServer(files)

/** The response to a request for the file with this If-None-Match. */
async function answered(header?: string, url = '/a.png') {
  const request = Object.assign(new IncomingMessage(new Socket()), {
    ...{ method: 'GET', url, headers: { 'if-none-match': header } },
  })
  const response = new ServerResponse(request)
  await serve(request, response)
  return response
}

const tag = String((await answered()).getHeader('ETag'))
const opaque = tag.replace('W/', '')

test.each([tag, opaque, '*', ' * ', `"x", ${opaque}`, `W/"x",${tag}`, `"a,b", ${opaque}`])(
  'responds with 304 to the tag in If-None-Match: %s',
  async (header) => expect((await answered(header)).statusCode).toBe(304),
)

test.each([
  undefined,
  '',
  opaque.slice(1, -1),
  '"abc"',
  `${tag.slice(0, -1)}2"`,
  `"x, ${opaque.slice(1)}`,
  '"*"',
])('sends the file without its tag in If-None-Match: %s', async (header) =>
  expect((await answered(header)).statusCode).toBe(200),
)

test.each([
  ['/a.png', 'public, max-age=3600', undefined],
  ['/sw.js', 'no-cache', 'Accept-Encoding'],
  ['/assets/a-12345678.js', 'public, max-age=31536000, immutable', 'Accept-Encoding'],
])('tells caches of %s: %s, also with a 304', async (path, caching, vary) => {
  for (const header of [undefined, '*']) {
    const response = await answered(header, path)
    expect(response.getHeader('Cache-Control')).toBe(caching)
    expect(response.getHeader('Vary')).toBe(vary)
    expect(response.hasHeader('Content-Type')).toBe(header === undefined)
  }
})

test.each([
  ['icons/base/star', 'icons/base/star'],
  ['icons/v1/star', 'icons/base/star'],
  ['illustrations/base/card', 'illustrations/base/card'],
  ['illustrations/v1/card', 'illustrations/base/card'],
  ['icons/v2/star', undefined],
  ['illustrations/v1/star', undefined],
])('7.22: serves the picture %s as %s', async (name, same) => {
  const tagOf = (body: string) =>
    `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
  const response = await answered(undefined, `/assets/svg/${name}.svg`)
  expect(response.getHeader('ETag')).toBe(same && tagOf(same.slice(-4)))
})

test('7.22: a picture of the build is an SVG', () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-'))
  writeFileSync(join(folder, 'star.svg'), '<svg/>')
  expect(readBuildFiles(folder).get('/star.svg')?.type).toBe('image/svg+xml')
  rmSync(folder, { recursive: true })
})
