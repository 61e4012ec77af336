import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

import { expect, test } from 'vitest'

import { createFileServer } from './files'

const file = { body: Buffer.from('body'), type: 'image/png', isForEver: false }
const serve = createFileServer(new Map([['/a.png', file]]))

/** The response to a request for the file with this If-None-Match. */
async function answered(header?: string) {
  const request = Object.assign(new IncomingMessage(new Socket()), {
    ...{ method: 'GET', url: '/a.png', headers: { 'if-none-match': header } },
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
