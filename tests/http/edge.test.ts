import { describe, expect, test } from 'vitest'

import { dataAddress } from '../../app/framework/data-address'
import { facts } from '../../app/screens.server'
import { createSandbox } from '../../sandbox/sandbox'
import { startSite } from '../support/site'
import { addresses, exampleAddress } from '../support/examples'
import { createVisitor } from '../support/visitor'
import { exchange, getStatus, requestBytes } from '../support/wire'

const { app, sandbox, guest, signedIn } = await startSite()

const host = () => new URL(app.origin).host
const raw = (bytes: string) => exchange(app.address, bytes)
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  raw(requestBytes(app.address, path, { method, headers: { Connection: 'close', ...headers } }))

describe('the HTTP edge of the application', () => {
  test('responds to health and readiness checks with any Host', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect(getStatus(await ask(path, { Host: '10.0.0.7' }))).toBe(200)
  })

  test('caches hashed files for a year, and responds with 404 for an unknown file', async () => {
    const visitor = guest()
    const page = await (await visitor.get('/login')).text()
    const script = /\/assets\/entry\.client-[\w-]+\.js/.exec(page)?.[0] ?? ''
    const file = await visitor.get(script)
    expect(file.status).toBe(200)
    expect(file.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect((await visitor.get('/assets/entry.client-00000000.js')).status).toBe(404)
    expect((await visitor.get('/assets/..%2f..%2fserver.js')).status).toBe(404)
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS', 'PROPFIND'])(
    'responds with 405 and the allowed methods to %s',
    async (method) => {
      const answer = await ask('/login', {}, method)
      expect(getStatus(answer)).toBe(405)
      expect(answer).toContain('Allow: GET, HEAD, POST')
    },
  )

  test.each([
    ['a long address', `/${'a'.repeat(2048)}`],
    ['many segments', '/a'.repeat(13)],
    ['a double slash', '/a//b'],
    ['a backslash', '/a\\b'],
    ['an encoded backslash', '/a%5Cb'],
    ['a broken encoding', '/%E0%A4%A'],
    ['an encoded null', '/a%00b'],
    ['an address with the Remix parameter _data', '/today?_data=today/today.screen'],
    ['the address of the Remix manifest', '/__manifest?p=/today'],
    ['an absolute address', 'http://evil.example/'],
  ])('responds with 404 to %s', async (_, path) => {
    expect(getStatus(await ask(path))).toBe(404)
  })

  test.each([
    ['another host', 'evil.example', 421],
    ['an invalid host', 'a<b>c', 400],
  ])('refuses a request with a Host header that names %s', async (_, name, status) => {
    const answer = await ask('/', { Host: name })
    expect(getStatus(answer)).toBe(status)
    expect(answer).not.toContain('evil.example')
  })

  test.each([
    ['two Host headers', (own: string) => `Host: ${own}\r\nHost: evil.example`],
    ['the same Host twice', (own: string) => `Host: ${own}\r\nhost: ${own}`],
    ['another Host first', (own: string) => `Host: evil.example\r\nHost: ${own}`],
  ])('responds with 400 to a request with %s', async (_, lines) => {
    for (const target of ['/login', `http://${host()}/login`])
      expect(
        getStatus(
          await raw(`GET ${target} HTTP/1.1\r\n${lines(host())}\r\nConnection: close\r\n\r\n`),
        ),
      ).toBe(400)
  })

  test('accepts an absolute address in the request line', async () => {
    expect(getStatus(await ask(`http://${host()}/login`))).toBe(200)
    expect(getStatus(await ask(`HTTP://${host().toUpperCase()}`))).toBe(200)
    const personal = await ask(`http://${host()}/today`)
    expect(/^location: (.*)$/im.exec(personal)?.[1]?.trim()).toBe('/login?returnTo=%2Ftoday')
  })

  test("redirects a host with a trailing dot to the site's address", async () => {
    const withStop = { Host: host().replace(/:/, '.:') }
    const answer = await ask('/coupons?tab=mine', withStop)
    expect(getStatus(answer)).toBe(301)
    expect(/^location: (.*)$/im.exec(answer)?.[1]?.trim()).toBe(`${app.origin}/coupons?tab=mine`)
    expect(getStatus(await ask('//evil.example/', withStop))).toBe(421)
    expect(getStatus(await ask('/login', withStop, 'POST'))).toBe(421)
  })

  test.each([
    ['gzip;q=0', null],
    ['gzip, deflate, br', 'br'],
  ])('encodes pages and files for «%s» as %s', async (accepted, encoding) => {
    const headers = { 'Accept-Encoding': accepted }
    const page = await fetch(`${app.origin}/login`, { headers })
    expect(page.headers.get('Content-Encoding')).toBe(encoding)
    const script = /\/assets\/entry\.client-[\w-]+\.js/.exec(await page.text())?.[0] ?? ''
    const file = await fetch(app.origin + script, { headers })
    expect(file.headers.get('Content-Encoding')).toBe(encoding)
    expect(await file.text()).toContain('import')
  })

  test('redirects a link that a messenger extended by a dot, space, slash or & to its page', async () => {
    const visitor = guest()
    for (const [spoilt, meant] of [
      ['/terms.', '/terms'],
      ['//terms', '/terms'],
      ['/terms&utm_source=sms', '/terms?utm_source=sms'],
    ] as const) {
      const answer = await visitor.get(spoilt)
      expect([answer.status, answer.headers.get('Location')], spoilt).toEqual([301, meant])
      expect((await visitor.get(meant)).status).toBe(200)
    }
    // `/nowhere` exists neither with nor without the dot, and a post to `//login` is never redirected.
    expect((await visitor.get('/nowhere.')).status).toBe(404)
    expect((await visitor.post('//login', {})).status).toBe(404)
  })

  test("ignores advertisers' parameters in the length of an address", async () => {
    const visitor = guest()
    const advertised = `utm_source=mail&utm_content=${'x'.repeat(3000)}&yclid=1`
    for (const path of ['/', '/login', '/terms'])
      expect((await visitor.get(`${path}?${advertised}`)).status, path).toBe(200)
    const longest = `/search?q=${'%D0%B9'.repeat(100)}`
    expect((await visitor.get(`${longest}&${advertised}`)).headers.get('Location')).toMatch(
      /^\/login/,
    )
  })

  test('redirects an address with too many filters to one with as many as fit', async () => {
    const visitor = guest()
    const brand = (at: number) => `f.brand=${'%D0%B9'.repeat(12)}${at}`
    const brands = Array.from({ length: 70 }, (_, at) => brand(at))
    const fits = await visitor.get(`/search?q=a&${brands.slice(0, 45).join('&')}`)
    expect(fits.headers.get('Location')).toMatch(/^\/login/)
    const answer = await visitor.get(`/search?q=a&utm_source=mail&${brands.join('&')}`)
    const location = answer.headers.get('Location') ?? ''
    expect(answer.status).toBe(302)
    expect(location.length).toBeLessThanOrEqual(4096)
    expect(location.length).toBeGreaterThan(4000)
    expect(location).toMatch(/^\/search\?q=a&f\.brand=.*&cut=1$/)
    expect(getStatus(await ask(`/${'a'.repeat(3000)}`))).toBe(404)
  })

  test('logs an unexpected host, scrubbed, with the expected one', async () => {
    const curl = { 'User-Agent': 'curl/8.5' }
    const answer = await ask('/', { ...curl, Host: 'shop-without-port.test' })
    expect(getStatus(answer)).toBe(421)
    // A person who tests the proxy with curl gets a line of text, although curl counts as a robot.
    expect(answer).toContain('text/plain')
    expect(answer).toContain(`This site is ${app.origin}: the Host header names another one.`)
    await ask('/', { ...curl, Host: `79051234567.${'x'.repeat(3000)}` })
    const lines = () =>
      app
        .log()
        .split('\n')
        .filter((line) => line.includes('"status":421'))
    const logged = (part: string) => lines().find((line) => line.includes(part)) ?? '{}'
    await expect
      .poll(() => JSON.parse(logged('shop-without-port')) as object)
      .toMatchObject({ host: 'shop-without-port.test', expectedHost: host() })
    await expect.poll(() => logged('xxx').length).toBeGreaterThan(2)
    expect(logged('xxx').length).toBeLessThan(700)
    expect(logged('xxx')).not.toContain('79051234567')
  })

  test('links to the site from the page for an unexpected host', async () => {
    const answer = await guest().get('/', { host: 'other.test' })
    expect(answer.status).toBe(421)
    expect(await answer.text()).toContain(`<a href="${app.origin}/">`)
  })

  test('names the browser extension that hides where a form was sent from', async () => {
    const page = await raw(
      `POST /login HTTP/1.1\r\nHost: ${host()}\r\nAccept: text/html\r\nUser-Agent: Mozilla/5.0 (X11; Linux) Firefox/133.0\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 7\r\nConnection: close\r\n\r\nphone=1',
    )
    expect(getStatus(page)).toBe(403)
    expect(page).toContain('Непонятно, откуда отправлена форма')
    expect(page).toContain('отключите для этого сайта расширение')
  })

  test('accepts a post without Origin if its Referer is of this site', async () => {
    const post = async (headers: string) =>
      getStatus(
        await raw(
          `POST /login HTTP/1.1\r\nHost: ${host()}\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
            `Content-Length: 7\r\nConnection: close\r\n${headers}\r\nphone=1`,
        ),
      )
    expect(await post(`Referer: ${app.origin}/login\r\n`)).toBe(422)
    expect(await post('Referer: https://evil.example/login\r\n')).toBe(403)
    expect(await post(`Referer: ${app.origin}.evil.example/\r\n`)).toBe(403)
    expect(await post(`Referer: ${app.origin}/\r\nOrigin: null\r\n`)).toBe(403)
    expect(await post(`Referer: ${app.origin}/\r\nSec-Fetch-Site: cross-site\r\n`)).toBe(403)
    expect(await post('')).toBe(403)
  })

  test('limits the bytes of a body with and without Content-Length', async () => {
    const head = `POST /login HTTP/1.1\r\nHost: ${host()}\r\nOrigin: ${app.origin}\r\nContent-Type: application/x-www-form-urlencoded\r\n`
    const announced = await raw(`${head}Content-Length: 70000\r\n\r\nphone=`)
    expect(getStatus(announced)).toBe(413)
    const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`
    const chunked = await raw(
      `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`,
    )
    expect(getStatus(chunked)).toBe(413)
  })

  test('uses the request id of a proxy, also for gateways, and makes one when it is invalid', async () => {
    const visitor = guest()
    const getId = async (given: string) =>
      (await visitor.get('/', { 'X-Request-ID': given })).headers.get('X-Request-ID')
    expect(await getId('from-the-proxy-1')).toBe('from-the-proxy-1')
    expect(await getId('"><script>')).toMatch(/^[0-9a-f-]{36}$/)
    await visitor.post('/login', { phone: '79051110001' }, { 'X-Request-ID': 'request-12345' })
    const call = sandbox.calls.findLast(({ endpoint }) => endpoint === 'POST /v1/auth/otp')
    expect(call?.headers['x-request-id']).toBe('request-12345')
  })

  test('logs one line per request that contains no personal data', async () => {
    const visitor = guest()
    const before = app.log().length
    await visitor.get('/coupons/8812?phone=79001234567', { 'X-Request-ID': 'look-for-me' })
    await expect.poll(() => app.log().slice(before)).toContain('look-for-me')
    const lines = app.log().slice(before).split('\n')
    const line = JSON.parse(lines.find((each) => each.includes('look-for-me')) ?? '{}')
    expect(line).toMatchObject({ method: 'GET', path: '/coupons/:id', status: 302, msg: 'request' })
  })
})

describe('a personal screen', () => {
  const { state } = createSandbox()
  const user = state.user('79050000001')
  const ofShoppers = addresses
    .filter(({ id }) => facts[id].for === 'shopper')
    .map(({ id, frame }) => ({ id, frame, at: exampleAddress(id, user) }))

  test.each(ofShoppers.filter(({ frame }) => frame))(
    'gives a guest who requests only the data of $id a redirect to sign-in, without a gateway call',
    async ({ id, at }) => {
      sandbox.calls.length = 0
      const { pathname, searchParams } = new URL(at, app.origin)
      const asked = dataAddress(pathname, Object.fromEntries(searchParams), id)
      const response = await guest().get(asked)
      expect(response.status).toBe(202)
      expect(await response.text()).toContain('"/login?returnTo=')
      expect(sandbox.calls).toEqual([])
    },
  )

  test('redirects from a trailing slash to the address without one, and keeps the query', async () => {
    const visitor = await signedIn('79051110003')
    const [coupon] = sandbox.state.user('79051110003').coupons
    const one = `/coupons/${coupon!.favoriteId}`
    for (const [asked, wanted] of [
      ['/coupons/', '/coupons'],
      ['/actions/coupons/?tab=mine&utm_source=mail', '/actions/coupons?tab=mine&utm_source=mail'],
      [`${one}/`, one],
    ] as const) {
      const answer = await visitor.get(asked)
      expect(answer.headers.get('Location'), asked).toBe(wanted)
      expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
      expect((await visitor.get(wanted)).status).toBe(200)
    }
    expect(await (await visitor.get('/coupons')).text()).toContain(`href="${one}"`)
    expect(await (await visitor.get(one)).text()).toContain('href="/coupons"')
  })

  test('7.21: leads from the payload address of a page to its data', async () => {
    const guest = createVisitor(app.origin)
    const moved = await guest.get('/contacts/_payload.json?1a2b3c')
    expect(moved.headers.get('Location')).toBe('/contacts.data')
    const data = await guest.get('/contacts.data')
    expect([data.status, data.headers.get('X-Remix-Response')]).toEqual([200, 'yes'])
  })

  test.each(['//evil.example/', '/\\evil.example/', '/%2f%2fevil.example/', '/%5cevil.example/'])(
    'a trailing slash redirects to no other site: %s',
    async (path) => {
      const answer = await ask(path)
      expect(/^location: (.*)$/im.exec(answer)?.[1] ?? '/nowhere').toMatch(/^\/[^/\\]/)
    },
  )
})
