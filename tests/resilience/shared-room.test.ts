import { setTimeout as sleep } from 'node:timers/promises'

import { Agent, request } from 'undici'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'

import { startSite } from '../support/site'
import { expectHealthy } from '../support/health'
import { createVisitor, signIn, type Visitor } from '../support/visitor'
import { startWatched } from '../support/vitals'

const SITE = 'http://localhost:3999'

const { app, server, sandbox, newPhone } = await startSite(
  { PUBLIC_ORIGIN: SITE },
  { accessTokenLifeSeconds: 3600 },
)

afterEach(() => sandbox.faults.clear())

afterAll(() => expectHealthy(app))

async function newShopper(at = app): Promise<{ visitor: Visitor; phone: string }> {
  const visitor = createVisitor(at.address, SITE)
  const phone = newPhone()
  await signIn(visitor, sandbox, phone)
  await visitor.get('/today')
  return { visitor, phone }
}

const hasCard = async (visitor: Visitor) =>
  (await (await visitor.copy().get('/qr')).text()).includes('QR-код карты для кассы')

/** A shopper who had to wait for others would wait four seconds. */
async function expectCardAtOnce({ visitor }: { visitor: Visitor }): Promise<void> {
  const started = performance.now()
  expect(await hasCard(visitor)).toBe(true)
  expect(performance.now() - started).toBeLessThan(2000)
}

test.each([
  ['a hundred hanging card requests', ['/qr'], 100],
  [
    '210 hanging requests for three screens',
    ['/coupons', '/profile/stars', '/profile/transactions'],
    70,
  ],
])('%s of one shopper do not delay the card of others', async (_, paths, times) => {
  const other = await newShopper()
  const unlucky = await newShopper()
  sandbox.faults.add({ endpoint: '*', gateway: 'web', mode: 'hang', phone: unlucky.phone })
  const waiting = paths.flatMap((path) =>
    Array.from({ length: times }, () => unlucky.visitor.copy().get(path)),
  )
  await sleep(500)
  await expectCardAtOnce(other)
  for (const response of await Promise.all(waiting)) expect(response.status).toBe(200)
})

test('of 700 hanging requests of one shopper some get a 503, and others still get their card', async () => {
  const env = { PUBLIC_ORIGIN: SITE, TRUST_PROXY: '1', GATEWAY_TIMEOUT_MS: '3000' }
  const watched = await startWatched(server.url, env)
  onTestFinished(async () => void (await watched.stop()))
  const other = (await newShopper(watched)).visitor
  const { visitor, phone } = await newShopper(watched)
  sandbox.faults.add({ endpoint: '*', gateway: 'web', mode: 'hang', phone })
  const here = { 'x-forwarded-for': '198.51.100.7' }
  const agent = new Agent({ connections: 700 })
  const ask = async (path: string) => {
    const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { ...here, host: new URL(SITE).host, cookie, accept: 'application/json' }
    const response = await request(watched.address + path, { dispatcher: agent, headers })
    return { status: response.statusCode, bodyText: await response.body.text() }
  }
  const many = (path: string) => Array.from({ length: 700 }, () => ask(path))
  // A busy process accepts connections slowly, so these exist before.
  await Promise.all(many('/healthz'))
  const waiting = many('/qr/code')
  // Only refused calls get a response before the gateway's time-out.
  expect(await Promise.race(waiting)).toEqual({
    status: 503,
    bodyText: expect.stringMatching(/^\{"retryAfterSeconds":[3-6]\}$/),
  })
  for (let look = 0; look < 10; look += 1) {
    const page = await other.copy().get('/qr', { 'x-forwarded-for': '203.0.113.9' })
    expect(await page.text()).toContain('QR-код карты для кассы')
  }
  // No slot stays in use after all have left without a response.
  await Promise.all([agent.destroy(), Promise.allSettled(waiting)])
  await expect.poll(() => watched.metric('april_http_requests_under_way')).toBe(0)
  sandbox.faults.clear()
  expect((await visitor.get('/qr', here)).status).toBe(200)
  await expectHealthy(watched)
})
