import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import {
  byId,
  fraud,
  identity,
  personal,
  read,
  refused,
  write,
  openClient,
} from '../../tests/support/gateway-client'

const { gateway, start } = await openClient()

describe('headers', () => {
  it('3.38, 6.2, 7.1, 7.2: are those of the contract for the gateway web, and no others', async () => {
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
    // Without tracing, the caller's span stays the parent.
    expect(traceparent).toBe('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')
  })

  it.each([
    ['magnit-id', identity, '/magnit-id/v1/me'],
    ['fraud', fraud, '/fraud/login_start'],
  ])(
    '3.38, 7.1: of the gateway %s contain no client, loyalty type or token',
    async (_, row, url) => {
      const { call } = start()
      await call(row)
      expect(gateway.received[0]!.url).toBe(url)
      expect(gateway.received[0]!.headers).toMatchObject({
        'x-device-id': expect.any(String),
        'x-device-tag': 'disabled',
      })
      for (const name of ['x-client-name', 'x-loyalty-type', 'authorization']) {
        expect(gateway.received[0]!.headers).not.toHaveProperty(name)
      }
    },
  )

  it('drop characters that a header cannot contain', async () => {
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

describe('the request', () => {
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
  ])("does not let the value %j change the path's structure", async (value) => {
    const { call } = start()
    expect(await refused(call(byId, { params: { id: value } }))).toMatchObject({
      kind: 'invalid',
      fields: [{ name: 'id', code: 'invalid_path_value' }],
    })
    expect(gateway.received).toHaveLength(0)
  })

  it.each(['0042', 'a.b_c~d-e', '..a', 'x'.repeat(128)])(
    'contains the path parameter %j unchanged',
    async (value) => {
      const { call } = start()
      await call(byId, { params: { id: value } })
      expect(gateway.received[0]!.url).toBe(`/webgate/v1/${value}/x`)
    },
  )

  it('encodes characters of an id that a path cannot contain', async () => {
    const { call } = start()
    await call(byId, { params: { id: 'a:b@c+d=,e' } })
    expect(gateway.received[0]!.url).toBe('/webgate/v1/a%3Ab%40c%2Bd%3D%2Ce/x')
  })

  it('is not sent when the body breaks the contract', async () => {
    const { call } = start()
    const error = await refused(call(write, { body: { phone: '8 900 123' } }))
    expect(error).toMatchObject({ kind: 'invalid' })
    expect(error.fields).toEqual([{ name: 'phone', code: 'invalid_format' }])
    expect(error.message).not.toContain('900')
    expect(gateway.received).toHaveLength(0)
  })

  it('contains declared fields only', async () => {
    const { call } = start()
    const body = { phone: '79001234567', userId: 'someone-else' }
    await call(write, { body })
    expect(gateway.received[0]!.body).toBe('{"phone":"79001234567"}')
  })

  it('has a type that requires its declared parts', () => {
    const { call } = start()
    const never = () => [
      // @ts-expect-error the path parameter is missing
      call(byId),
      // @ts-expect-error the path has no such parameter
      call(byId, { params: { code: '1' } }),
      // @ts-expect-error the body is missing
      call(write),
      // @ts-expect-error the endpoint takes options only
      call(read, { body: {} }),
    ]
    expect(never).toBeTypeOf('function')
  })
})

it('sends the given values of a declared query, and no question mark without one', async () => {
  const { call } = start()
  const query = z.object({ text: z.string().optional(), offset: z.number().optional() })
  await call({ ...read, query }, { query: { text: undefined, offset: 0 } })
  await call({ ...read, query }, { query: { text: undefined } })
  const addresses = gateway.received.map(({ url }) => url!.slice(-9))
  expect(addresses).toEqual(['?offset=0', expect.not.stringContaining('?')])
})
