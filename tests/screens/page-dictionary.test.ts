import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

import { chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readPageDictionary } from '../../edge/dictionary/page-dictionary'
import { ensureRuntime } from '../../scripts/runtime'
import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { findBrowser } from '../support/find-browser'
import { appNode, startApp, type AppProcess } from '../support/app-process'
import { builtDictionary } from '../support/page-dictionary'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

const CLIENT = 'build/client'
const { path, content, hash, available } = builtDictionary(CLIENT)
const accept = 'gzip, deflate, br, zstd, dcb, dcz'

const run = (node: string, script: string, input: Buffer = Buffer.alloc(0)) =>
  execFileSync(node, ['-e', script, CLIENT + path], { input }).toString()
const knowsZstandard = (node: string) =>
  run(node, `process.stdout.write(typeof zlib.zstdCompress)`) === 'function'

/** The image's Node where the tests run on an older one. */
const node = knowsZstandard(appNode) ? appNode : ensureRuntime()
const unpack = (body: Buffer) =>
  run(
    node,
    `const fs = require('node:fs')
process.stdout.write(zlib.zstdDecompressSync(fs.readFileSync(0), { dictionary: fs.readFileSync(process.argv[1]) }))`,
    body,
  )

let sandbox: SandboxServer
let app: AppProcess
let shopper: Visitor

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  app = await startApp(sandbox.url, {}, { node })
  shopper = createVisitor(app.origin)
  await signIn(shopper, sandbox.sandbox, '79052223344')
})
afterAll(async () => {
  await app.stop()
  await sandbox.close()
})

const ask = (page: string, headers: Record<string, string>, visitor = shopper) =>
  visitor.get(page, headers)

test('the dictionary is cached for a year and announced by Use-As-Dictionary', async () => {
  const response = await ask(path, { 'accept-encoding': 'br' })
  expect(response.status).toBe(200)
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('Use-As-Dictionary')).toBe('match="/*", match-dest=("document" "")')
  expect(response.headers.get('Content-Encoding')).toBe('br')
  // A fifth of a second on the slowest supported network, when the browser is idle.
  expect((await response.arrayBuffer()).byteLength).toBeLessThan(32_000)
  const others = await ask('/sw.js', {})
  expect(others.headers.get('Use-As-Dictionary')).toBeNull()
})

test("the compression dictionary contains no shopper's data and no host", () => {
  const text = content.toString()
  expect(text).toContain('<main')
  // Phones, card numbers, e-mail addresses, names, tokens, hosts.
  expect(text).not.toMatch(/79000000|\d{4} \d{4} \d{4}|eyJ|localhost|127\.0\.0\.1/)
  expect(text).not.toMatch(/Здравствуйте, [А-ЯЁ]/)
  expect(text.replaceAll('help@april.example', '')).not.toMatch(/[\w.]+@[\w-]+\.[a-z]/)
})

test('the service worker names the dictionary; a browser without it gets a page in plain Brotli', async () => {
  const response = await ask('/qr', { 'accept-encoding': accept })
  expect(response.headers.get('Content-Encoding')).toBe('br')
  expect(await (await ask('/sw.js', {})).text()).toContain(path)
  expect(response.headers.get('Vary')).toBe('Accept-Encoding, Available-Dictionary')
})

test('a page compressed with the dictionary unpacks to the same page', async () => {
  for (const page of ['/today', '/qr', '/profile', '/catalog/101-moloko']) {
    const plain = await ask(page, { 'accept-encoding': 'br' })
    const response = await ask(page, {
      'accept-encoding': accept,
      'available-dictionary': available,
    })
    expect(response.headers.get('Content-Encoding'), page).toBe('dcz')
    expect(response.headers.get('Vary'), page).toBe('Accept-Encoding, Available-Dictionary')
    const body = Buffer.from(await response.arrayBuffer())
    expect(body.length, page).toBe(Number(response.headers.get('Content-Length')))
    // A skippable frame with the dictionary's hash, then the page.
    expect(body.subarray(0, 8).toString('hex'), page).toBe('5e2a4d1820000000')
    expect(body.subarray(8, 40), page).toEqual(hash)
    const html = unpack(body.subarray(40))
    expect(html, page).toMatch(/^<!DOCTYPE html>.*<\/html>$/s)
    const { length } = Buffer.from(await plain.arrayBuffer())
    expect(body.length, page).toBeLessThan(length / 4)
  }
})

test.each([
  ['a request with another build’s dictionary', accept, `:${Buffer.alloc(32).toString('base64')}:`],
  ['a request with an invalid dictionary hash', accept, 'nonsense'],
  ['a request that does not accept dcz', 'gzip, br', available],
  ['a request that refuses dcz with q=0', 'dcz;q=0, br', available],
])('%s gets the page without the dictionary', async (_, encodings, hashHeader) => {
  const response = await ask('/qr', {
    'accept-encoding': encodings,
    'available-dictionary': hashHeader,
  })
  expect(response.headers.get('Content-Encoding')).toBe('br')
})

test('shared pages, files and responses without a body do not use the dictionary', async () => {
  const wish = { 'accept-encoding': accept, 'available-dictionary': available }
  const landing = await ask('/', wish, createVisitor(app.origin))
  expect(landing.headers.get('Content-Encoding')).toBe('br')
  expect(landing.headers.get('Vary')).toBe('Cookie, Accept-Encoding')
  const data = await ask('/today.data', wish)
  expect(data.headers.get('Content-Encoding')).toBe('br')
  const empty = await ask('/healthz', wish)
  expect(empty.headers.get('Content-Encoding')).toBeNull()
})

test('a Node without Zstandard offers no dictionary', () => {
  expect(readPageDictionary(CLIENT, {})).toBeNull()
})

/** Counts the bytes of responses between a browser and the application, with headers. */
async function countBytes() {
  let count = 0
  let target = ''
  const server = createServer((socket) => {
    const { hostname, port } = new URL(target)
    const response = connect(Number(port), hostname)
    socket.pipe(response).on('data', (chunk: Buffer) => (count += chunk.length))
    response.pipe(socket)
    for (const end of [socket, response]) end.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    to: (address: string) => void (target = address),
    take: () => count - (count = 0),
    close: () => server.close(),
  }
}

test('in a browser a second visit to the card transfers less than 4 kB', async () => {
  const line = await countBytes()
  const behind = await startApp(sandbox.url, { PUBLIC_ORIGIN: line.origin }, { node })
  line.to(behind.address)
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined })
  try {
    const visitor = createVisitor(behind.address, line.origin)
    await signIn(visitor, sandbox.sandbox, '79052223345')
    const context = await browser.newContext({ serviceWorkers: 'allow' })
    const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: line.origin }))
    await context.addCookies(cookies)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(error.message))

    const visit = async (address: string) => {
      line.take()
      await page.goto(line.origin + address)
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await page.waitForLoadState('networkidle')
      return line.take()
    }
    expect(await visit('/qr')).toBeGreaterThan(100_000)
    // The browser loads it when it is idle.
    await expect.poll(async () => visit('/qr')).toBeLessThan(4000)
    expect(await page.locator('h1').innerText()).toBe('Карта')
    await visit('/today')
    expect(await visit('/today')).toBeLessThan(6500)
    expect(await page.locator('h1').innerText()).toMatch(/^Здравствуйте/)
    expect(faults).toEqual([])
  } finally {
    await browser.close()
    await behind.stop()
    line.close()
  }
})
