import { mkdirSync, writeFileSync } from 'node:fs'

import { afterAll, describe, expect, test } from 'vitest'

import table from '../../app/routes'
import { startSandbox } from '../../sandbox/server'
import { freePort } from '../../scripts/local-server'
import { startApp } from '../support/app-process'
import { untilEnd } from '../support/site'
import { pushSettings } from '../support/push-settings'
import { createVisitor } from '../support/visitor'
import { exchange, openWire, requestBytes, getStatus } from '../support/wire'

const RELAY_TOKEN = pushSettings.PUSH_RELAY_TOKEN
/** The file stays: another application may scan the folder at the same time. */
const MAP = 'build/client/assets/lies-on-disk-00000000.js.map'

const sandbox = untilEnd(await startSandbox({ port: 0 }))
mkdirSync('build/client/assets', { recursive: true })
writeFileSync(MAP, '{"sources":["app/root.tsx"]}')
/** The second one has pushes configured and a trusted proxy. */
const [app, relay] = await Promise.all([
  startApp(sandbox.url),
  startApp(sandbox.url, {
    TRUST_PROXY: '1',
    ADDRESS_LIMIT_FACTOR: '0.02',
    ...pushSettings,
  }),
])

afterAll(() => Promise.all([app.stop(), relay.stop()]))

const close = { Connection: 'close' }
const ask = (path: string, headers: Record<string, string> = {}) =>
  exchange(app.address, requestBytes(app.address, path, { headers: { ...close, ...headers } }))

describe('ranges of a file', () => {
  test.each(['bytes=5-2', 'bytes=-99999999999', 'bytes=1-2,4-5', 'bytes=0x10-1e9'])(
    '%s gets a response and leaves no error in the log',
    async (Range) => {
      const before = app.log().length
      const response = await ask('/favicon.svg', { Range })
      expect(getStatus(response)).toBe(200)
      expect(response).toMatch(/<\/svg>\s*$/)
      expect(app.log().slice(before)).not.toContain('request failed')
    },
  )
})

describe('the push relay', () => {
  const head = (address: string, headers: Record<string, string>) =>
    requestBytes(address, '/push/messages', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': '1000000', ...headers },
    })
  /** The response while no byte of the announced megabyte was sent. */
  async function answerToHead(address: string, headers: Record<string, string> = {}) {
    const wire = await openWire(address)
    wire.socket.write(head(address, headers))
    await expect.poll(() => getStatus(wire.text()), { interval: 10 }).toBeGreaterThan(0)
    wire.socket.destroy()
    return getStatus(wire.text())
  }

  test('responds with 404 before reading when it is off', async () => {
    expect(await answerToHead(app.address)).toBe(404)
  })

  test.each(['', 'Bearer wrong', `Basic ${RELAY_TOKEN}`, `Bearer ${RELAY_TOKEN}x`])(
    'responds with 401 to the authorization %j before reading the body',
    async (Authorization) => {
      expect(await answerToHead(relay.address, { Authorization })).toBe(401)
    },
  )

  test('accepts its bearer at every spelling of its address', async () => {
    const visitor = createVisitor(relay.origin)
    for (const path of ['/push/messages', '/PUSH/messages/', '/%70ush/messages']) {
      const tokens = Array.from({ length: 400 }, () => 'x'.repeat(1000))
      const body = { tokens, notification: { title: 'Звёзды', text: '' } }
      const response = await visitor.postJson(path, body, {
        authorization: `Bearer ${RELAY_TOKEN}`,
      })
      expect(response.status, path).toBe(200)
    }
  })
})

describe('a post of 8 MB is refused before its body is sent at', () => {
  interface Entry {
    path?: string
    children?: Entry[]
  }
  /** Every address of the table, including new ones. */
  const getPaths = (entries: Entry[]): string[] =>
    entries.flatMap(({ path, children }) => [
      ...(path ? [`/${path.replace(/:\w+\??/g, '8812').replace('*', 'nowhere')}`] : []),
      ...getPaths(children ?? []),
    ])
  const MEGABYTES = String(8 * 1024 * 1024)

  /** The status that arrives before a byte of the body is sent. */
  async function statusBeforeBody(path: string, headers: Record<string, string>) {
    const wire = await openWire(app.address)
    const all = { 'Content-Length': MEGABYTES, ...headers }
    wire.socket.write(requestBytes(app.address, path, { method: 'POST', headers: all }))
    await expect.poll(() => getStatus(wire.text()), { interval: 10 }).toBeGreaterThan(0)
    wire.socket.destroy()
    return getStatus(wire.text())
  }

  test.each(['/', ...new Set(getPaths(table))])('%s', async (path) => {
    const json = { 'Content-Type': 'application/json' }
    const report = { 'Content-Type': 'application/csp-report' }
    const strange = { Origin: 'https://evil.example' }
    const spellings = [path, `${path}/`.replace('//', '/'), path.toUpperCase()]
    const statuses = await Promise.all(
      spellings.flatMap((spelling) =>
        [{}, json, report, strange].map((headers) => statusBeforeBody(spelling, headers)),
      ),
    )
    expect([401, 403, 404, 413, 415]).toEqual(expect.arrayContaining(statuses))
  })
})

test('a HEAD before a GET of a shared page leaves the GET complete', async () => {
  for (const path of ['/terms', '/robots.txt', '/sitemap.xml', '/.well-known/security.txt']) {
    const head = await fetch(app.origin + path, { method: 'HEAD' })
    expect([head.status, await head.text()], path).toEqual([200, ''])
    const page = await (await fetch(app.origin + path)).text()
    expect(page.length, path).toBeGreaterThan(20)
  }
})

test.each([
  '/login?a=?&_data=routes%2Flogin%2Flogin',
  '/login??_data=routes%2Flogin%2Flogin',
  '/login?a=?b=?&%5Fdata=routes%2Flogin%2Flogin',
  '/login#?_data=routes%2Flogin%2Flogin',
  '/x/../login',
  '/x/%2e%2E/login',
  '/./login',
  '/login/%2e',
])('the disguised address %s of the sign-in is a 404', async (path) => {
  expect(getStatus(await ask(path))).toBe(404)
})

test.each(['.map', '.%6dap', '.ma%70', '%2emap', '.map/', '.%6dap/', '.map?x', '.map%2f'])(
  'a source map on disk is not served as %s',
  async (ending) => {
    const response = await ask(`/assets/lies-on-disk-00000000.js${ending}`)
    expect(getStatus(response)).toBe(404)
    expect(response).not.toContain('sources')
  },
)

describe('forms', () => {
  const post = (address: string, headers: Record<string, string>, body = 'phone=1') =>
    exchange(
      address,
      requestBytes(address, '/login', { method: 'POST', headers: { ...close, ...headers }, body }),
    )

  test.each([
    ['a forwarded host', { 'X-Forwarded-Host': 'evil.example' }],
    ['an invalid forwarded host', { 'X-Forwarded-Host': ',,<>' }],
    ['the Origin header null', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
    ['a forwarded protocol', { 'X-Forwarded-Proto': 'gopher', Forwarded: 'host=evil.example' }],
  ])('are accepted with %s', async (_, headers) => {
    expect(getStatus(await post(app.address, headers))).toBe(422)
  })

  test.each([
    ['another site', 'https://evil.example', 'none'],
    ['another site', 'https://evil.example', 'same-origin'],
    ['an invalid site', 'nonsense', 'same-origin'],
    ['a hidden site', 'null', 'none'],
  ])(
    'are refused with the Origin header of %s, %s, beside Sec-Fetch-Site: %s',
    async (_, Origin, site) => {
      expect(getStatus(await post(app.address, { Origin, 'Sec-Fetch-Site': site }))).toBe(403)
    },
  )

  test('are accepted when a proxy adds the default port', async () => {
    const origin = 'https://shop.example'
    const behind = await startApp(sandbox.url, { PUBLIC_ORIGIN: origin })
    const from = (Host: string) => post(behind.address, { Host, Origin: origin })
    expect(getStatus(await from('shop.example:443'))).toBe(422)
    expect(getStatus(await from('SHOP.example'))).toBe(422)
    expect(getStatus(await from('shop.example:80'))).toBe(421)
    expect(getStatus(await from('shop.example:8443'))).toBe(421)
    await behind.stop()
  })
})

describe('limits', () => {
  test('of signing in count posts to every spelling of /login', async () => {
    const port = await freePort()
    const limited = await startApp(sandbox.url, {
      ADDRESS_LIMIT_FACTOR: '0.1',
      METRICS_PORT: String(port),
    })
    const visitor = createVisitor(limited.origin)
    for (const path of [
      '/LOGIN',
      '/login/',
      '/%6cogin',
      '/Login.data',
      '/login/.data',
      '/login?index',
    ])
      await visitor.post(path, { phone: 'x' })
    const exposed = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    // One post is within the limit.
    expect(exposed).toMatch(/april_limits_hit_total\{limit="signInsUnasked"\} 5/)
    await limited.stop()
  })

  test('of reads allow a whole IPv6 /48 four times as many as one /64', async () => {
    const visitor = createVisitor(relay.origin)
    const read = async (network: number) => {
      const client = `2001:db8:7:${network.toString(16)}::1`
      return (await visitor.get('/robots.txt', { 'x-forwarded-for': client })).status
    }
    const statuses: number[] = []
    for (let network = 0; network < 300; network++) statuses.push(await read(network * 100))
    // 60 a minute for a /64, four times as many for a /48.
    expect(statuses.filter((status) => status === 200)).toHaveLength(240)
    const other = await visitor.get('/robots.txt', { 'x-forwarded-for': '2001:db8:8::1' })
    expect(other.status).toBe(200)
  })
})
