import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { freePort } from '../../scripts/local-server'
import { startApp, type AppProcess } from '../support/app-process'
import { listen } from '../support/listen'
import { readMetrics } from '../support/metrics'
import { untilEnd } from '../support/site'
import { createVisitor } from '../support/visitor'

const SEND = 'POST /v1/auth/otp'
const SECRET = 'the-secret-of-the-captcha'

let nextPhone = 79055550000

const sandbox = untilEnd(await startSandbox({ port: 0 }))

const newPhone = () => String((nextPhone += 1))
const sent = () => sandbox.sandbox.calls.filter(({ endpoint }) => endpoint === SEND).length

/** Requests a code as a new visitor; returns the target of the redirect, or null. */
async function ask({ origin }: AppProcess, fields: Record<string, string> = {}) {
  const answer = await createVisitor(origin).post('/login', { phone: newPhone(), ...fields })
  return answer.headers.get('Location')
}

/** One SMS of an address without a captcha, and two where none can be verified. */
const byAddress = { ADDRESS_LIMIT_FACTOR: '0.01' }

describe('the budget of SMS for the whole shop', () => {
  let app: AppProcess
  let metricsPort: number

  beforeAll(async () => {
    metricsPort = await freePort()
    // A captcha precedes the budget.
    app = await startApp(sandbox.url, {
      TEXTS_PER_MINUTE: '3',
      METRICS_PORT: String(metricsPort),
      CAPTCHA_PROVIDER: 'none',
    })
  })
  afterAll(() => app.stop())

  test('T03 is consumed before the gateway call; a used budget shows everybody when to return', async () => {
    const before = sent()
    const paths = await Promise.all(Array.from({ length: 8 }, () => ask(app)))
    expect(paths.filter((path) => path === '/login/code')).toHaveLength(3)
    expect(paths.filter((path) => path === '/login/pause')).toHaveLength(5)
    expect(sent() - before).toBe(3)

    const visitor = createVisitor(app.origin)
    await visitor.post('/login', { phone: newPhone() })
    const page = await visitor.get('/login/pause')
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
    expect(await page.text()).toContain('Коды отправим чуть позже')
    const metrics = await readMetrics(metricsPort)
    expect(metrics).toMatch(/april_limits_hit_total\{limit="smsInMinute"\} 6/)
  })
})

describe('an answer to SmartCaptcha', () => {
  let service: Server
  let url: string
  let asked: URLSearchParams[] = []
  let isAway = false

  beforeAll(async () => {
    service = createServer(async (request, response) => {
      const fields = new URLSearchParams(await text(request))
      asked.push(fields)
      if (isAway) response.statusCode = 500
      const isRight = fields.get('token') === 'right' && fields.get('secret') === SECRET
      response.end(JSON.stringify({ status: isRight ? 'ok' : 'failed', message: '' }))
    })
    url = `http://127.0.0.1:${await listen(service)}/validate`
  })
  afterAll(() => service.close())

  const settings = { CAPTCHA_PROVIDER: 'smartcaptcha', CAPTCHA_SITE_KEY: 'site-key' }
  /** Whether the token reached the gateway, which does not accept it. */
  const isPassedOn = async (app: AppProcess, token: string) => {
    const before = sent()
    const path = await ask(app, { 'smart-token': token })
    return { isPassedOn: sent() > before, path }
  }

  test("T04 is accepted after the provider's check with the secret", async () => {
    const verified = { CAPTCHA_SECRET_KEY: SECRET, CAPTCHA_VERIFY_URL: url }
    const app = await startApp(sandbox.url, { ...settings, ...byAddress, ...verified })
    await ask(app)
    asked = []
    expect(await isPassedOn(app, 'wrong')).toEqual({ isPassedOn: false, path: null })
    expect(await isPassedOn(app, 'right')).toMatchObject({ isPassedOn: true })
    expect(asked.map((fields) => fields.get('ip'))).toEqual(['127.0.0.1', '127.0.0.1'])
    isAway = true
    // The gateway refuses the token, so no SMS is sent.
    expect(await isPassedOn(app, 'another')).toEqual({ isPassedOn: true, path: null })
    isAway = false
    await app.stop()
  })
})
