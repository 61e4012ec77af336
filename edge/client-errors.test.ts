import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterEach, expect, test } from 'vitest'

import { answerClientErrors } from './connections'

const opened: Server[] = []
afterEach(() => opened.splice(0).forEach((server) => server.close()))

/** What a client receives that sends a request, then bytes that are none. */
async function receive(isBegun: boolean): Promise<string> {
  const server = createServer((_, response) => {
    if (isBegun) response.writeHead(200, { 'Content-Length': 100 }).write('begun')
  })
  answerClientErrors(server, "default-src 'none'")
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(server)
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const received = text(socket)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(server, 'request')
  socket.write('no request\r\n\r\n')
  return received
}

test('a response that has begun gets no second head in its body after a broken request', async () => {
  const received = await receive(true)
  expect(received).toContain('begun')
  expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('a broken request without a response before it gets a 400', async () =>
  expect(await receive(false)).toMatch(/^HTTP\/1\.1 400 [\s\S]*Connection: close/))
