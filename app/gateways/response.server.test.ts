import { gzipSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { endpoint } from './endpoint.server'
import {
  common,
  list,
  personal,
  read,
  refused,
  write,
  openClient,
} from '../../tests/support/gateway-client'
import { json } from '../../tests/support/local-gateway'
import { getList } from '~/gateways/schemas/common.server'

const { gateway, start } = await openClient()

describe('reading an answer', () => {
  it('rejects more than 2 MB, with or without Content-Length', async () => {
    const { call } = start()
    const big = JSON.stringify({ id: 'x'.repeat(2 * 1024 * 1024) })
    gateway.response((response, _, count) =>
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

  it('rejects a Content-Length that is too large before the body arrives', async () => {
    const { call } = start()
    gateway.response((response) =>
      response.writeHead(200, { 'Content-Length': 3 * 1024 * 1024 }).flushHeaders(),
    )
    expect(await refused(call(read, { deadlineMs: 5000 }))).toMatchObject({ kind: 'contract' })
  })

  it.each([
    ['begins with a byte order mark', {}, '\uFEFF{"id":"1"}'],
    ['has the Content-Encoding Identity', { 'Content-Encoding': 'Identity' }, '{"id":"1"}'],
    ['has UTF-8 as its Content-Encoding', { 'Content-Encoding': 'UTF-8' }, '{"id":"1"}'],
  ])('reads an answer that %s', async (_, headers, body) => {
    const { call } = start()
    gateway.response((response) => response.writeHead(200, headers).end(body))
    expect(await call(read)).toEqual({ id: '1' })
  })

  it('reads slightly less than 2 MB', async () => {
    const { call } = start()
    gateway.response((response) => json(response, 200, { id: 'x'.repeat(2 * 1024 * 1024 - 9) }))
    expect((await call(read)).id).toHaveLength(2 * 1024 * 1024 - 9)
  })

  it('rejects a compressed answer, because none was requested', async () => {
    const { call, contractErrors } = start()
    gateway.response((response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('{"id":"1"}')),
    )
    expect(await refused(call(read))).toMatchObject({ kind: 'contract' })
    expect(contractErrors).toMatchObject([{ issues: ['encoded_answer'] }])
  })

  it.each([301, 302, 303, 307, 308])(
    'throws for a redirect with %i and does not follow it',
    async (status) => {
      const { call } = start()
      gateway.response((response) =>
        response.writeHead(status, { Location: `${gateway.url}/elsewhere` }).end(),
      )
      expect(await refused(call(read))).toMatchObject({
        kind: 'http',
        status,
        isClientError: false,
      })
      expect(gateway.received.map(({ url }) => url)).toEqual(['/webgate/v1/thing'])
    },
  )

  it.each([
    ['empty', ''],
    ['HTML', '<html>79001234567</html>'],
    ['truncated JSON', '{"id": "79001'],
    ['null', 'null'],
    ['JSON with a number instead of a string', '{"id": 79001234567}'],
  ])(
    'throws a contract error for an answer that is %s, and reports it once without values',
    async (_, body) => {
      const { call, contractErrors, events } = start()
      gateway.response((response) => response.writeHead(200).end(body))
      const error = await refused(call(read))
      expect(error).toMatchObject({ kind: 'contract', status: 200, isServerSide: true })
      expect(gateway.received).toHaveLength(1)
      expect(contractErrors).toMatchObject([{ endpoint: 'GET /v1/thing', lost: 'response' }])
      expect(events).toMatchObject([{ kind: 'contract', status: 200 }])
      expect(error.stack + JSON.stringify([error, contractErrors])).not.toContain('79001')
    },
  )

  it('reports the paths that break the contract', async () => {
    const { call, contractErrors } = start()
    gateway.response((response) => json(response, 200, { items: {} }))
    await refused(call(list))
    expect(contractErrors[0]!.issues).toEqual(['items: invalid_type'])
  })

  it('drops only invalid entries of a list, and reports them', async () => {
    const { call, contractErrors } = start()
    gateway.response((response) => json(response, 200, { items: [{ id: '1' }, { id: 2 }, null] }))
    expect(await call(list)).toEqual({ items: [{ id: '1' }] })
    expect(contractErrors).toMatchObject([
      { lost: 'pieces', issues: ['items.[].id: invalid_type', 'items.[]: invalid_type'] },
    ])
  })

  it('8.2: accepts an empty body where the contract declares none', async () => {
    const { call } = start()
    gateway.response((response) => response.writeHead(204).end())
    expect(await call(personal)).toBeUndefined()
  })
})

describe('an answer that is nested too deeply', () => {
  it('throws a contract error, not a stack overflow', async () => {
    type Tree = { children: Tree[] }
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ children: getList(tree).catch([]) }))
    const forest = endpoint('web GET /v1/forest', { ...common, response: tree })
    const { call } = start()
    const depth = 20_000
    gateway.response((response) =>
      response.end(`${'{"children":['.repeat(depth)}${']}'.repeat(depth)}`),
    )
    expect(await refused(call(forest))).toMatchObject({ kind: 'contract', status: 200 })
  })
})

describe('reading an answer with a 4xx status', () => {
  it.each([
    ['empty', '', undefined],
    ['HTML', '<html>', undefined],
    ['truncated JSON', '{"code": "Capt', undefined],
    ['null', 'null', undefined],
    ['JSON with a phone number as its code', '{"code": "79001234567"}', undefined],
    ['JSON with a number as its code', '{"code": 5}', undefined],
    ['JSON with odd fields', '{"code": "CaptchaError", "message": 1, "fields": 7}', 'CaptchaError'],
  ])('throws an error with the status when the body is %s', async (_, body, code) => {
    const { call } = start()
    gateway.response((response) => response.writeHead(403).end(body))
    const error = await refused(call(read))
    expect(error).toMatchObject({ kind: 'http', status: 403, isClientError: true })
    expect(error.code).toBe(code)
  })

  it('throws an error with the code, the fields and the seconds of Retry-After', async () => {
    const { call } = start()
    gateway.response((response) => {
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

  it('keeps sent and received values out of the error', async () => {
    const { call } = start({ accessToken: async () => 'SECRET-TOKEN' })
    gateway.response((response) =>
      json(response, 422, {
        code: 'validationError',
        message: 'SECRET-TEXT',
        fields: [{ name: 'phone', code: 'bad', message: 'SECRET 79001234567' }],
      }),
    )
    const error = await refused(call(write, { body: { phone: '79001234567' } }))
    const shown = [error.message, error.stack, String(error), JSON.stringify({ ...error })].join()
    expect(shown).toContain('POST /v1/write: http 422 validationError')
    expect(shown).not.toMatch(/SECRET|7900/)
  })
})
