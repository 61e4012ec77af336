import { expect, test } from 'vitest'

import { testContext, troubles } from '../../tests/support/test-context'
import { loader as code } from './card-code.resource'
import { loader as card } from './card.screen'

const { sandbox, visitor, shopper, getCalls, spoil, refuse } = testContext()
const CODE = 'GET /v1/user/totp'
const asScript = { Accept: 'application/json' }

async function someone() {
  const person = await shopper()
  return { ...person, ask: () => person.fetch(code, '/qr/code', asScript) }
}

test('returns a fresh code and its owner', async () => {
  const { ask, load } = await someone()
  const { owner } = (await load(card, '/qr')).data
  expect(await ask()).toMatchObject({
    status: 200,
    data: { svg: expect.stringContaining('<svg'), fetchedAt: expect.any(String), owner },
  })
  expect((await (await someone()).ask()).data).not.toMatchObject({ owner })
})

test.each([401, 403, 404, 422])(
  'returns `refused` when the gateway answers with %i, and keeps the session',
  async (status) => {
    const { ask, load } = await someone()
    refuse(CODE, status, 'cardBlocked')
    expect(await ask()).toMatchObject({ status: 403, data: { error: 'refused' } })
    sandbox.faults.clear()
    expect((await load(card, '/qr')).status).toBe(200)
  },
)

test.each([429, 502, 503, ...troubles] as const)(
  'returns `unreachable` when the gateway answers with %s, whatever its message is',
  async (trouble) => {
    const { ask } = await someone()
    if (typeof trouble === 'number') refuse(CODE, trouble, 'user_not_found')
    else spoil(CODE, trouble)
    expect(await ask()).toMatchObject({ status: 503, data: { error: 'unreachable' } })
  },
)

test('answers 503 with Retry-After when the gateway answers 503 with Retry-After', async () => {
  const { with: within } = await someone()
  sandbox.faults.add({ endpoint: CODE, mode: 'status', status: 503, retryAfterSeconds: 60 })
  await within(async (context) => {
    const request = new Request('https://shop.example/qr/code', { headers: asScript })
    const before = Date.now()
    expect((await code({ request, context, params: {} })).status).toBe(503)
    expect(Math.round((Number(context.reply.retryAfter) - before) / 1000)).toBe(60)
  })
})

test('answers 401 with `signIn` to a guest, without a redirect and without a gateway call', async () => {
  const response = await (await visitor()).fetch(code, '/qr/code', asScript)
  expect(response).toMatchObject({ status: 401, data: { error: 'signIn' }, location: null })
  expect(sandbox.calls).toEqual([])
})

test('answers 401 with `signIn` when the gateway rejects the access token and the refresh token', async () => {
  const { ask, jar } = await someone()
  refuse(CODE, 401, 'unauthorized')
  refuse('POST /v1/auth/token/refresh', 401, 'unauthorized')
  expect(await ask()).toMatchObject({ status: 401, data: { error: 'signIn' }, location: null })
  expect([...jar.keys()]).not.toContain('__Host-v1_jwt')
})

test.each(['GET /v1/keeperid/bunch', CODE])(
  'returns `profile` when %s reports an incomplete profile',
  async (endpoint) => {
    const { ask } = await someone()
    refuse(endpoint, 422, 'incomplete_profile_info')
    expect(await ask()).toMatchObject({ status: 403, data: { error: 'profile' }, location: null })
    expect(getCalls('GET /v1/user/virtual-card')).toBe(0)
  },
)
