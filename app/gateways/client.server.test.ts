import type { ServerResponse } from 'node:http'

import { describe, expect, it, vi } from 'vitest'

import { gatewayConfig } from './client.server'
import type { Call } from './endpoint.server'
import { GatewayError } from './gateway-error.server'
import {
  optional,
  personal,
  phone,
  read,
  refused,
  write,
  openClient,
} from '../../tests/support/gateway-client'
import { json } from '../../tests/support/local-gateway'

const { gateway, start } = await openClient()

it('7.1, 7.2: a client has the addresses and names of the settings', () => {
  const settings = {
    WEB_GATEWAY_URL: 'https://gateway.example/webgate',
    MAGNIT_ID_GATEWAY_URL: 'https://gateway.example/magnit-id',
    FRAUD_PROTECTION_URL: 'https://fraud.example',
    CAPTCHA_PROVIDER: 'none',
    CLIENT_NAME: 'april',
    LOYALTY_TYPE: 'April-loyalty',
    APP_VERSION: '1.2.3',
    GATEWAY_TIMEOUT_MS: 4000,
  }
  expect(gatewayConfig(settings as Parameters<typeof gatewayConfig>[0])).toEqual({
    webUrl: 'https://gateway.example/webgate',
    magnitIdUrl: 'https://gateway.example/magnit-id',
    fraudUrl: 'https://fraud.example',
    captchaUrl: undefined,
    clientName: 'april',
    loyaltyType: 'April-loyalty',
    appVersion: '1.2.3',
    timeoutMs: 4000,
  })
})

describe('retries', () => {
  it.each([500, 501, 502, 503, 504, 599])(
    '8.1: retry a read once after a %i and a short pause',
    async (status) => {
      const { call, events } = start()
      gateway.response((response, _, count) =>
        count === 1 ? json(response, status, {}) : json(response, 200, { id: '1' }),
      )
      const startedAt = performance.now()
      expect(await call(read)).toEqual({ id: '1' })
      expect(performance.now() - startedAt).toBeGreaterThan(45)
      expect(gateway.received).toHaveLength(2)
      const event = { endpoint: 'GET /v1/thing', ms: expect.any(Number), requestId: 'request-1' }
      expect(events).toEqual([
        { ...event, status, kind: 'http', attempt: 1 },
        { ...event, status: 200, kind: null, attempt: 2 },
      ])
    },
  )

  it('8.1: stop after the second 500, and do not happen when the caller forbids them', async () => {
    const { call } = start()
    gateway.response((response) => json(response, 500, {}))
    await refused(call(read, { isNotRetried: true }))
    expect(gateway.received).toHaveLength(1)
    gateway.response((response) => json(response, 500, {}))
    expect(await refused(call(read))).toMatchObject({
      kind: 'http',
      status: 500,
      isServerSide: true,
    })
    expect(gateway.received).toHaveLength(2)
  })

  it.each([
    ['before the answer', false],
    ['in the middle of the body', true],
  ])('retry a read once when the connection breaks %s', async (_, midBody) => {
    const { call } = start()
    gateway.response((response, __, count) => {
      if (count > 1) return json(response, 200, { id: '2' })
      if (!midBody) return response.destroy()
      response.writeHead(200, { 'Content-Length': '100' }).write('{"id"')
      setTimeout(() => response.destroy(), 20)
    })
    expect(await call(read)).toEqual({ id: '2' })
    expect(gateway.received).toHaveLength(2)
  })

  it.each([400, 403, 404, 409, 422, 429, 499])('8.1, 8.2: do not follow %i', async (status) => {
    const { call } = start()
    gateway.response((response) => json(response, status, {}))
    const isServerSide = status === 429
    const error = { kind: 'http', status, isClientError: !isServerSide, isServerSide }
    expect(await refused(call(read))).toMatchObject(error)
    expect(gateway.received).toHaveLength(1)
  })

  it('8.1: do not follow a 503 with Retry-After', async () => {
    const { call } = start()
    gateway.response((response) => response.writeHead(503, { 'Retry-After': '30' }).end())
    expect(await refused(call(read))).toMatchObject({ status: 503, retryAfterSeconds: 30 })
    expect(gateway.received).toHaveLength(1)
  })

  it.each([
    ['relative to the Date header', 'Mon, 23 Nov 2026 10:00:30 GMT', 30],
    ['as 0 when it has passed', 'Mon, 23 Nov 2026 09:59:00 GMT', 0],
    ['as none when its day is invalid', 'Mon, 99 Nov 2026 10:00:30 GMT', undefined],
    ['as none when it is no date', 'soon', undefined],
  ])('read the seconds to wait from a date in Retry-After %s', async (_, until, seconds) => {
    const { call } = start()
    const Date = 'Mon, 23 Nov 2026 10:00:00 GMT'
    gateway.response((response) => response.writeHead(503, { Date, 'Retry-After': until }).end())
    expect((await refused(call(read))).retryAfterSeconds).toBe(seconds)
    expect(gateway.received).toHaveLength(seconds ? 1 : 2)
  })

  it('do not happen when too little time is left', async () => {
    const { call } = start()
    // A retry needs a fifth of a second after its pause.
    gateway.response((response) => setTimeout(() => json(response, 500, {}), 80))
    expect(await refused(call(read, { deadlineMs: 300 }))).toMatchObject({ status: 500 })
    expect(gateway.received).toHaveLength(1)
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['a 500', (response) => json(response, 500, {})],
    ['a broken connection', (response) => void response.destroy()],
  ])('8.1: never happen for a one-shot call after %s', async (_, answer) => {
    const { call } = start()
    gateway.response(answer)
    await refused(call(write, { body: { phone: '79001234567' } }))
    expect(gateway.received).toHaveLength(1)
  })
})

describe('the deadline', () => {
  it.each([
    ['the call names', { ...read, deadlineMs: 9000 }, { deadlineMs: 150 }, undefined],
    ['the endpoint names, when the call names none', { ...read, deadlineMs: 150 }, {}, undefined],
    ['the configuration names, when neither names one', read, {}, { timeoutMs: 150 }],
  ])('is what %s, and ends a call that gets no answer', async (_, endpoint, options, config) => {
    const { call, events } = start({}, config)
    gateway.response(() => {})
    const startedAt = performance.now()
    expect(await refused(call(endpoint, options))).toMatchObject({ kind: 'timeout' })
    expect(performance.now() - startedAt).toBeLessThan(1500)
    expect(events).toMatchObject([{ kind: 'timeout', status: null }])
  })

  it('covers a slowly dripping body, and closes the connection', async () => {
    const { call } = start()
    let closedAt = 0
    gateway.response((response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => {
        clearInterval(drip)
        closedAt = performance.now()
      })
    })
    const startedAt = performance.now()
    expect(await refused(call(read, { deadlineMs: 200 }))).toMatchObject({ kind: 'timeout' })
    expect(performance.now() - startedAt).toBeLessThan(1500)
    await expect.poll(() => closedAt).toBeGreaterThan(0)
  })

  it('covers the wait for a token', async () => {
    const { call } = start({ accessToken: () => new Promise(() => {}) })
    expect(await refused(call(personal, { deadlineMs: 50 }))).toMatchObject({ kind: 'timeout' })
    expect(gateway.received).toHaveLength(0)
  })

  it('still returns the status of a refusal with an endless body', async () => {
    const { call } = start()
    gateway.response((response) => response.writeHead(422).write('{"code":'))
    expect(await refused(call(read, { deadlineMs: 800 }))).toMatchObject({
      kind: 'http',
      status: 422,
    })
  })

  it('is not reported when the caller cancelled the call', async () => {
    const { call } = start()
    gateway.response(() => {})
    const caller = new AbortController()
    const called = call(read, { signal: caller.signal })
    const reason = new Error('left')
    setTimeout(() => caller.abort(reason), 30)
    await expect(called).rejects.toBe(reason)
    await expect(call(read, { signal: caller.signal })).rejects.toBe(reason)
  })
})

describe('tokens', () => {
  it('5.2: that are required and absent throw without a call', async () => {
    const { call } = start({ accessToken: async () => null })
    const error = await refused(call(personal))
    expect(error).toMatchObject({ kind: 'unauthorized', isUnauthorized: true })
    expect(error.message).toBe('Отсутствует JWT-токен для запроса /v1/mine')
    expect(gateway.received).toHaveLength(0)
  })

  it('6.2: that are optional and absent are left out', async () => {
    const { call } = start({ accessToken: async () => null })
    await call(optional)
    expect(gateway.received[0]!.headers).not.toHaveProperty('authorization')
  })

  it('6.2: are not requested for an endpoint without a token', async () => {
    const accessToken = vi.fn(async () => 'token-1')
    const { call } = start({ accessToken })
    await call(read)
    expect(accessToken).not.toHaveBeenCalled()
  })

  it.each([
    ['a read', (call: Call) => call(personal)],
    ['a one-shot call', (call: Call) => call(write, phone)],
  ])('6.2, 8.2: are renewed after a 401, and %s is sent again', async (_, make) => {
    const renewAccessToken = vi.fn(async () => 'token-2')
    const { call } = start({ renewAccessToken })
    gateway.response((response, { headers }) =>
      headers.authorization === 'Bearer token-2'
        ? response.writeHead(204).end()
        : json(response, 401, {}),
    )
    await make(call)
    expect(renewAccessToken.mock.calls).toEqual([['token-1']])
    expect(gateway.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ])
  })

  it.each([
    ['none', null, 1],
    ['the same as before', 'token-1', 1],
    ['one that gets a 401, too', 'token-2', 2],
  ])('8.2: are renewed once after a 401 when the new one is: %s', async (_, renewed, calls) => {
    const renewAccessToken = vi.fn(async () => renewed)
    const { call } = start({ renewAccessToken })
    gateway.response((response) => json(response, 401, {}))
    expect(await refused(call(personal))).toMatchObject({ status: 401, isUnauthorized: true })
    expect(gateway.received).toHaveLength(calls)
    expect(renewAccessToken).toHaveBeenCalledTimes(1)
  })

  it('are not renewed after a 401 of an endpoint without a token', async () => {
    const renewAccessToken = vi.fn(async () => 'token-2')
    const { call } = start({ renewAccessToken })
    gateway.response((response) => json(response, 401, {}))
    expect(await refused(call(read))).toMatchObject({ status: 401 })
    expect(renewAccessToken).not.toHaveBeenCalled()
  })

  it('that cannot be renewed throw the error of the renewal', async () => {
    const failure = new GatewayError({ kind: 'timeout', endpoint: 'POST /v1/auth/token/refresh' })
    const { call } = start({ renewAccessToken: () => Promise.reject(failure) })
    gateway.response((response) => json(response, 401, {}))
    await expect(call(personal)).rejects.toBe(failure)
  })
})
