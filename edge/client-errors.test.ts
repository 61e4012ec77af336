import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterEach, expect, test } from 'vitest'

import { answerClientErrors } from './client-errors'

const opened: Server[] = []
afterEach(() => opened.splice(0).forEach((server) => server.close()))

/** What a client receives that sends a request, then bytes that are none. */
async function receive(isBegun: boolean, bytes = 'no request\r\n\r\n'): Promise<string> {
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
  socket.write(bytes)
  return received
}

test('a response that has begun gets no second head in its body after a broken request', async () => {
  const received = await receive(true)
  expect(received).toContain('begun')
  expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('a broken request without a response before it gets a 400', async () =>
  expect(await receive(false)).toMatch(/^HTTP\/1\.1 400 [\s\S]*Connection: close/))

test('too many cookies get a whole page that removes them', async () => {
  const cookies = `GET / HTTP/1.1\r\nHost: x\r\nCookie: a=${'x'.repeat(20_000)}\r\n\r\n`
  const [head = '', page = ''] = (await receive(false, cookies)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 431 /)
  expect(head).toContain('Cache-Control: private, no-store')
  expect(head).toContain('Clear-Site-Data: "cookies"')
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(page)}`)
  expect(page).toContain('</html>')
})
