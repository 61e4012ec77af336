import { afterAll, describe, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { startApp } from '../support/app-process'
import { untilEnd } from '../support/site'
import { startRedis } from '../support/redis'
import { createVisitor } from '../support/visitor'

const SITE = 'http://localhost:3998'
const SEND = 'POST /v1/auth/otp'
const CHECK = 'POST /v1/auth/otp/check'

let nextPhone = 79053330000

const sandbox = untilEnd(await startSandbox({ port: 0 }))
const redis = untilEnd(await startRedis())
// Without a captcha the limits of phones and codes stand alone.
const bare = { CAPTCHA_PROVIDER: 'none' }
const shared = { ...bare, PUBLIC_ORIGIN: SITE, REDIS_URL: redis.url }
const [app, ...pair] = await Promise.all([
  startApp(sandbox.url, bare),
  startApp(sandbox.url, shared),
  startApp(sandbox.url, shared),
])

afterAll(() => Promise.all([app, ...pair].map((each) => each.stop())))

const newPhone = () => String((nextPhone += 1))
const newcomer = () => createVisitor(app.origin)
const calls = (endpoint: string, phone?: string) =>
  sandbox.sandbox.calls.filter(
    (call) =>
      call.endpoint === endpoint && (!phone || (call.body as { phone: string }).phone === phone),
  )
const getCode = (phone: string) => sandbox.sandbox.inbox.lastCode(phone) ?? ''
/** The n-th wrong code. */
const wrongCode = (phone: string, n = 0) =>
  String((Number(getCode(phone)) + 1 + n) % 100_000).padStart(5, '0')
const getPath = (response: Response) => response.headers.get('Location')

describe('SMS with codes', () => {
  test('T03 one SMS is sent for 50 parallel requests of one phone to two containers with Redis', async () => {
    const phone = newPhone()
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        createVisitor(pair[index % 2 ? 1 : 0].address, SITE).post('/login', { phone }),
      ),
    )
    expect(calls(SEND, phone)).toHaveLength(1)
  })

  test('T03 an SMS that the gateway refuses is not counted, one with a lost response is counted', async () => {
    const phone = newPhone()
    const { faults } = sandbox.sandbox
    faults.add({ endpoint: SEND, mode: 'status', status: 500, times: 2, phone })
    const visitor = newcomer()
    expect((await visitor.post('/login', { phone })).status).toBe(422)
    expect((await visitor.post('/login', { phone })).status).toBe(422)
    faults.add({ endpoint: SEND, mode: 'reset', times: 1, phone })
    expect((await visitor.post('/login', { phone })).status).toBe(422)
    expect(getPath(await visitor.post('/login', { phone }))).toBe('/login/pause')
  })
})

describe('checks of codes', () => {
  test('T01 five of 60 parallel wrong codes to two containers with Redis reach the gateway', async () => {
    const phone = newPhone()
    const visitor = createVisitor(pair[0].address, SITE)
    await visitor.post('/login', { phone })
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        visitor
          .copy(pair[n % 2 ? 1 : 0].address)
          .post('/login/code', { code: wrongCode(phone, n) }),
      ),
    )
    expect(calls(CHECK, phone)).toHaveLength(5)
  })

  test("T06 the code is checked for the phone that it was sent to, not for the form's", async () => {
    const [victim, own] = [newPhone(), newPhone()]
    const visitor = newcomer()
    await visitor.post('/login', { phone: own })
    await visitor.post('/login/code', { code: getCode(own), phone: victim, attemptId: 'x' })
    expect(calls(CHECK, victim)).toHaveLength(0)
    expect(calls(CHECK, own)).toHaveLength(1)
  })
})

describe('whether a phone is registered', () => {
  test('T07 is not visible in the response', async () => {
    // Numbers that begin with 7901 are not registered in the sandbox.
    const phones = [newPhone(), newPhone().replace('7905', '7901')]
    const seen = await Promise.all(
      phones.map(async (phone) => {
        const visitor = newcomer()
        const sent = await visitor.post('/login', { phone })
        const page = await visitor.get('/login/code')
        const wrong = await visitor.post('/login/code', { code: wrongCode(phone) })
        const blind = (text: string) =>
          text
            .replace(/\+7[^<"\\]{10,16}/g, 'PHONE')
            .replace(/"number\\*"(?:,\\*| value=)"[\w-]{16}/g, 'NUMBER')
            .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '')
            .replace(/"(?:from|now)\\*",\d+|\d\d:\d\d/g, '')
        return [
          sent.status,
          getPath(sent),
          blind(await page.text()),
          wrong.status,
          blind(await wrong.text()),
        ]
      }),
    )
    expect(seen[0]).toEqual(seen[1])
  })

  test('T07 is not visible in the time of the response', async () => {
    const times: Record<string, number[]> = { '7905': [], '7901': [] }
    for (let round = 0; round < 20; round++)
      for (const prefix of ['7905', '7901']) {
        const phone = newPhone().replace('7905', prefix)
        const visitor = newcomer()
        const started = performance.now()
        await visitor.post('/login', { phone })
        times[prefix]?.push(performance.now() - started)
      }
    // A systematic difference is in all times; delays of a busy machine are in the longer ones.
    const quarter = (list: number[] = []) => list.sort((a, b) => a - b)[list.length >> 2] ?? 0
    expect(Math.abs(quarter(times['7905']) - quarter(times['7901']))).toBeLessThan(20)
  })
})
