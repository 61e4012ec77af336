import { afterAll, describe, expect, test } from 'vitest'

import { getVersion } from '../../scripts/runtime'
import { freePort } from '../../scripts/local-server'
import { appNode } from '../support/app-process'
import { startSite } from '../support/site'
import { startRedis } from '../support/redis'
import { postAsPerson } from '../support/person'
import { pushSettings } from '../support/push-settings'
import { signIn } from '../support/visitor'

const PHONE = '79054440011'
const REFRESH = 'POST /v1/auth/token/refresh'

const redis = await startRedis()
const metricsPort = await freePort()
const { app, sandbox, guest, signedIn } = await startSite({
  METRICS_PORT: String(metricsPort),
  REDIS_URL: redis.url,
  ...pushSettings,
})
const visitor = guest()
afterAll(async () => {
  await app.stop()
  await redis.stop()
})

const scrape = () => fetch(`http://127.0.0.1:${metricsPort}/metrics`)

/** The value of a sample with these labels, exactly or among others; 0 without one. */
async function sample(name: string, labels: Record<string, string> = {}): Promise<number> {
  const lines = (await (await scrape()).text()).split('\n')
  const isIt = (line: string) =>
    line.startsWith(`${name}{`) || (Object.keys(labels).length === 0 && line.startsWith(`${name} `))
  return lines
    .filter(isIt)
    .filter((line) =>
      Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)),
    )
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}

const answered = (route: string, status: string, method = 'GET') =>
  sample('april_http_request_duration_seconds_count', { route, status, method })

test('metrics are served in the format of Prometheus, on their own port only', async () => {
  const response = await scrape()
  expect(response.headers.get('Content-Type')).toContain('text/plain')
  const text = await response.text()
  for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'])
    expect(text).toContain(name)
  expect((await fetch(`${app.origin}/metrics`)).status).toBe(404)
})

test('metrics report the build information with the Node version', async () => {
  expect(await sample('april_build_info', { node: getVersion(appNode) ?? '' })).toBe(1)
})

describe('metrics count', () => {
  test('a sent text, a wrong code, a right code and the sign-in', async () => {
    await visitor.post('/login', { phone: PHONE })
    const code = sandbox.inbox.lastCode(PHONE) ?? ''
    await visitor.post('/login/code', { code: code === '54321' ? '12345' : '54321' })
    await postAsPerson(visitor, sandbox.state, '/login/code', { code })
    expect(await sample('april_codes_requested_total', { outcome: 'sent' })).toBe(1)
    expect(await sample('april_codes_checked_total', { outcome: 'wrong' })).toBe(1)
    expect(await sample('april_codes_checked_total', { outcome: 'right' })).toBe(1)
    expect(await sample('april_sign_ins_total', { outcome: 'done' })).toBe(1)
  })

  test('responses by route and status: pages, their data, files and unknown addresses', async () => {
    expect((await visitor.get('/coupons')).status).toBe(200)
    expect((await visitor.get('/coupons.data')).status).toBe(200)
    await visitor.get('/coupons/no-such-coupon')
    await visitor.get('/favicon.svg')
    await visitor.get('/assets/gone.js')
    await visitor.get('/no/such/page')
    await visitor.get('/a//b')
    expect(await answered('coupons/coupons.screen', '200')).toBe(2)
    expect(await answered('coupons/coupon.screen', '404')).toBe(1)
    expect(await answered('asset', '200')).toBe(1)
    expect(await answered('asset', '404')).toBe(1)
    expect(await answered('framework/not-found.screen', '404')).toBe(2)
    expect(await answered('refused', '404')).toBe(1)
  })

  test('the request of a visitor who left before the response as aborted', async () => {
    sandbox.faults.add({ endpoint: '*', mode: 'latency', latencyMs: 1000, times: 20 })
    const { calls } = sandbox
    const before = calls.length
    const isAsked = expect.poll(() => calls.length).toBeGreaterThan(before)
    await visitor.abandon('/profile/cards', isAsked)
    await expect.poll(() => answered('profile/cards.screen', 'aborted')).toBe(1)
    sandbox.faults.clear()
  })

  test('token refreshes as renewed, as shared by a parallel request, and as rejected', async () => {
    const { settings } = sandbox.state
    settings.accessTokenLifeSeconds = 0
    const shopper = await signedIn('79054440012')
    const late = await signedIn('79054440013')
    settings.accessTokenLifeSeconds = 300
    await Promise.all([shopper.copy().get('/qr'), shopper.get('/qr')])
    sandbox.faults.add({ endpoint: REFRESH, mode: 'status', status: 401, times: 1 })
    await late.get('/qr')
    for (const [outcome, count] of Object.entries({ renewed: 1, shared: 1, rejected: 1 }))
      expect([outcome, await sample('april_token_refreshes_total', { outcome })]).toEqual([
        outcome,
        count,
      ])
  })

  test('pushes to unknown tokens as gone', async () => {
    const answer = await visitor.postJson(
      '/push/messages',
      { tokens: ['invented', 'invented too'], notification: { title: 'Новости', text: '' } },
      { authorization: `Bearer ${pushSettings.PUSH_RELAY_TOKEN}` },
    )
    expect(await answer.json()).toEqual({ results: ['gone', 'gone'] })
    expect(await sample('april_push_messages_total', { outcome: 'gone' })).toBe(2)
  })
})

test('metrics report the breaker of a gateway as open while it is down, and as closed before', async () => {
  const shoppers = [visitor, guest(), guest()]
  for (const [at, shopper] of shoppers.slice(1).entries())
    await signIn(shopper, sandbox, `7905444002${at}`)
  // Work for disconnected clients may still be under way.
  await expect.poll(() => sample('april_gateway_calls_under_way')).toBe(0)
  const isOpen = () => sample('april_gateway_breaker_open', { gateway: 'web', endpoint: 'all' })
  expect(await isOpen()).toBe(0)
  const calls = (labels = {}) => sample('april_gateway_call_duration_seconds_count', labels)
  const before = [await calls(), sandbox.calls.length, await calls({ status: 'none' })]
  sandbox.faults.add({ endpoint: '*', mode: 'status', status: 503 })
  for (let page = 0; page < 4; page++) for (const shopper of shoppers) await shopper.get('/today')
  expect(await isOpen()).toBe(1)
  expect(await sample('april_gateway_failures_total', { kind: 'open' })).toBeGreaterThan(0)
  expect(await sample('april_gateway_failures_total', { kind: 'http' })).toBeGreaterThan(9)
  // Calls that the breaker refused have no other sample, because none was made.
  const after = [await calls(), sandbox.calls.length, await calls({ status: 'none' })]
  expect(after[0]! - before[0]!).toBe(after[1]! - before[1]!)
  expect(after[2]).toBe(before[2])
  await expect.poll(() => sample('april_gateway_calls_under_way')).toBe(0)
  sandbox.faults.clear()
})

test('metrics report an unreachable Redis as down', async () => {
  expect(await sample('april_redis_up', { role: 'state' })).toBe(1)
  await redis.stop()
  await expect.poll(() => sample('april_redis_up', { role: 'state' })).toBe(0)
})

test('metrics have no label with a value of a visitor, and a bounded number of series', async () => {
  // Without the values, which may contain any digits.
  const text = (await (await scrape()).text()).replace(/ [-+.\de]+$/gm, '')
  const { users, refreshTokens } = sandbox.state
  const cards = [...users.values()].flatMap((user) => user.cards)
  const ids = [...users.values()].map(({ userId }) => userId)
  for (const canary of [
    PHONE,
    PHONE.slice(1),
    '9000000001',
    ...cards,
    ...ids,
    ...refreshTokens.keys(),
  ])
    expect(text).not.toContain(canary)
  for (const invented of ['no-such-coupon', 'no/such', 'gone.js'])
    expect(text).not.toContain(invented)
  const routes = new Set([...text.matchAll(/route="([^"]+)"/g)].map(([, route]) => route))
  for (const route of routes)
    expect(route).toMatch(
      /^([a-z-]+\/[a-z/-]+(\.(screen|action|resource))?|actions-coupons?|asset|moved|refused)$/,
    )
})
