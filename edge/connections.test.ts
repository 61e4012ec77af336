import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Readable } from 'node:stream'
import { connect, type AddressInfo, type Socket } from 'node:net'

import { afterEach, expect, test, vi } from 'vitest'

import { beginStream, guardConnections, type ConnectionLimits, type Ended } from './connections'

const lenient = {
  maxUnanswered: 4,
  unreadMs: 60_000,
  maxUnreadBytes: 2 ** 30,
  streamMs: 60_000,
}
/** More bytes than the socket buffers hold for a client that does not read. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'a')

/** An endless body in pieces of 16 kB, each made when the stream asks for it. */
function* pieces() {
  for (;;) yield LARGE.subarray(0, 16 * 1024)
}

/** Replaces the guard's timer and clock, so that only the test advances them; sockets still transfer data. */
const stopClock = () =>
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })

/** Reads at least this many bytes from the socket, then stops reading. */
async function readAll(socket: Socket, bytes: number): Promise<void> {
  for (let taken = 0; taken < bytes;) {
    const piece = socket.read() as Buffer | null
    taken += piece?.length ?? 0
    if (!piece) await once(socket, 'readable')
  }
}

const opened: (Server | Socket)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const each of opened.splice(0)) {
    if ('destroy' in each) each.destroy()
    else each.close()
  }
})

/**
 * Starts a guarded server. `/large` returns 16 MB, `/never` does not respond, `/stream` never ends,
 * `/quiet` streams one word and waits, other
 * paths return one short text.
 */
async function serve(limits: Partial<ConnectionLimits> = {}) {
  const ended: Ended[] = []
  const closed = vi.fn()
  const served = vi.fn()
  const server = createServer()
  const admit = guardConnections(server, (reason) => ended.push(reason), { ...lenient, ...limits })
  server.on('request', (request, response) => {
    if (!admit(request, response)) return
    served()
    response.once('close', closed)
    if (request.url === '/stream') {
      beginStream(response)
      Readable.from(pieces()).pipe(response)
    } else if (request.url === '/quiet') {
      beginStream(response)
      response.write('word')
    } else if (request.url !== '/never') response.end(request.url === '/large' ? LARGE : 'word')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(server)

  /** Sends this many requests at once over one connection, and does not read the responses. */
  async function ask(path: string, times = 1): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    opened.push(socket)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times))
    return socket
  }
  return { ended, closed, served, ask }
}

test('serves a few pipelined requests and closes the connection at one more', async () => {
  const { ended, served, ask } = await serve()
  const few = await ask('/never', 4)
  await expect.poll(() => served.mock.calls.length).toBe(4)
  expect([few.destroyed, ended]).toEqual([false, []])

  const many = await ask('/never', 1500)
  many.resume()
  await once(many, 'close')
  expect(ended).toEqual(['pipelined'])
  expect(served).toHaveBeenCalledTimes(8)
})

test('does not count sequential requests as pipelined', async () => {
  const { ended, served, ask } = await serve()
  const socket = await ask('/', 1)
  for (let round = 1; round < 20; round++) {
    await once(socket, 'data')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  }
  await once(socket, 'data')
  expect(served).toHaveBeenCalledTimes(20)
  expect(ended).toEqual([])
})

test.each([['/never'], ['/large'], ['/']])(
  'closes each response of a lost connection once: %s',
  async (path) => {
    const { closed, served, ask } = await serve()
    const socket = await ask(path, 4)
    await expect.poll(() => served.mock.calls.length).toBe(4)
    socket.resetAndDestroy()
    await expect.poll(() => closed.mock.calls.length).toBe(4)
  },
)

test('closes a connection when its response stays unread, but not while its response is still rendered', async () => {
  stopClock()
  const { ended, closed, served, ask } = await serve({ unreadMs: 300 })
  const [unread, waiting] = await Promise.all([ask('/large'), ask('/never')])
  const reader = await ask('/large')
  await expect.poll(() => served.mock.calls.length).toBe(3)
  await readAll(reader, LARGE.length)
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  for (let look = 0; look < 2; look++) vi.advanceTimersByTime(500)
  expect(ended).toEqual(['unread'])
  await expect.poll(() => closed.mock.calls.length).toBe(2)
  unread.resume()
  await once(unread, 'close')
  expect([waiting.destroyed, reader.destroyed]).toEqual([false, false])
})

test('a streamed response may take longer while its reader takes the bytes, or has none to take', async () => {
  stopClock()
  const { ended, ask } = await serve({ unreadMs: 900 })
  const [reader, slow, quiet] = (await Promise.all(
    ['/stream', '/stream', '/quiet'].map((path) => ask(path)),
  )) as [Socket, Socket, Socket]
  reader.resume()
  quiet.resume()
  for (let look = 0; look < 6; look++) {
    // Reads more than the socket buffers hold, so that the server notices progress.
    await readAll(slow, LARGE.length)
    vi.advanceTimersByTime(500)
  }
  expect([ended, reader.destroyed, slow.destroyed]).toEqual([[], false, false])
  for (let look = 0; look < 4; look++) {
    const { bytesRead } = reader
    await expect.poll(() => reader.bytesRead).toBeGreaterThan(bytesRead + LARGE.length)
    vi.advanceTimersByTime(500)
  }
  expect(ended).toEqual(['unread'])
  expect([reader.destroyed, quiet.destroyed]).toEqual([false, false])
})

test('ends a streamed response after the longest allowed time, even when the client reads it', async () => {
  const { ended, ask } = await serve({ streamMs: 1000 })
  const reader = await ask('/stream')
  reader.resume()
  await once(reader, 'close')
  expect(ended).toEqual(['late'])
})

test('closes the oldest unread response first when too many bytes wait', async () => {
  // Two unread responses fit; bytes in the socket buffers do not count.
  const { ended, ask } = await serve({ maxUnreadBytes: 2.2 * LARGE.length })
  const first = await ask('/large')
  await new Promise((resolve) => setTimeout(resolve, 600))
  const later = [await ask('/large'), await ask('/large')]
  await expect.poll(() => ended).toEqual(['unread'])
  first.resume()
  await once(first, 'close')
  expect(later.map(({ destroyed }) => destroyed)).toEqual([false, false])
})
