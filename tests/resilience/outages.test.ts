import { afterAll, afterEach, describe, expect, test } from 'vitest'

import { freePort } from '../../scripts/local-server'
import { startApp } from '../support/app-process'
import { startSite } from '../support/site'
import { expectHealthy } from '../support/health'
import { timed } from '../support/timed'
import { createVisitor, signIn } from '../support/visitor'
import { LACKS_DATA } from '../support/lacks-data'

/** One address for all processes, so that a session moves between them. */
const SITE = 'http://localhost:3999'

const PHONE = '79087000001'

const { app, server, sandbox, newPhone } = await startSite(
  { PUBLIC_ORIGIN: SITE },
  { accessTokenLifeSeconds: 3600 },
)
const shopper = createVisitor(app.address, SITE)
await signIn(shopper, sandbox, PHONE)
await shopper.get('/today')

afterEach(() => sandbox.faults.clear())

afterAll(() => expectHealthy(app))

const getCalls = (name: string) => sandbox.calls.filter(({ endpoint }) => endpoint === name).length

describe('both gateways', () => {
  const outages = async () => ({
    'refuse connections': {
      WEB_GATEWAY_URL: `http://127.0.0.1:${await freePort()}/webgate`,
      MAGNIT_ID_GATEWAY_URL: `http://127.0.0.1:${await freePort()}/magnit-id`,
    },
    'have no address': {
      WEB_GATEWAY_URL: 'http://gateway.invalid/webgate',
      MAGNIT_ID_GATEWAY_URL: 'http://gateway.invalid/magnit-id',
    },
    'do not speak TLS': {
      WEB_GATEWAY_URL: `${server.url.replace('http', 'https')}/webgate`,
      MAGNIT_ID_GATEWAY_URL: `${server.url.replace('http', 'https')}/magnit-id`,
    },
  })

  test.each(['refuse connections', 'have no address', 'do not speak TLS'] as const)(
    '%s: public pages are served, screens have failed blocks, no session ends',
    async (kind) => {
      const env = (await outages())[kind]
      const lonely = await startApp(server.url, { PUBLIC_ORIGIN: SITE, ...env })
      const visitor = shopper.copy(lonely.address)
      for (const path of ['/', '/terms', '/login'])
        expect((await createVisitor(lonely.address, SITE).get(path)).status).toBe(200)
      for (const path of ['/today', '/qr', '/profile', '/coupons', '/catalog', '/stores']) {
        const { value: response, ms } = await timed(visitor.get(path))
        expect(response.status, path).toBe(200)
        expect(await response.text(), path).toMatch(LACKS_DATA)
        expect(ms, path).toBeLessThan(4800)
      }
      // A text that cannot have been sent is not counted.
      const guest = createVisitor(lonely.address, SITE)
      for (let times = 0; times < 4; times += 1) {
        const login = await guest.post('/login', { phone: '79087000002' })
        expect(login.status).toBe(422)
        expect(await login.text()).toContain('Код не отправлен')
      }
      // The breaker is open, so no page waits for the failing gateway.
      for (let visit = 0; visit < 5; visit += 1) await visitor.get('/today')
      // A systematic wait is in each round, a delay of a busy machine is not.
      const visits: number[] = []
      for (let visit = 0; visit < 5; visit += 1)
        visits.push((await timed(visitor.get('/today'))).ms)
      expect(Math.min(...visits)).toBeLessThan(300)
      expect(visitor.cookies.has('v1_jwt')).toBe(true)
      for (const path of ['/healthz', '/readyz']) expect((await visitor.get(path)).status).toBe(200)
      expect(await (await shopper.copy().get('/qr')).text()).toContain('QR-код карты для кассы')
      await expectHealthy(lonely)
    },
  )
})

test('200 ms more for each call delay a page once, not once per call', async () => {
  sandbox.faults.add({ endpoint: '*', mode: 'latency', latencyMs: 200 })
  for (const path of ['/today', '/qr', '/profile']) {
    const visits: number[] = []
    for (let visit = 0; visit < 4; visit += 1) {
      const { value: response, ms } = await timed(shopper.copy().get(path))
      expect(response.status).toBe(200)
      visits.push(ms)
    }
    // A systematic wait is in each round, a delay of a busy machine is not.
    expect(Math.min(...visits), path).toBeLessThan(700)
  }
})

test('a hundred shoppers with a hanging block do not delay the card of others', async () => {
  const others = Array.from({ length: 100 }, () => createVisitor(app.address, SITE))
  for (const other of others) await signIn(other, sandbox, newPhone())
  sandbox.faults.add({ endpoint: 'GET /v2/user/coupons', mode: 'hang' })
  const waiting = others.map((other) => other.get('/coupons'))
  await new Promise((resolve) => setTimeout(resolve, 500))
  const times: number[] = []
  for (let visit = 0; visit < 20; visit += 1) {
    const { value: response, ms } = await timed(shopper.copy().get('/qr'))
    expect(await response.text()).toContain('QR-код карты для кассы')
    times.push(ms)
  }
  // The block has a second and a half.
  expect(times.sort((one, other) => one - other)[10]).toBeLessThan(1000)
  for (const response of await Promise.all(waiting)) {
    expect(response.status).toBe(200)
    expect(await response.text()).toMatch(LACKS_DATA)
  }
})

test('sixty concurrent visitors of an uncached page cause one call per endpoint', async () => {
  sandbox.calls.length = 0
  const copies = Array.from({ length: 60 }, () => {
    const visitor = shopper.copy()
    visitor.cookies.set('v1_store', '500768')
    return visitor
  })
  const answers = await Promise.all(
    copies.map((visitor) => visitor.get('/search?q=%D0%BA%D0%B5%D1%84%D0%B8%D1%80&page=2')),
  )
  for (const response of answers) expect(response.status).toBe(200)
  const asked = sandbox.calls.map(
    ({ endpoint, path, query, body }) => `${endpoint} ${path} ${JSON.stringify([query, body])}`,
  )
  const searches = asked.filter((each) => each.startsWith('POST /v2/goods/search'))
  expect(searches.length).toBeGreaterThan(0)
  expect(searches.length).toBe(new Set(searches).size)
})

test('a gateway that refuses every token ends no session and causes no redirect loop', async () => {
  const visitor = createVisitor(app.address, SITE)
  const phone = newPhone()
  await signIn(visitor, sandbox, phone)
  await visitor.get('/profile/cards')
  sandbox.faults.add({
    endpoint: 'GET /v3/user/balance',
    mode: 'status',
    status: 401,
    phone,
  })
  sandbox.calls.length = 0
  const response = await visitor.get('/profile/stars')
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('Баланс не загрузился')
  expect(getCalls('GET /v3/user/balance')).toBe(2)
  expect(getCalls('POST /v1/auth/token/refresh')).toBe(1)
})
