import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { untilEnd } from '../support/site'
import { createVisitor } from '../support/visitor'

const SEND = 'POST /v1/auth/otp'
const CHECK = 'POST /v1/auth/otp/check'

let nextPhone = 79054440000

const sandbox = untilEnd(await startSandbox({ port: 0 }))

const newPhone = () => String((nextPhone += 1))
const count = (endpoint: string) =>
  sandbox.sandbox.calls.filter((call) => call.endpoint === endpoint).length

describe('limits by address', () => {
  // 30 reads and 6 writes a minute.
  let app: AppProcess
  let proxied: AppProcess

  beforeAll(async () => {
    const settings = { ADDRESS_LIMIT_FACTOR: '0.01' }
    ;[app, proxied] = await Promise.all([
      startApp(sandbox.url, settings),
      startApp(sandbox.url, { ...settings, TRUST_PROXY: '1' }),
    ])
  })

  afterAll(async () => {
    await Promise.all([app.stop(), proxied.stop()])
  })

  test('T41 count requests with forged address headers as one client, and show a readable page', async () => {
    const visitor = createVisitor(app.origin)
    const responses = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const forged = `203.0.113.${index}`
        const headers = {
          'x-forwarded-for': forged,
          'x-real-ip': forged,
          'cf-connecting-ip': forged,
          forwarded: `for=${forged}`,
        }
        return visitor.get('/terms', headers)
      }),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(30)
    const late = responses.filter(({ status }) => status === 429)
    expect(late).toHaveLength(170)
    const waits = late.map(({ headers }) => Number(headers.get('Retry-After')))
    // Ten seconds at most spread the clients.
    expect(Math.max(...waits)).toBeGreaterThan(Math.min(...waits))
    expect(Math.max(...waits)).toBeLessThanOrEqual(70)
    expect(Math.min(...waits)).toBeGreaterThan(0)

    const refused = await visitor.get('/terms')
    const page = await refused.text()
    expect(page).toContain('Слишком много запросов')
    expect(page).toContain('Подождите минуту')
    expect(refused.headers.get('Cache-Control')).toBe('private, no-store')
    expect(refused.headers.get('Content-Security-Policy')).toContain(`object-src 'none'`)
  })

  test('T41 count requests of pages of another build, too', async () => {
    const visitor = createVisitor(proxied.origin)
    const address = { 'x-forwarded-for': '198.51.100.77' }
    for (let turn = 0; turn < 30; turn += 1)
      await visitor.get('/today.data', { ...address, 'x-build': 'another' })
    expect((await visitor.get('/terms', address)).status).toBe(429)
  })

  test('T41 respond above the limit to .data with a document load, and to JSON requests with JSON', async () => {
    const visitor = createVisitor(app.origin)
    const data = await visitor.get('/catalog.data?page=2&_routes=root')
    expect(data.status).toBe(202)
    expect(await data.text()).toContain('"/catalog?page=2"')
    const json = await visitor.get('/qr/code', { accept: 'application/json' })
    expect(json.status).toBe(429)
    expect(await json.json()).toEqual({ retryAfterSeconds: expect.any(Number) })
  })

  test('T53 exempt files and health checks, and count writes separately', async () => {
    const visitor = createVisitor(app.origin)
    for (const path of ['/healthz', '/readyz', '/favicon.svg', '/sw.js'])
      expect((await visitor.get(path)).status, path).toBe(200)
    const before = sandbox.sandbox.calls.length
    const statuses = []
    for (let post = 0; post < 8; post++)
      statuses.push((await visitor.post('/consent', { choice: 'all' })).status)
    expect(statuses).toEqual([303, 303, 303, 303, 303, 303, 429, 429])
    // Sign-in is never refused by address.
    expect((await visitor.post('/login', { phone: 'x' })).status).toBe(422)
    expect((await visitor.get('/login')).status).toBe(200)
    expect(sandbox.sandbox.calls).toHaveLength(before)
  })

  test('T53 refuse one client behind a configured proxy, and no other', async () => {
    const visitor = createVisitor(proxied.origin)
    const from = (client: string) =>
      visitor.get('/terms', { 'x-forwarded-for': `198.51.100.1, ${client}` })
    for (let request = 0; request < 40; request++) await from('203.0.113.7')
    expect((await from('203.0.113.7')).status).toBe(429)
    expect((await from('203.0.113.8')).status).toBe(200)
    // A whole IPv6 /64 is one client.
    for (let request = 0; request < 40; request++) await from(`2001:db8:1:2::${request}`)
    expect((await from('2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await from('2001:db8:1:3::1')).status).toBe(200)
  })

  test('T17 T53 do not count requests that another site causes', async () => {
    const visitor = createVisitor(proxied.origin)
    const address = { 'x-forwarded-for': '198.51.100.99' }
    const elsewhere = { ...address, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
    const report = { ...elsewhere, 'content-type': 'application/csp-report' }
    for (let turn = 0; turn < 40; turn += 1) {
      await visitor.get('/robots.txt', { ...elsewhere, 'sec-fetch-dest': 'image' })
      await visitor.post('/login', {}, elsewhere)
      await visitor.post('/csp-reports', {}, report)
    }
    expect((await visitor.get('/terms', address)).status).toBe(200)
    const sent = await visitor.post('/login', { phone: 'x' }, address)
    expect(sent.status).toBe(422)
    expect(await sent.text()).not.toContain('name="captchaId"')
  })
})

describe('an address with many sign-in attempts', () => {
  /** Requests a code as a new visitor; returns the captcha's question, if any. */
  async function ask(app: AppProcess, phone: string, fields: Record<string, string> = {}) {
    const visitor = createVisitor(app.origin)
    const response = await visitor.post('/login', { phone, ...fields })
    const captchaId = /name="captchaId" value="([\w-]+)"/.exec(await response.text())?.[1]
    return { path: response.headers.get('Location'), captchaId }
  }

  test('T03 T04 needs a captcha for each SMS after the first without a right code', async () => {
    const app = await startApp(sandbox.url, { ADDRESS_LIMIT_FACTOR: '1' })
    const { captcha } = sandbox.sandbox.state
    expect((await ask(app, newPhone())).path).toBe('/login/code')

    const sent = count(SEND)
    const { captchaId = '' } = await ask(app, newPhone())
    expect(captchaId).not.toBe('')
    expect((await ask(app, newPhone(), { captchaId: '', captchaAnswer: '' })).path).toBeNull()
    expect(count(SEND)).toBe(sent)

    const phone = newPhone()
    const answered = { captchaId, captchaAnswer: captcha.answer(captchaId) ?? '' }
    expect((await ask(app, phone, answered)).path).toBe('/login/code')
    expect(count(SEND)).toBe(sent + 1)
    // The same token for another phone: the gateway is not called.
    expect((await ask(app, newPhone(), answered)).captchaId).toBeTruthy()
    expect(count(SEND)).toBe(sent + 1)
    // Invented tokens, and one of another provider.
    for (const invented of [
      { captchaId, captchaAnswer: '99' },
      { captchaId: crypto.randomUUID(), captchaAnswer: '7' },
      { 'smart-token': 'anything-fresh' },
    ] as Record<string, string>[])
      expect((await ask(app, newPhone(), invented)).path).toBeNull()
    expect(count(SEND)).toBe(sent + 1)
    expect(sandbox.sandbox.inbox.texts(phone)).toHaveLength(1)
    await app.stop()
  })

  test('T02 reaches the gateway with 20 of 60 wrong codes for 60 phones where no captcha is offered', async () => {
    const app = await startApp(sandbox.url, {
      ADDRESS_LIMIT_FACTOR: '1',
      CAPTCHA_PROVIDER: 'none',
    })
    const checks = count(CHECK)
    for (let round = 0; round < 60; round++) {
      const visitor = createVisitor(app.origin)
      await visitor.post('/login', { phone: newPhone() })
      if (visitor.cookies.has('v1_otp')) await visitor.post('/login/code', { code: '00000' })
    }
    expect(count(CHECK) - checks).toBe(20)
    await app.stop()
  })
})
