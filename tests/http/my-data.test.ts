import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'

import { parse } from 'csv-parse/sync'
import { request } from 'undici'
import { expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { untilEnd } from '../support/site'
import { startWatched } from '../support/vitals'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

/** A shopper with ten years of purchases. */
const LONG_HISTORY = '79000000009'
const MAX_BYTES = 150 * 1024 * 1024

const sandbox = untilEnd(await startSandbox({ port: 0 }))
const app = untilEnd(await startWatched(sandbox.url, { LOG_LEVEL: 'info' }))
const visitor = createVisitor(app.origin)
await signIn(visitor, sandbox.sandbox, LONG_HISTORY)
await visitor.get('/profile/my-data')
const sockets = app.openSockets() + 4

const getCookie = ({ cookies }: Visitor) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Starts a download; the caller reads the body. */
async function take(file: string, headers: Record<string, string> = {}) {
  const response = await request(`${app.address}/profile/my-data/${file}`, {
    method: 'POST',
    headers: {
      origin: app.origin,
      cookie: getCookie(visitor),
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: '',
    bodyTimeout: 0,
  })
  for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
    const [pair = ''] = cookie.split(';')
    visitor.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  return response
}

/** Log lines of the exports. */
const exports = () =>
  app
    .log()
    .split('\n')
    .filter((line) => line.includes('"msg":"export"'))
    .map((line) => JSON.parse(line) as { kind: string; rows: number; reason?: string })

/** A client that reads nothing after its request. */
async function askAndWait(file: string): Promise<Socket> {
  const { port } = new URL(app.address)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    [
      `POST /profile/my-data/${file} HTTP/1.1`,
      `Host: ${new URL(app.origin).host}`,
      `Origin: ${app.origin}`,
      `Cookie: ${getCookie(visitor)}`,
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  )
  return socket
}

/** Reads a file to its end with a callback for each part; returns the memory that the application used. */
async function memoryFor(body: AsyncIterable<unknown>, hear: (piece: Buffer) => void) {
  const before = app.memory()
  let most = before
  for await (const piece of body) {
    hear(piece as Buffer)
    most = Math.max(most, app.memory())
  }
  return most - before
}

/** Rows as a strict parser reads them: every line has the width of the first. */
const strictly = (pieces: Buffer[]): string[][] =>
  parse(Buffer.concat(pieces), {
    bom: true,
    delimiter: ';',
    record_delimiter: '\r\n',
    relax_column_count: false,
    relax_quotes: false,
  })

test('the JSON export of ten years is valid and gzipped, and takes less than 150 MB of memory', async () => {
  const response = await take('all.json', { 'accept-encoding': 'gzip' })
  expect(response.headers['content-encoding']).toBe('gzip')
  const pieces: Buffer[] = []
  expect(await memoryFor(response.body, (piece) => pieces.push(piece))).toBeLessThan(MAX_BYTES)
  const whole = JSON.parse(gunzipSync(Buffer.concat(pieces)).toString()) as {
    purchases: { id: string }[]
    complete: boolean
  }
  expect(whole.complete).toBe(true)
  const ids = new Set(whole.purchases.map(({ id }) => id))
  expect(ids.size).toBe(sandbox.sandbox.state.user(LONG_HISTORY).transactions.length)
  expect(ids.size).toBeGreaterThan(10_000)
})

test('refuses a file requested as data of the framework, which would load it into memory', async () => {
  const made = exports().length
  for (const file of ['all.json', 'purchases.csv']) {
    const response = await take(`${file}.data`)
    expect(response.statusCode, file).toBe(404)
    await response.body.dump()
  }
  expect(exports()).toHaveLength(made)
})

test('the table of ten years is a valid CSV in bounded memory', async () => {
  const response = await take('purchases.csv', { 'accept-encoding': 'identity' })
  expect(response.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  const pieces: Buffer[] = []
  expect(await memoryFor(response.body, (piece) => pieces.push(piece))).toBeLessThan(MAX_BYTES)
  const rows = strictly(pieces)
  expect(rows.length).toBeGreaterThan(10_000)
  await expect
    .poll(() => exports().at(-1))
    .toMatchObject({ kind: 'purchases.csv', rows: rows.length - 1 })
})

test('a visitor who leaves during a download stops the gateway calls, and may start another at once', async () => {
  const response = await take('all.json')
  response.body.on('error', () => undefined).destroy()
  await expect.poll(() => exports().at(-1)?.reason).toBe('left')
  await app.comesToRest(sockets)
  const calls = sandbox.sandbox.calls.length
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(sandbox.sandbox.calls.length).toBe(calls)
  const again = await take('purchases.csv')
  expect([again.statusCode, (await again.body.text()).includes('Покупка')]).toEqual([200, true])
})

test('a client that does not read its download pauses the gateway calls and occupies no slot', async () => {
  const before = app.memory()
  const { calls } = sandbox.sandbox
  calls.length = 0
  const socket = await askAndWait('all.json')
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  // With full socket buffers no more rows are made.
  const madeMeanwhile = async () => {
    // The sandbox stores the last calls only.
    calls.length = 0
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return calls.length
  }
  await expect.poll(madeMeanwhile).toBeLessThan(20)
  expect(app.memory() - before).toBeLessThan(MAX_BYTES)
  expect(await app.metric('april_http_requests_under_way')).toBe(0)
  socket.destroy()
  await expect.poll(() => exports().at(-1)?.reason).toBe('left')
  await app.comesToRest(sockets)
})

test('the log of downloads contains no phone number', () => {
  expect(exports().length).toBeGreaterThan(3)
  expect(app.log()).not.toContain(LONG_HISTORY.slice(1))
})

test('a process that stops ends a running download with a message at its end', async () => {
  const response = await take('all.json', { 'accept-encoding': 'identity' })
  const reading = response.body.text()
  await new Promise((resolve) => setTimeout(resolve, 500))
  const stopped = app.stop()
  const text = await reading
  expect(JSON.parse(text)).toMatchObject({
    complete: false,
    reason: expect.stringContaining('сайт обновляется'),
  })
  expect(await stopped).toBe(0)
})
