import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { allEndpoints } from '../../app/gateways/gateways.server'
import { startApp } from '../support/app-process'
import { startSite } from '../support/site'
import { builtRoutes } from '../support/built-routes'
import { addresses } from '../support/examples'
import { getInlineScripts, getNonces } from '../support/inline-scripts'
import { threadTime } from '../support/cpu-time'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

const { app, server, sandbox, newPhone, guest } = await startSite()
const shopper = await newShopper()

beforeEach(() => {
  sandbox.calls.length = 0
})

const calls = () => sandbox.calls
const called = (endpoint: string) => calls().filter((call) => call.endpoint === endpoint)

async function newShopper(): Promise<Visitor> {
  const visitor = guest()
  expect((await signIn(visitor, sandbox, newPhone())).headers.get('Location')).toBe('/today')
  return visitor
}

const built = builtRoutes()
/** Every address of the product, with a value for each parameter. */
const all = addresses
  .filter(({ path }) => path && path !== '*')
  .map(({ id, path }) => ({
    path: `/${path.replace(/:[\w]+\??/g, '1')}`,
    hasAction: built[id]?.hasAction ?? false,
  }))
/** The relay has a bearer; policy reports change nothing and have no origin. */
const forAnyone = ['/push/messages', '/csp-reports']
const forms = all.filter(({ hasAction, path }) => hasAction && !forAnyone.includes(path))
/** A file is no data of the framework, so this address does not exist. */
const noAddress = '/profile/my-data/1.data'

/** Calls that are not declared safe are writes, also undeclared ones. */
const safe = new Set<string>(
  allEndpoints.filter(({ effect }) => effect === 'safe').map(({ name }) => name),
)
/** The sandbox's captcha is not in the contract. */
const writes = () =>
  calls().filter(({ gateway, endpoint }) => gateway !== 'captcha' && !safe.has(endpoint))

describe('the session', () => {
  test('T09 a cookie planted before signing in is ignored and replaced', async () => {
    const planted = shopper.cookies.get('v1_jwt') ?? ''
    const victim = guest()
    // Not the last letter, because some of its bits are unused.
    const twisted = planted.replace(/.(?=.{20}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
    victim.cookies.set('v1_jwt', twisted)
    expect((await victim.get('/qr')).headers.get('Location')).toBe('/login?returnTo=%2Fqr')
    await signIn(victim, sandbox, newPhone())
    expect(victim.cookies.get('v1_jwt')).not.toBe(planted)
    expect(victim.cookies.has('v1_otp')).toBe(false)
  })

  test('T10 T12 an invalid cookie is no session and no error', async () => {
    const good = shopper.cookies.get('v1_jwt') ?? ''
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"1","exp":99999999999}').toString('base64url')}.`
    const others = [good.slice(0, -9), good.slice(9), good.replace('v1.', 'v2.'), `${good}.x`]
    const bad = [
      unsigned,
      'null',
      '%00',
      '{}',
      'v1..',
      'v1.x.y',
      'а',
      '"',
      '='.repeat(4000),
      ...others,
    ]
    for (const value of bad) {
      const visitor = guest()
      visitor.cookies.set('v1_jwt', encodeURI(value).slice(0, 8000))
      const response = await visitor.get('/qr')
      expect([response.status, response.headers.get('Location')], value.slice(0, 40)).toEqual([
        302,
        '/login?returnTo=%2Fqr',
      ])
    }
    expect(calls()).toEqual([])
  })

  test.each(['v1_otp', 'v1_code', 'v1_known', 'v1_flash', 'v1_pause'] as const)(
    'T10 the session cookie copied to the cookie %s is ignored',
    async (name) => {
      const visitor = guest()
      visitor.cookies.set(name, shopper.cookies.get('v1_jwt') ?? '')
      for (const path of ['/login', '/login/code', '/login/pause', '/registration'])
        expect([200, 302]).toContain((await visitor.get(path)).status)
      expect(calls()).toEqual([])
    },
  )
})

describe('forms', () => {
  test('more than twenty forms are found for these tests', () => {
    expect(forms.length).toBeGreaterThan(20)
  })

  test.each(forms.flatMap(({ path }) => [path, `${path}.data`]))(
    'T15 T16 T17 %s refuses posts of other sites',
    async (path) => {
      const senders: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: app.origin.replace('localhost', 'sub.localhost') },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]
      for (const headers of senders)
        expect((await shopper.copy().post(path, { formId: '1' }, headers)).status).toBe(
          path === noAddress ? 404 : 403,
        )
      expect(calls()).toEqual([])
    },
  )

  test('T17 T18 another site may link to every page, and not load it in any other way', async () => {
    const ways = [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    ]
    for (const { path } of all)
      for (const way of ways) expect((await shopper.copy().get(path, way)).status, path).toBe(403)
    expect(calls()).toEqual([])
    const followed = { ...ways[2], 'sec-fetch-dest': 'document' }
    expect((await shopper.copy().get('/today', followed)).status).toBe(200)
  })

  test('T15 a policy report, which anyone may post, calls no gateway', async () => {
    const headers = { origin: 'https://evil.example' }
    expect((await shopper.copy().post('/csp-reports', { formId: '1' }, headers)).status).toBe(415)
    expect(calls()).toEqual([])
  })

  test('T18 reading every page by GET and HEAD writes nothing', async () => {
    for (const { path } of all.filter(({ path }) => path !== '/logout'))
      expect((await shopper.get(path)).status, path).toBeLessThan(500)
    expect(writes().map(({ endpoint }) => endpoint)).toEqual([])
  })

  test('T20 only the named fields of a form reach the gateway', async () => {
    await shopper.post('/profile/edit', {
      firstName: 'Мария',
      email: 'maria@example.com',
      userId: 'someone-else',
      cardNumber: '1',
      stars: '9999',
      '__proto__[polluted]': '1',
      'constructor.prototype.polluted': '1',
    })
    const [change] = called('PATCH /v1/profile')
    expect(Object.keys(change?.body as object).sort()).toEqual(['email', 'firstName'])
  })

  test('T45 50 kB in a field take less than a second of processor time', async () => {
    const field = (piece: string) => piece.repeat(Math.ceil(50_000 / piece.length))
    for (const piece of ['7', '(', '-', '@', ' ', 'a@a.', '8 (', '\u00a0'])
      for (const [path, name] of [
        ['/login', 'phone'],
        ['/profile/edit', 'email'],
        ['/profile/edit', 'firstName'],
        ['/profile/cards/add', 'number'],
      ] as const) {
        const visitor = path === '/login' ? guest() : shopper
        const typed =
          encodeURIComponent(piece).length > 1 ? field(piece).slice(0, 9000) : field(piece)
        const before = threadTime(app.child.pid)
        const { status } = await visitor.post(path, { [name]: typed })
        expect(status, `${piece} in ${name}`).toBeLessThan(500)
        expect(threadTime(app.child.pid) - before, `${piece} in ${name}`).toBeLessThan(1000)
      }
  })

  test('T43 5,000 fields take less than a second of processor time, and 10,000 are refused', async () => {
    const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`f${n}`, '1']))
    const before = threadTime(app.child.pid)
    expect((await guest().post('/login', fields)).status).toBe(422)
    expect(threadTime(app.child.pid) - before).toBeLessThan(1000)
    const more = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field${n}`, '1']))
    expect((await guest().post('/login', more)).status).toBe(413)
  })
})

describe('data of other shoppers', () => {
  test('T19 are not found, like missing data', async () => {
    const owner = shopper
    const list = await (await owner.get('/profile/transactions')).text()
    const id = /\/profile\/transactions\/(t\d[\w-]*)/.exec(list)?.[1] ?? ''
    expect(id).not.toBe('')
    expect((await owner.get(`/profile/transactions/${id}`)).status).toBe(200)
    const other = await newShopper()
    const unknownId = id.replace(/\d/g, '9')
    const theirs = await other.get(`/profile/transactions/${id}`)
    const nothing = await other.get(`/profile/transactions/${unknownId}`)
    expect([theirs.status, nothing.status]).toEqual([404, 404])
    const nonce = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
    const blind = (text: string) =>
      text.replaceAll(id, 'ID').replaceAll(unknownId, 'ID').replace(nonce, 'nonce')
    expect(blind(await theirs.text())).toBe(blind(await nothing.text()))
    expect((await owner.get(`/profile/transactions/${id}`)).status).toBe(200)
  })

  test.each([
    '..%2f..%2fv1%2fprofile',
    '%2e%2e%2fuser',
    'a%3Fb=c',
    'a%23b',
    'a;b',
    'a%2Fb',
    '%20',
    'a'.repeat(300),
  ])("T21 the id %s stays one segment of a gateway's address", async (id) => {
    for (const path of ['/coupons/', '/profile/transactions/', '/actions/offers/', '/product/'])
      expect((await shopper.get(path + id)).status, path).toBe(404)
    for (const { path } of calls()) {
      expect(path).not.toMatch(/\.\.|profile\/\.|%2f\.\.|;|#/i)
      expect(path.startsWith('/webgate/') || path.startsWith('/magnit-id/')).toBe(true)
    }
    expect(called('unknown')).toEqual([])
  })

  test("T50 three of twenty parallel guesses of a card's code reach the gateway", async () => {
    const visitor = await newShopper()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, cvc) =>
        visitor.copy().post('/profile/cards/add', {
          number: '4000000000000002',
          cvc: String(100 + cvc),
        }),
      ),
    )
    expect(called('POST /v2/user/card/merge')).toHaveLength(3)
    const limited = answers.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(17)
    expect(Number(limited[0]?.headers.get('Retry-After'))).toBeGreaterThan(3000)
    expect(await limited[0]?.text()).toMatch(/Попробуйте после \d\d:\d\d/)
  })

  test('T54 letters go to signed-in shoppers only, to their own address, three an hour', async () => {
    const letter = 'POST /v1/profile/email-confirm'
    const asked = await guest().post('/profile/confirm-email', { email: 'victim@example.com' })
    expect(asked.headers.get('Location')).toBe('/login')
    const visitor = await newShopper()
    await visitor.post('/profile/edit', { firstName: 'Анна', email: 'anna@example.com' })
    sandbox.calls.length = 0
    await Promise.all(
      Array.from({ length: 10 }, () =>
        visitor.copy().post('/profile/confirm-email', { email: 'victim@example.com' }),
      ),
    )
    expect(called(letter).length).toBeLessThanOrEqual(3)
    for (const { body } of called(letter)) expect(body).toEqual({ email: 'anna@example.com' })
  })
})

describe('untrusted text', () => {
  /** A text as bytes of a header. */
  const latin1 = (text: string) => Buffer.from(text).toString('latin1')

  test('T22 in headers reaches the gateways clean, or not at all', async () => {
    const visitor = await newShopper()
    visitor.cookies.set('v1_device', 'not-an-id%0d%0aX-Evil: 1')
    visitor.cookies.set('v1_store', latin1('ярлык'))
    for (const agent of ['Mozilla Ünï/1.0', 'x'.repeat(9000), '😀'].map(latin1))
      expect((await visitor.get('/qr', { 'user-agent': agent })).status).toBe(200)
    const received = calls().filter(({ endpoint }) => endpoint === 'GET /v1/user/totp')
    expect(received).toHaveLength(3)
    for (const { headers } of received) {
      expect(headers['x-device-id']).toMatch(/^[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}$/)
      expect(headers['user-agent']?.length).toBeLessThanOrEqual(256)
      expect(headers).not.toHaveProperty('x-evil')
    }
  })

  test('T27 T28 from gateways is shown as text, not as markup', async () => {
    const visitor = guest()
    await signIn(visitor, sandbox, '79000000007')
    for (const path of ['/today', '/coupons', '/actions', '/profile', '/profile/transactions']) {
      const response = await visitor.get(path)
      const html = await response.text()
      expect(html, path).not.toContain('<script>alert')
      expect(html, path).not.toContain('<b>с разметкой</b>')
      const [nonce, ...more] = getNonces(response)
      expect(more).toEqual([])
      expect(nonce).toMatch(/^[\w-]{22,}$/)
      expect(getInlineScripts(html).length).toBeGreaterThan(2)
      for (const script of getInlineScripts(html)) expect(script.nonce).toBe(nonce)
      // The next response has another nonce, so a stolen one is useless.
      expect(getNonces(await visitor.get(path))).not.toEqual([nonce])
    }
  })

  test.each([
    '/%3Csvg%20onload=alert(1)%3E',
    '/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
    '/login?returnTo=%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  ])('T29 in the address %s is shown as text', async (path) => {
    const html = await (await shopper.get(path)).text()
    const asGuest = await (await guest().get(path)).text()
    for (const text of [html, asGuest]) expect(text).not.toMatch(/<svg onload|<script>alert/)
  })

  test('T40 from clients cannot add lines to the log', async () => {
    await guest().get('/%0a%7B%22level%22:60%7D', {
      'user-agent': 'x","level":60,"msg":"forged',
      'x-request-id': '{"level":60}\t',
      referer: 'http://localhost/\\n{"level":60}',
    })
    const lines = app.log().trim().split('\n')
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
    expect(app.log()).not.toContain('forged')
  })
})

describe('every response', () => {
  test('T30 T31 T36 has the security headers: pages, redirects, data, errors and refusals', async () => {
    const answers = await Promise.all([
      guest().get('/login'),
      guest().get('/today'),
      guest().get('/today.data'),
      guest().get('/nowhere'),
      guest().get('/a//b'),
      guest().post('/login', {}, { origin: 'https://evil.example' }),
      guest().post('/login', {}, { 'content-type': 'text/plain' }),
      guest().post('/login', { phone: 'x'.repeat(70_000) }),
      shopper.get('/qr/code', { accept: 'application/json' }),
      shopper.get('/profile.data'),
    ])
    expect(new Set(answers.map(({ status }) => status)).size).toBeGreaterThan(6)
    for (const { headers, status } of answers) {
      expect(headers.get('Content-Security-Policy'), String(status)).toContain(
        `frame-ancestors 'none'`,
      )
      expect(headers.get('X-Frame-Options')).toBe('DENY')
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
      expect(headers.get('Cache-Control')).toBe('private, no-store')
    }
  })

  test.each(['/profile/x.css', '/today.data/a.js', '/today%2f..%2fassets/a.css', '/qr;a.png'])(
    'T37 a personal page with the file name %s is a 404 and is not cached',
    async (path) => {
      const response = await shopper.get(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      expect(await response.text()).not.toMatch(/QR-код карты/)
    },
  )

  test("T38 repeats nothing of a proxy's headers", async () => {
    const canary = 'canary.evil.example'
    const names = ['host', 'server', 'proto', 'port', 'prefix', 'for'].map(
      (n) => `x-forwarded-${n}`,
    )
    const headers = Object.fromEntries(
      [...names, 'x-original-url', 'x-rewrite-url', 'forwarded', 'x-host'].map((n) => [n, canary]),
    )
    for (const path of ['/', '/login', '/terms', '/today', '/sitemap.xml', '/nowhere']) {
      const response = await guest().get(path, headers)
      expect(JSON.stringify([...response.headers]) + (await response.text())).not.toContain(canary)
    }
  })

  test.each([
    ['T52', '/metrics'],
    ['T52', '/.git/config'],
    ['T52', '/.env'],
    ['T52', '/server.js'],
    ['T52', '/package.json'],
    ['T52', '/build/server.js'],
    ['T52', '/server-status'],
    ['T52', '/wp-login.php'],
    ['T52', '/actuator/env'],
    ['T52', '/debug'],
    ['T52', '/__sandbox'],
    ['T23', '/assets/svg/icons/base/..%2f..%2f..%2fserver.svg'],
    ['T23', '/assets/svg/icons/base/%2e%2e%2f%2e%2e%2fpackage.json'],
    ['T23', '/assets/svg/icons/other/arrow-left.svg.svg'],
    ['T23', '/assets/svg/icons/base/a%00.svg'],
    ['T23', '/fonts/..%5c..%5cserver.js'],
  ])('%s to the address %s is a 404', async (_, path) => {
    expect((await guest().get(path)).status).toBe(404)
  })

  test.each(['/login', '/today', '/sw.js'])(
    'T44 20 kB of cookies of a sibling site at %s lead to a page that removes them',
    async (path) => {
      const visitor = guest()
      visitor.cookies.set('v1_theme', 'x'.repeat(20_000))
      const response = await visitor.get(path)
      expect(response.status).toBe(431)
      expect(response.headers.get('clear-site-data')).toBe('"cookies"')
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(await response.text()).toMatch(/<html lang="ru">[^]*href="\/login"[^]*<\/html>/)
    },
  )
})

test('T42 a client that never finishes its headers is disconnected', async () => {
  const started = performance.now()
  const response = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
    socket.on('data', (chunk) => (text += chunk))
    socket.on('close', () => resolve(text))
    socket.write(`GET /login HTTP/1.1\r\nHost: ${new URL(app.origin).host}\r\n`)
  })
  expect(response).toContain('408')
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('T42 an idle connection is closed without a response', async () => {
  const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
  expect(await text(socket)).toBe('')
})

test('T42 seven hundred forms without the rest of their body block no other request', async () => {
  const guarded = await startApp(server.url, { OVERLOAD_REQUESTS: '600' })
  const { host, port, origin } = new URL(guarded.origin)
  const head = [
    'POST /login HTTP/1.1',
    `Host: ${host}`,
    `Origin: ${origin}`,
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Length: 4000',
  ]
  const sockets = await Promise.all(
    Array.from(
      { length: 700 },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(Number(port), '127.0.0.1', () =>
            socket.write(`${head.join('\r\n')}\r\n\r\nphone=`, () => resolve(socket)),
          )
          socket.on('error', reject)
        }),
    ),
  )
  expect((await createVisitor(guarded.origin).get('/login')).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  await guarded.stop()
})

test('T48 every package of the lockfile has a checksum', () => {
  const { packages } = z
    .object({
      packages: z.record(
        z.string(),
        z.looseObject({ integrity: z.string().optional(), link: z.boolean().optional() }),
      ),
    })
    .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const names = Object.keys(packages).filter((name) => name !== '')
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => !packages[name]?.integrity && !packages[name]?.inBundle)).toEqual(
    [],
  )
})
