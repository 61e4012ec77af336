import { setTimeout as sleep } from 'node:timers/promises'

import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { isFull } from '../support/extent'
import { untilEnd } from '../support/site'
import { startWatched, watch } from '../support/vitals'
import { createVisitor } from '../support/visitor'
import { openWire, requestBytes, getStatus, type Wire } from '../support/wire'

const RUNS = isFull ? 60 : 12

/** Open connections of the idle application. */
let sockets: number

const sandbox = untilEnd(await startSandbox({ port: 0 }))
const app = untilEnd(await startWatched(sandbox.url, { TRUST_PROXY: '1' }))
const visitor = createVisitor(app.origin)
const page = await (await visitor.get('/login')).text()
const script = /\/assets\/framework-[\w-]+\.js/.exec(page)?.[0] ?? ''
expect(script).not.toBe('')
await app.metric('april_http_requests_under_way')

beforeEach(async () => {
  // The visitor's own connection, and one for the probe.
  sockets = app.openSockets() + 2
})

const get = (path: string, headers = {}) => requestBytes(app.address, path, { headers })
/** A form without its last byte, from one of several addresses. */
const unfinished = (bytes: number, address: number) =>
  requestBytes(app.address, '/login', {
    method: 'POST',
    headers: {
      'Content-Length': String(bytes + 500),
      'X-Forwarded-For': `198.51.100.${address}`,
    },
    body: 'a'.repeat(bytes),
  })
const open = (count: number, isRead: boolean) =>
  Promise.all(Array.from({ length: count }, () => openWire(app.address, isRead)))

describe('serves other clients, and then releases connections and memory, during', () => {
  /** Attacks, observes other requests meanwhile, ends the connections, and waits for rest. */
  async function withstands(attack: () => Promise<Wire[]>, lastsMs = 1500) {
    const memory = app.memory()
    const watching = watch(app)
    const wires = await attack()
    await sleep(lastsMs)
    for (const { socket } of wires) socket.destroy()
    await watching.ends()
    await app.comesToRest(sockets)
    expect(app.memory() - memory).toBeLessThan(150 * 1024 * 1024)
    return wires
  }

  test.each([1, 4])('1,500 requests on each of %i connections that never read', async (count) => {
    const before = await app.metric('april_http_connections_ended_total')
    const wires = await withstands(async () => {
      const wires = await open(count, false)
      for (const { socket } of wires) socket.write(get('/login').repeat(1500))
      return wires
    })
    expect(wires).toHaveLength(count)
    expect(await app.metric('april_http_connections_ended_total')).toBe(before + count)
  })

  // 600 pages at once take all slots of the process. One address may have half of them, so its next page is
  // refused until the abandoned ones end. The probe uses another address (vitals.ts).
  test('600 pages with clients that reset the connection', async () => {
    await withstands(async () => {
      const wires = await open(200, false)
      for (const { socket } of wires) socket.write(get('/login').repeat(3))
      await sleep(50)
      for (const { socket } of wires) socket.resetAndDestroy()
      return wires
    })
  })

  test('file downloads, whole and in ranges, with clients that disconnect', async () => {
    await withstands(async () => {
      const wires = await open(200, false)
      wires.forEach(({ socket }, number) => {
        const headers = number % 2 ? { Range: `bytes=${number}-2` } : {}
        socket.write(get(script, headers).repeat(4))
        if (number % 3) setImmediate(() => socket.resetAndDestroy())
      })
      return wires
    })
  })

  test('forms whose last byte never arrives', async () => {
    await withstands(async () => {
      const wires = await open(100, true)
      wires.forEach(({ socket }, number) => socket.write(unfinished(59_000, number % 2)))
      await expect.poll(() => app.metric('april_http_body_bytes_held')).toBe(100 * 59_000)
      return wires
    })
  })
})

test('refuses unfinished forms above the common limit of 32 MB, and only while it is reached', async () => {
  const wires = await open(560, true)
  wires.forEach(({ socket }, number) => socket.write(unfinished(65_000, number % 10)))
  const refused = () => wires.filter(({ text }) => getStatus(text()) === 503)
  await expect.poll(() => refused().length).toBeGreaterThan(20)
  expect(refused()[0]?.text()).toMatch(/\r\nRetry-After: [3-6]\r\n/i)
  expect(await app.metric('april_http_body_bytes_held')).toBeLessThanOrEqual(32 * 1024 * 1024)
  // Requests without a body are served.
  const visitor = createVisitor(app.origin)
  expect((await visitor.get('/login')).status).toBe(200)
  for (const { socket } of wires) socket.destroy()
  await app.comesToRest(sockets)
  expect((await visitor.post('/login', { phone: 'x' })).status).toBe(422)
})

describe('random behaviour of connections', () => {
  const piece = () =>
    fc.constantFrom(
      get('/login'),
      get('/healthz'),
      get('/today'),
      get('/terms'),
      get('/nowhere'),
      get(script),
      get(script, { Range: 'bytes=9-3' }),
      get(script, { Range: 'bytes=100-' }),
      get('/favicon.svg', { 'If-None-Match': '*' }),
      get('/login.data?_routes=root'),
      get('/login').slice(0, 40),
      get('/login', { Expect: '100-continue' }),
      get('/login', { 'Content-Length': '5000' }) + 'a'.repeat(4000),
      requestBytes(app.address, '/login', { method: 'HEAD' }),
      requestBytes(app.address, '/robots.txt', { method: 'HEAD' }),
      requestBytes(app.address, '/login', { method: 'POST', body: 'phone=9' }),
      requestBytes(app.address, '/login', { method: 'POST', body: `phone=${'9'.repeat(50_000)}` }),
      requestBytes(app.address, '/login', { method: 'POST', body: 'a'.repeat(70_000) }),
      requestBytes(app.address, '/login', {
        method: 'POST',
        headers: { 'Content-Length': '9000' },
        body: 'a'.repeat(3000),
      }),
      requestBytes(app.address, '/login', {
        method: 'POST',
        headers: { 'Content-Length': '6', 'Transfer-Encoding': 'chunked' },
        body: '3\r\nabc\r\n',
      }),
      requestBytes(app.address, '/push/messages', { method: 'POST', body: '{}' }),
      requestBytes(app.address, '/login', { method: 'BREW' }),
      '\r\n\r\n',
      'nonsense\r\n\r\n',
    )
  const ways = ['destroy', 'reset', 'end', 'stay'] as const
  const connection = () =>
    fc.record({
      pieces: fc.array(piece(), { minLength: 1, maxLength: 8 }),
      isRead: fc.boolean(),
      pauseMs: fc.constantFrom(0, 0, 5, 40),
      way: fc.constantFrom(...ways),
      afterMs: fc.constantFrom(0, 1, 10, 60, 300),
    })
  type Connection = typeof connection extends () => fc.Arbitrary<infer Value> ? Value : never

  async function live({ pieces, isRead, pauseMs, way, afterMs }: Connection): Promise<Wire> {
    const wire = await openWire(app.address, isRead)
    for (const bytes of pieces) {
      if (wire.socket.writable) wire.socket.write(bytes)
      if (pauseMs) await sleep(pauseMs)
    }
    await sleep(afterMs)
    if (way === 'destroy') wire.socket.destroy()
    if (way === 'reset') wire.socket.resetAndDestroy()
    if (way === 'end') wire.socket.end()
    return wire
  }

  test('releases every count and file, and serves the next request', async () => {
    const faults = () => app.log().split('"msg":"request failed"').length
    const before = faults()
    await fc.assert(
      fc.asyncProperty(
        fc.array(connection(), { minLength: 20, maxLength: 40 }),
        async (connections) => {
          const wires = await Promise.all(connections.map(live))
          for (const { socket } of wires) socket.destroy()
          await app.comesToRest(sockets)
          expect((await createVisitor(app.origin).get('/login')).status).toBe(200)
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    )
    expect(faults()).toBe(before)
    expect(app.child.exitCode).toBeNull()
  })
})
