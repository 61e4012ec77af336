import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterEach, describe, expect, test } from 'vitest'

import { createCollector, type CollectedEvent } from './collector.server'

const event: CollectedEvent = {
  type: 'page',
  name: 'today',
  anonymousId: 'a',
  messageId: 'm',
  timestamp: '2026-01-01T00:00:00.000Z',
  properties: {},
  context: {},
}

let close = () => undefined as void

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => {
    server.close()
    server.closeAllConnections()
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterEach(() => close())

describe('the collector', () => {
  test.each(['', '/v1/batch'])('receives a batch at %j with the key', async (path) => {
    const received: unknown[] = []
    const url = await serve(async (request, response) => {
      received.push(request.method, request.url, request.headers.authorization)
      received.push(JSON.parse(await text(request)).batch)
      response.end('{}')
    })
    expect(await createCollector(url + path, 'key').send([event])).toBe('sent')
    expect(received).toEqual(['POST', path || '/', 'Basic a2V5Og==', [event]])
  })

  test.each([
    [200, 'sent'],
    [302, 'refused'],
    [400, 'refused'],
    [401, 'refused'],
    [408, 'later'],
    [429, 'later'],
    [503, 'later'],
  ])('answers with the status %s, and the result of `send` is `%s`', async (status, outcome) => {
    const url = await serve((_, response) => void response.writeHead(status).end())
    expect(await createCollector(url, 'key').send([event])).toBe(outcome)
  })

  test('is down or closes the connection, and the result of `send` is `later`', async () => {
    const url = await serve((request) => void request.socket.destroy())
    expect(await createCollector(url, 'key').send([event])).toBe('later')
    close()
    expect(await createCollector('http://127.0.0.1:9', 'key').send([event])).toBe('later')
  })
})
