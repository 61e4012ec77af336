import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/v4'

import { endpoint } from './endpoint.server'
import { GatewayError } from './gateway-error.server'
import { createHarness, json, startLocalGateway } from '../../tests/support/local-gateway'
import type { Harness, LocalGateway } from '../../tests/support/local-gateway'
import { id, listOf, nothing } from '~/gateways/shapes/common.server'

const common = { gateway: 'web', method: 'GET', auth: 'none', repeat: true } as const
const read = endpoint({ ...common, path: '/v1/thing', answer: z.object({ id }) })
const personal = endpoint({ ...common, auth: 'required', path: '/v1/mine', answer: nothing })
const optional = endpoint({ ...common, auth: 'optional', path: '/v1/maybe', answer: nothing })
const byId = endpoint({ ...common, path: '/v1/{id}/x', answer: nothing })
const list = endpoint({
  ...common,
  path: '/v1/list',
  answer: z.object({ items: listOf(z.object({ id })) }),
})
const write = endpoint({
  ...common,
  method: 'POST',
  auth: 'required',
  repeat: false,
  path: '/v1/write',
  request: z.object({ phone: z.string().regex(/^7\d{10}$/) }),
  answer: nothing,
})
const phone = { body: { phone: '79001234567' } }
/** It may have happened. */
const unknown = { isUnsent: false, didNothing: false, isUndecided: false }
const identity = endpoint({ ...common, gateway: 'magnit-id', path: '/v1/me', answer: nothing })
const fraud = endpoint({ ...common, gateway: 'fraud', path: '/login_start', answer: nothing })

let gateway: LocalGateway
let harness: Harness

beforeAll(async () => {
  gateway = await startLocalGateway()
})
afterEach(() => harness.close())
afterAll(() => gateway.close())

/** A client; by default the gateway answers `{ id: '1' }`. */
function start(
  ...[visitor, config]: [Parameters<typeof createHarness>[1]?, Parameters<typeof createHarness>[2]?]
) {
  gateway.answer((response) => json(response, 200, { id: '1' }))
  harness = createHarness(gateway.url, visitor, config)
  return harness
}

async function refused(promise: Promise<unknown>): Promise<GatewayError> {
  const error: unknown = await promise.then(
    () => new Error('The call succeeded'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof GatewayError)) throw error
  return error
}

describe('headers', () => {
  it('are those of the contract on the gateway web, and no others', async () => {
    const { call } = start()
    await call(personal)
    const { traceparent, host, connection, ...headers } = gateway.received[0]!.headers
    expect(gateway.received[0]!.url).toBe('/webgate/v1/mine')
    expect(host).toBe(new URL(gateway.url).host)
    expect(connection).toBe('keep-alive')
    expect(headers).toEqual({
      'user-agent': 'Mozilla/5.0 (Android)',
      'x-platform-version': 'Android Chrome 132',
      'x-device-platform': 'Web',
      'x-device-id': '0A1B2C3D-0000-4000-8000-00000000000F',
      'x-device-tag': 'disabled',
      'x-app-version': '1.2.3',
      'x-client-name': 'v1',
      'x-loyalty-type': 'v1-loyalty',
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: 'Bearer token-1',
      'x-request-id': 'request-1',
    })
    // Where nothing is traced, the span that the caller named is the one that asks.
    expect(traceparent).toBe('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')
  })

  it.each([
    ['magnit-id', identity, '/magnit-id/v1/me'],
    ['fraud', fraud, '/fraud/login_start'],
  ])('of the gateway %s name neither client nor loyalty type nor token', async (_, row, url) => {
    const { call } = start()
    await call(row)
    expect(gateway.received[0]!.url).toBe(url)
    expect(gateway.received[0]!.headers).toMatchObject({ 'x-device-id': expect.any(String) })
    for (const name of ['x-client-name', 'x-loyalty-type', 'authorization']) {
      expect(gateway.received[0]!.headers).not.toHaveProperty(name)
    }
  })

  it('say that there is no device tag', async () => {
    const { call } = start()
    await call(read)
    expect(gateway.received[0]!.headers['x-device-tag']).toBe('disabled')
  })

  it('are cleaned of whatever a header cannot hold', async () => {
    const { call } = start({
      userAgent: `Ю\r\nX-Evil: 1 ${'a'.repeat(20_000)}`,
      deviceId: 'A\u0000B',
    })
    await call(read)
    const { headers } = gateway.received[0]!
    expect(headers['user-agent']).toHaveLength(256)
    expect(headers['user-agent']).toMatch(/^X-Evil: 1 a+$/)
    expect(headers).not.toHaveProperty('x-evil')
    expect(headers['x-device-id']).toBe('AB')
  })
})

describe('repeating', () => {
  it('sends a read that met a 500 once more, after a short pause', async () => {
    const { call, events } = start()
    gateway.answer((response, _, count) =>
      count === 1 ? json(response, 500, {}) : json(response, 200, { id: '1' }),
    )
    const startedAt = performance.now()
    expect(await call(read)).toEqual({ id: '1' })
    expect(performance.now() - startedAt).toBeGreaterThan(45)
    expect(gateway.received).toHaveLength(2)
    expect(events).toEqual([
      {
        endpoint: 'GET /v1/thing',
        status: 500,
        kind: 'http',
        ms: expect.any(Number),
        attempt: 1,
        requestId: 'request-1',
      },
      {
        endpoint: 'GET /v1/thing',
        status: 200,
        kind: null,
        ms: expect.any(Number),
        attempt: 2,
        requestId: 'request-1',
      },
    ])
  })

  it('stops after the second 500', async () => {
    const { call } = start()
    gateway.answer((response) => json(response, 500, {}))
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
  ])('sends a read once more when the connection breaks %s', async (_, midBody) => {
    const { call } = start()
    gateway.answer((response, __, count) => {
      if (count > 1) return json(response, 200, { id: '2' })
      if (!midBody) return response.destroy()
      response.writeHead(200, { 'Content-Length': '100' }).write('{"id"')
      setTimeout(() => response.destroy(), 20)
    })
    expect(await call(read)).toEqual({ id: '2' })
    expect(gateway.received).toHaveLength(2)
  })

  it('does not repeat after 429, which refuses nothing for good', async () => {
    const { call } = start()
    gateway.answer((response) => json(response, 429, {}))
    expect(await refused(call(read))).toMatchObject({ isClientError: false, isServerSide: true })
    expect(gateway.received).toHaveLength(1)
  })

  it.each([400, 403, 404, 409, 422])('does not repeat after %i', async (status) => {
    const { call } = start()
    gateway.answer((response) => json(response, status, {}))
    expect(await refused(call(read))).toMatchObject({ kind: 'http', status, isClientError: true })
    expect(gateway.received).toHaveLength(1)
  })

  it('does not repeat when the gateway says how long to wait', async () => {
    const { call } = start()
    gateway.answer((response) => response.writeHead(503, { 'Retry-After': '30' }).end())
    expect(await refused(call(read))).toMatchObject({ status: 503, retryAfterSeconds: 30 })
    expect(gateway.received).toHaveLength(1)
  })

  it.each([
    ['by its own clock', 'Mon, 23 Nov 2026 10:00:30 GMT', 30],
    ['which has passed', 'Mon, 23 Nov 2026 09:59:00 GMT', 0],
    ['of no day', 'Mon, 99 Nov 2026 10:00:30 GMT', undefined],
    ['of no form', 'soon', undefined],
  ])('reads how long to wait from a moment %s', async (_, until, seconds) => {
    const { call } = start()
    const Date = 'Mon, 23 Nov 2026 10:00:00 GMT'
    gateway.answer((response) => response.writeHead(503, { Date, 'Retry-After': until }).end())
    expect((await refused(call(read))).retryAfterSeconds).toBe(seconds)
    expect(gateway.received).toHaveLength(seconds ? 1 : 2)
  })

  it('does not repeat when too little of the deadline is left', async () => {
    const { call } = start()
    // A repetition is worth its while with a fifth of a second left after its pause.
    gateway.answer((response) => setTimeout(() => json(response, 500, {}), 80))
    expect(await refused(call(read, { deadlineMs: 300 }))).toMatchObject({ status: 500 })
    expect(gateway.received).toHaveLength(1)
  })

  it.each([
    ['a 500', (response: import('node:http').ServerResponse) => void json(response, 500, {})],
    [
      'a broken connection',
      (response: import('node:http').ServerResponse) => void response.destroy(),
    ],
  ])('never repeats a one-shot call after %s', async (_, answer) => {
    const { call } = start()
    gateway.answer(answer)
    await refused(call(write, { body: { phone: '79001234567' } }))
    expect(gateway.received).toHaveLength(1)
  })
})

describe('the deadline', () => {
  it('ends a call that gets no answer', async () => {
    const { call, events } = start()
    gateway.answer(() => {})
    const startedAt = performance.now()
    expect(await refused(call(read, { deadlineMs: 150 }))).toMatchObject({ kind: 'timeout' })
    expect(performance.now() - startedAt).toBeLessThan(1500)
    expect(events).toMatchObject([{ kind: 'timeout', status: null }])
  })

  it('covers a body that drips, and lets the connection go', async () => {
    const { call } = start()
    let closedAt = 0
    gateway.answer((response) => {
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

  it('covers the waiting for a token', async () => {
    const { call } = start({ accessToken: () => new Promise(() => {}) })
    expect(await refused(call(personal, { deadlineMs: 50 }))).toMatchObject({ kind: 'timeout' })
    expect(gateway.received).toHaveLength(0)
  })

  it('is that of the configuration when the call names none', async () => {
    const { call } = start({}, { timeoutMs: 80 })
    gateway.answer(() => {})
    expect(await refused(call(read))).toMatchObject({ kind: 'timeout' })
  })

  it('still gives the status of a refusal whose body never ends', async () => {
    const { call } = start()
    gateway.answer((response) => response.writeHead(422).write('{"code":'))
    expect(await refused(call(read, { deadlineMs: 800 }))).toMatchObject({
      kind: 'http',
      status: 422,
    })
  })

  it('is not what ends a call whose caller left', async () => {
    const { call } = start()
    gateway.answer(() => {})
    const caller = new AbortController()
    const called = call(read, { signal: caller.signal })
    const reason = new Error('left')
    setTimeout(() => caller.abort(reason), 30)
    await expect(called).rejects.toBe(reason)
    await expect(call(read, { signal: caller.signal })).rejects.toBe(reason)
  })
})

describe('answers', () => {
  it('over 2 MB are refused, whether announced or not', async () => {
    const { call } = start()
    const big = JSON.stringify({ id: 'x'.repeat(2 * 1024 * 1024) })
    gateway.answer((response, _, count) =>
      count === 1
        ? response.writeHead(200, { 'Content-Length': big.length }).end(big)
        : response.writeHead(200).write(big),
    )
    for (let i = 0; i < 2; i += 1) {
      expect(await refused(call(read))).toMatchObject({
        kind: 'contract',
        code: 'answer_too_large',
      })
    }
    expect(gateway.received).toHaveLength(2)
  })

  it('announced as too large are refused before they arrive', async () => {
    const { call } = start()
    gateway.answer((response) =>
      response.writeHead(200, { 'Content-Length': 3 * 1024 * 1024 }).flushHeaders(),
    )
    expect(await refused(call(read, { deadlineMs: 5000 }))).toMatchObject({ kind: 'contract' })
  })

  it.each([
    ['begins with a byte order mark', {}, '\uFEFF{"id":"1"}'],
    ['says that it is not compressed', { 'Content-Encoding': 'Identity' }, '{"id":"1"}'],
    [
      'names its letters where a compression belongs',
      { 'Content-Encoding': 'UTF-8' },
      '{"id":"1"}',
    ],
  ])('one that %s is read', async (_, headers, body) => {
    const { call } = start()
    gateway.answer((response) => response.writeHead(200, headers).end(body))
    expect(await call(read)).toEqual({ id: '1' })
  })

  it('just under 2 MB are read', async () => {
    const { call } = start()
    gateway.answer((response) => json(response, 200, { id: 'x'.repeat(2 * 1024 * 1024 - 9) }))
    expect((await call(read)).id).toHaveLength(2 * 1024 * 1024 - 9)
  })

  it('that are compressed though nobody asked are refused', async () => {
    const { call, contractErrors } = start()
    gateway.answer((response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('{"id":"1"}')),
    )
    expect(await refused(call(read))).toMatchObject({ kind: 'contract' })
    expect(contractErrors).toMatchObject([{ issues: ['encoded_answer'] }])
  })

  it.each([301, 302, 303, 307, 308])('with %i are an error and not followed', async (status) => {
    const { call } = start()
    gateway.answer((response) =>
      response.writeHead(status, { Location: `${gateway.url}/elsewhere` }).end(),
    )
    expect(await refused(call(read))).toMatchObject({ kind: 'http', status, isClientError: false })
    expect(gateway.received.map(({ url }) => url)).toEqual(['/webgate/v1/thing'])
  })

  it.each([
    ['empty', ''],
    ['HTML', '<html>79001234567</html>'],
    ['cut off', '{"id": "79001'],
    ['null', 'null'],
    ['of another type', '{"id": 79001234567}'],
  ])('that are %s are a contract error, told once and without values', async (_, body) => {
    const { call, contractErrors, events } = start()
    gateway.answer((response) => response.writeHead(200).end(body))
    const error = await refused(call(read))
    expect(error).toMatchObject({ kind: 'contract', status: 200, isServerSide: true })
    expect(gateway.received).toHaveLength(1)
    expect(contractErrors).toMatchObject([{ endpoint: 'GET /v1/thing', lost: 'answer' }])
    expect(events).toMatchObject([{ kind: 'contract', status: 200 }])
    expect(error.stack + JSON.stringify([error, contractErrors])).not.toContain('79001')
  })

  it('name the place where they break the contract', async () => {
    const { call, contractErrors } = start()
    gateway.answer((response) => json(response, 200, { items: {} }))
    await refused(call(list))
    expect(contractErrors[0]!.issues).toEqual(['items: invalid_type'])
  })

  it('lose only the bad entries of a list, and say so', async () => {
    const { call, contractErrors } = start()
    gateway.answer((response) => json(response, 200, { items: [{ id: '1' }, { id: 2 }, null] }))
    expect(await call(list)).toEqual({ items: [{ id: '1' }] })
    expect(contractErrors).toMatchObject([
      { lost: 'pieces', issues: ['items.[].id: invalid_type', 'items.[]: invalid_type'] },
    ])
  })

  it('without a body are read where none is expected', async () => {
    const { call } = start()
    gateway.answer((response) => response.writeHead(204).end())
    expect(await call(personal)).toBeUndefined()
  })
})

describe('a tree that is nested too deeply', () => {
  it('breaks the contract, and nothing else', async () => {
    type Tree = { children: Tree[] }
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ children: listOf(tree).catch([]) }))
    const forest = endpoint({ ...common, path: '/v1/forest', answer: tree })
    const { call } = start()
    const depth = 20_000
    gateway.answer((response) =>
      response.end(`${'{"children":['.repeat(depth)}${']}'.repeat(depth)}`),
    )
    expect(await refused(call(forest))).toMatchObject({ kind: 'contract', status: 200 })
  })
})

describe('refusals', () => {
  it.each([
    ['empty', '', undefined],
    ['HTML', '<html>', undefined],
    ['cut off', '{"code": "Capt', undefined],
    ['null', 'null', undefined],
    ['with a code that is no code', '{"code": "79001234567"}', undefined],
    ['with a number for a code', '{"code": 5}', undefined],
    ['with odd fields', '{"code": "CaptchaError", "message": 1, "fields": 7}', 'CaptchaError'],
  ])('may be %s', async (_, body, code) => {
    const { call } = start()
    gateway.answer((response) => response.writeHead(403).end(body))
    const error = await refused(call(read))
    expect(error).toMatchObject({ kind: 'http', status: 403, isClientError: true })
    expect(error.code).toBe(code)
  })

  it('give code, fields and the seconds to wait', async () => {
    const { call } = start()
    gateway.answer((response) => {
      response.setHeader('Retry-After', '60')
      json(response, 429, {
        code: 'validationError',
        message: 'нет',
        fields: [{ name: 'email', code: 'taken', message: 'занято' }, 'odd'],
      })
    })
    const error = await refused(call(read))
    expect(error).toMatchObject({ code: 'validationError', retryAfterSeconds: 60 })
    expect(error.fields).toEqual([{ name: 'email', code: 'taken', message: 'занято' }])
  })

  it('leave nothing of what was sent or said in the error', async () => {
    const { call } = start({ accessToken: async () => 'SECRET-TOKEN' })
    gateway.answer((response) =>
      json(response, 422, {
        code: 'validationError',
        message: 'SECRET-WORDS',
        fields: [{ name: 'phone', code: 'bad', message: 'SECRET 79001234567' }],
      }),
    )
    const error = await refused(call(write, { body: { phone: '79001234567' } }))
    const shown = [error.message, error.stack, String(error), JSON.stringify({ ...error })].join()
    expect(shown).toContain('POST /v1/write: http 422 validationError')
    expect(shown).not.toMatch(/SECRET|7900/)
  })
})

describe('tokens', () => {
  it('are required: without one the call is not made, and the error says so', async () => {
    const { call } = start({ accessToken: async () => null })
    const error = await refused(call(personal))
    expect(error).toMatchObject({ kind: 'unauthorized', isUnauthorized: true })
    expect(error.message).toBe('Отсутствует JWT-токен для запроса /v1/mine')
    expect(gateway.received).toHaveLength(0)
  })

  it('are left out where they are optional and there is none', async () => {
    const { call } = start({ accessToken: async () => null })
    await call(optional)
    expect(gateway.received[0]!.headers).not.toHaveProperty('authorization')
  })

  it('are not even asked for where the endpoint takes none', async () => {
    const accessToken = vi.fn(async () => 'token-1')
    const { call } = start({ accessToken })
    await call(read)
    expect(accessToken).not.toHaveBeenCalled()
  })

  it.each([
    ['a read', () => harness.call(personal)],
    ['a one-shot call', () => harness.call(write, { body: { phone: '79001234567' } })],
  ])('are renewed after a 401, and %s is sent again', async (_, make) => {
    const renewAccessToken = vi.fn(async () => 'token-2')
    start({ renewAccessToken })
    gateway.answer((response, { headers }) =>
      headers.authorization === 'Bearer token-2'
        ? response.writeHead(204).end()
        : json(response, 401, {}),
    )
    await make()
    expect(renewAccessToken.mock.calls).toEqual([['token-1']])
    expect(gateway.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ])
  })

  it('are renewed once: a second 401 is the answer', async () => {
    const renewAccessToken = vi.fn(async () => 'token-2')
    const { call } = start({ renewAccessToken })
    gateway.answer((response) => json(response, 401, {}))
    expect(await refused(call(personal))).toMatchObject({ status: 401, isUnauthorized: true })
    expect(gateway.received).toHaveLength(2)
    expect(renewAccessToken).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['none', null],
    ['the same', 'token-1'],
  ])('that give %s when renewed end the call', async (_, renewed) => {
    const { call } = start({ renewAccessToken: async () => renewed })
    gateway.answer((response) => json(response, 401, {}))
    expect(await refused(call(personal))).toMatchObject({ status: 401 })
    expect(gateway.received).toHaveLength(1)
  })

  it('are not renewed for a 401 of an endpoint that takes none', async () => {
    const renewAccessToken = vi.fn(async () => 'token-2')
    const { call } = start({ renewAccessToken })
    gateway.answer((response) => json(response, 401, {}))
    expect(await refused(call(read))).toMatchObject({ status: 401 })
    expect(renewAccessToken).not.toHaveBeenCalled()
  })

  it('pass a failed renewal on as it is', async () => {
    const failure = new GatewayError({ kind: 'timeout', endpoint: 'POST /v1/auth/token/refresh' })
    const { call } = start({ renewAccessToken: () => Promise.reject(failure) })
    gateway.answer((response) => json(response, 401, {}))
    await expect(call(personal)).rejects.toBe(failure)
  })
})

describe('what is sent', () => {
  it.each([
    '../v1/secret',
    '..',
    '.',
    'a/b',
    'a?b=1',
    'a#b',
    '%2e%2e',
    '%2F',
    'a;b',
    'a\\b',
    '',
    'ю',
    'a\n',
    'x'.repeat(129),
  ])('does not let the value %j out of its place in the path', async (value) => {
    const { call } = start()
    expect(await refused(call(byId, { params: { id: value } }))).toMatchObject({
      kind: 'invalid',
      fields: [{ name: 'id', code: 'invalid_path_value' }],
    })
    expect(gateway.received).toHaveLength(0)
  })

  it.each(['0042', 'a.b_c~d-e', '..a', 'x'.repeat(128)])('puts %j in its place', async (value) => {
    const { call } = start()
    await call(byId, { params: { id: value } })
    expect(gateway.received[0]!.url).toBe(`/webgate/v1/${value}/x`)
  })

  it('encodes what an id may have and a path has not', async () => {
    const { call } = start()
    await call(byId, { params: { id: 'a:b@c+d=,e' } })
    expect(gateway.received[0]!.url).toBe('/webgate/v1/a%3Ab%40c%2Bd%3D%2Ce/x')
  })

  it('is checked first: a body that breaks the contract is not sent', async () => {
    const { call } = start()
    const error = await refused(call(write, { body: { phone: '8 900 123' } }))
    expect(error).toMatchObject({ kind: 'invalid' })
    expect(error.fields).toEqual([{ name: 'phone', code: 'invalid_format' }])
    expect(error.message).not.toContain('900')
    expect(gateway.received).toHaveLength(0)
  })

  it('holds the declared fields only', async () => {
    const { call } = start()
    const body = { phone: '79001234567', userId: 'someone-else' }
    await call(write, { body })
    expect(gateway.received[0]!.body).toBe('{"phone":"79001234567"}')
  })

  it('is known to the types', () => {
    const { call } = start()
    const never = () => [
      // @ts-expect-error a value of the path is missing
      call(byId),
      // @ts-expect-error the path has no such value
      call(byId, { params: { code: '1' } }),
      // @ts-expect-error the body is missing
      call(write),
      // @ts-expect-error nothing but options is taken
      call(read, { body: {} }),
    ]
    expect(never).toBeTypeOf('function')
  })
})

describe('the breaker', () => {
  it('opens for one gateway, answers at once, probes and recovers', async () => {
    let now = 0
    const { call, callOf, events } = start({}, { now: () => now })
    gateway.answer((response) => json(response, 500, {}))
    for (let i = 0; i < 10; i += 1) await refused(callOf(`device ${i}`)(read))
    expect(gateway.received).toHaveLength(20)

    // Before the loop comes round: nothing was waited for.
    const later = new Promise((resolve) => setImmediate(resolve, 'later'))
    expect(await Promise.race([refused(call(read)), later])).toMatchObject({
      kind: 'open',
      isServerSide: true,
    })
    expect(gateway.received).toHaveLength(20)
    expect(events.at(-1)).toMatchObject({ kind: 'open', status: null, attempt: 1 })

    gateway.answer((response) => json(response, 200, { id: '1' }))
    await call(identity)

    now += 10_000
    gateway.answer((response) => json(response, 500, {}))
    // The probe's own error is told, not that the breaker kept it from being repeated.
    expect(await refused(call(read))).toMatchObject({ kind: 'http', status: 500 })
    expect(gateway.received).toHaveLength(1)

    now += 10_000
    gateway.answer((response) => json(response, 200, { id: '1' }))
    expect(await call(read)).toEqual({ id: '1' })
    expect(await call(read)).toEqual({ id: '1' })
  })

  it('that opens after a 401 does not pass for a refused token', async () => {
    let sessions = 0
    const { call } = start({
      accessToken: async () => `token-${(sessions += 1)}`,
      renewAccessToken: async () => {
        gateway.answer((response) => json(response, 500, {}))
        await Promise.all(Array.from({ length: 40 }, () => refused(call(personal))))
        return 'renewed'
      },
    })
    gateway.answer((response) => json(response, 401, {}))
    expect(await refused(call(personal))).toMatchObject({ kind: 'open', isUnauthorized: false })
  })

  it('does not open for the failures of one caller, nor for an endpoint that is not asked', async () => {
    const { call, callOf } = start()
    gateway.answer((response) => json(response, 500, {}))
    for (let i = 0; i < 25; i += 1) await refused(call(read))
    expect(await refused(callOf('another')(read))).toMatchObject({ kind: 'http', status: 500 })
    for (let i = 0; i < 10; i += 1) await refused(callOf(`device ${i}`)(read))
    expect(await refused(call(read))).toMatchObject({ kind: 'open' })
    gateway.answer((response) => json(response, 200, {}))
    await call(personal)
  })

  it('knows a shopper by the session, whatever the device says', async () => {
    const { callOf } = start()
    gateway.answer((response) => json(response, 500, {}))
    for (let i = 0; i < 25; i += 1) await refused(callOf(`device ${i}`)(personal))
    expect(await refused(callOf('another')(personal))).toMatchObject({ kind: 'http' })
  })

  it('does not open for refusals or for callers who left', async () => {
    const { call } = start()
    gateway.answer((response) => json(response, 422, {}))
    for (let i = 0; i < 25; i += 1) await refused(call(read))
    gateway.answer(() => {})
    for (let i = 0; i < 25; i += 1) {
      await expect(call(read, { signal: AbortSignal.abort('left') })).rejects.toBe('left')
    }
    gateway.answer((response) => json(response, 200, { id: '1' }))
    expect(await call(read)).toEqual({ id: '1' })
  })

  it('opens for timeouts', async () => {
    const { call, callOf } = start()
    gateway.answer(() => {})
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        refused(callOf(`device ${i}`)(read, { deadlineMs: 30 })),
      ),
    )
    expect(await refused(call(read, { deadlineMs: 30 }))).toMatchObject({ kind: 'open' })
  })
})

describe('a hanging endpoint', () => {
  it('leaves half of the connections to the others, and refuses at once beyond that', async () => {
    const { call, events } = start()
    gateway.answer((response, { url }) => {
      if (url?.startsWith('/webgate/v1/list')) json(response, 200, { items: [] })
    })
    const waiting = Array.from({ length: 64 }, () => refused(call(read, { deadlineMs: 3000 })))
    const over = vi.fn()
    for (const each of waiting) void each.then(over)
    expect(await refused(call(read))).toMatchObject({ kind: 'busy', isServerSide: true })
    expect(await call(list)).toEqual({ items: [] })
    // Nobody has waited for those who wait.
    expect(over).not.toHaveBeenCalled()
    expect(events.map(({ kind }) => kind)).toEqual(['busy', null])
    expect((await Promise.all(waiting)).every(({ kind }) => kind === 'timeout')).toBe(true)
    gateway.answer((response) => json(response, 200, { id: '1' }))
  })

  it('has twenty calls of one shopper at most; the next ones wait for these, as long as they have time', async () => {
    let session = 'one'
    const { call, events } = start({ accessToken: async () => session })
    gateway.answer(() => {})
    const hanging = Array.from({ length: 20 }, () => refused(call(personal, { deadlineMs: 400 })))
    const hasty = refused(call(personal, { deadlineMs: 200 }))
    const patient = call(personal, { deadlineMs: 2000 })
    await vi.waitFor(() => expect(gateway.received).toHaveLength(20))
    gateway.answer((response) => json(response, 200, {}))
    session = 'another'
    await call(personal)
    expect(await hasty).toMatchObject({ kind: 'busy', isUnsent: true })
    expect(gateway.received).toHaveLength(1)
    await patient
    expect((await Promise.all(hanging)).every(({ kind }) => kind === 'timeout')).toBe(true)
    expect(events.filter(({ kind }) => kind === 'busy')).toHaveLength(1)
  })
})

describe('what came of a call that failed', () => {
  const cases = [
    ['a 500', (response) => json(response, 500, {}), { didNothing: true, isUndecided: true }],
    ['a 504', (response) => json(response, 504, {}), unknown],
    ['a 429', (response) => json(response, 429, {}), { didNothing: true, isUndecided: true }],
    ['a 422', (response) => json(response, 422, {}), { didNothing: true, isUndecided: false }],
    ['a broken connection', (response) => response.destroy(), unknown],
    ['an answer that is none', (response) => response.end('{'), unknown],
  ] satisfies [string, (response: ServerResponse) => unknown, object][]

  it.each(cases)('is told by %s', async (_, answer, told) => {
    const { call } = start()
    gateway.answer((response) => void answer(response))
    expect(await refused(call(write, phone))).toMatchObject({ isUnsent: false, ...told })
  })

  it('is not known when the second try alone met nobody', async () => {
    const own = await startLocalGateway()
    own.answer((response) => {
      response.destroy()
      void own.close()
    })
    harness = createHarness(own.url)
    expect(await refused(harness.call(read))).toMatchObject({ kind: 'network', ...unknown })
    expect(harness.events).toHaveLength(2)
  })
})

describe('a gateway that is not there', () => {
  it('is a network error', async () => {
    harness = createHarness('http://127.0.0.1:1')
    expect(await refused(harness.call(read))).toMatchObject({
      kind: 'network',
      code: 'ECONNREFUSED',
    })
    expect(harness.events).toHaveLength(2)
  })

  it.each(['http://127.0.0.1:1', 'http://not-there.invalid'])(
    'is known to have heard of nothing: %s',
    async (url) => {
      harness = createHarness(url)
      expect(await refused(harness.call(write, phone))).toMatchObject({
        isUnsent: true,
        didNothing: true,
        isUndecided: true,
      })
    },
  )

  it('makes no call when no fraud service is configured', async () => {
    const { call } = start({}, { fraudUrl: undefined })
    expect(await refused(call(fraud))).toMatchObject({ kind: 'invalid' })
    expect(gateway.received).toHaveLength(0)
  })
})
