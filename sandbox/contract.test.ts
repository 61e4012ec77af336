import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import type { Endpoint, ExampleIds } from '../app/gateways/endpoint.server'
import { allEndpoints } from '../app/gateways/gateways.server'
import { prepareRequest } from '../app/gateways/request.server'
import * as promotionShapes from '../app/gateways/schemas/promotions.server'
import * as purchaseShapes from '../app/gateways/schemas/purchases.server'
import { DEFAULT_STORE_CODE } from '../app/gateways/schemas/stores.server'
import { getIds } from '../tests/support/examples'
import { openContract } from '../tests/support/openapi'
import { createSandbox, type Sandbox } from './sandbox'
import { getCaller, captchaToken, signIn, type Caller } from './testing'

const contract = openContract()
const GATEWAYS = { web: '/webgate', 'magnit-id': '/magnit-id', fraud: '/fraud', captcha: '' }

/** The sandbox's response to the example request of an endpoint. */
async function ask(call: Caller, endpoint: Endpoint, found: ExampleIds, accessToken?: string) {
  const input = endpoint.getExample(found)
  if (typeof input === 'string') return null
  const { path, body, headers } = prepareRequest(endpoint, input)
  return call(`${endpoint.method} ${GATEWAYS[endpoint.gateway]}${path}`, {
    headers,
    ...(body && { body: JSON.parse(body) }),
    ...(endpoint.auth !== 'none' && accessToken && { accessToken }),
  })
}

/** The application skips invalid list entries: none may be skipped. */
function expectNothingDropped(answered: unknown, parsed: unknown, where = 'answer'): void {
  if (Array.isArray(answered)) {
    expect(parsed, where).toHaveLength(answered.length)
    answered.forEach((entry, place) =>
      expectNothingDropped(entry, (parsed as unknown[])[place], `${where}[${place}]`),
    )
  } else if (typeof answered === 'object' && answered !== null && typeof parsed === 'object') {
    for (const [key, value] of Object.entries(answered)) {
      expect(parsed, where).toHaveProperty(key)
      expectNothingDropped(value, (parsed as Record<string, unknown>)[key], `${where}.${key}`)
    }
  }
}

function expectShape(shape: z.ZodType, answered: unknown): void {
  const parsed = shape.parse(answered)
  if (typeof parsed === 'object') expectNothingDropped(answered, parsed)
}

const shoppers = [
  ['with regular data', '79000000001'],
  ['without data', '79000000006'],
  ['with long texts and lists', '79000000007'],
  ['after registration', '79010000001'],
  ['without a card', '79000000005'],
] as const

describe.each(shoppers)('the shopper %s', (_, phone) => {
  const prepare = async () => {
    const sandbox = createSandbox()
    const call = getCaller(sandbox)
    const { accessToken } = await signIn(sandbox, call, phone)
    return {
      sandbox,
      call,
      accessToken,
      ask: (what: string, body?: unknown, headers?: Record<string, string>) =>
        call(what, { body, accessToken, ...(headers && { headers }) }),
    }
  }

  it('gets responses that match the contract and the schemas from each safe endpoint', async () => {
    const { call, accessToken } = await prepare()
    const found: ExampleIds = { storeCode: DEFAULT_STORE_CODE }
    for (const endpoint of allEndpoints.filter(({ effect }) => effect === 'safe')) {
      const answered = await ask(call, endpoint, found, accessToken)
      if (phone === '79000000001') expect(answered?.status, endpoint.name).toBe(200)
      if (answered?.status !== 200) continue
      expect(contract.wrongInAnswer(endpoint, answered.body), endpoint.name).toEqual([])
      expectShape(endpoint.response, answered.body)
      endpoint.learn?.(endpoint.response.parse(answered.body) as never, found)
    }
  })

  it('finds each listed purchase, coupon, offer, promotion and survey by its own address', async () => {
    const { ask, sandbox } = await prepare()
    const user = sandbox.state.user(phone)
    for (const { id, hasPoll } of user.transactions.slice(0, 60)) {
      const one = await ask(`GET /webgate/v2/user/transactions/${id}`)
      expectShape(purchaseShapes.transactionDetail, one.body)
      const poll = await ask(`GET /webgate/v1/transaction/${id}/poll`)
      expect(poll.status).toBe(hasPoll ? 200 : 404)
      if (hasPoll) expectShape(purchaseShapes.poll, poll.body)
    }
    for (const { id } of user.polls) {
      expectShape(purchaseShapes.poll, (await ask(`GET /webgate/v2/poll?id=${id}`)).body)
    }
    const { promotions } = (await ask('GET /webgate/v2/user/personal-promotions?storeCode=500768'))
      .body as { promotions: { id: string }[] }
    for (const { id } of promotions) {
      const one = await ask(`GET /webgate/v1/user/personal-promotions/${id}`)
      expectShape(promotionShapes.promotions, { promotions: [one.body] })
    }
    for (const { favoriteId, state } of user.coupons.slice(0, 12)) {
      const one = await ask('POST /webgate/v2/user/coupons/favorite', {
        favoriteId,
        isFavorite: true,
      })
      expect(one.status).toBe(state === 'USED' || state === 'EXPIRED' ? 422 : 200)
      if (one.status === 200) expectShape(promotionShapes.favouriteCoupons, { coupons: [one.body] })
    }
    for (const { code, state } of user.offers.map((offer) => ({ ...offer }))) {
      const one = await ask('POST /webgate/v2/offers/opt-in', { code })
      expect(one.status).toBe(state === 'AVAILABLE' ? 200 : 422)
      if (one.status === 200) expectShape(promotionShapes.offers, { offers: [one.body] })
    }
  })

  it('merges a card with a new captcha token, and is refused for an invalid token or card number', async () => {
    const { ask, sandbox } = await prepare()
    const card = {
      additionalIdentifierNo: '0123456789012345',
      additionalIdentifierCvv: '123',
      card_type: 'loyalty',
    }
    const merge = (body: unknown, token: string) =>
      ask('POST /webgate/v2/user/card/merge', body, { 'X-Captcha-Token': token })
    expect(await merge(card, 'nonsense')).toMatchObject({
      status: 403,
      body: { code: 'CaptchaError' },
    })
    expect(
      await merge({ ...card, additionalIdentifierNo: '1' }, captchaToken(sandbox)),
    ).toMatchObject({
      status: 422,
      body: { code: 'validationError', fields: [{ name: 'additionalIdentifierNo' }] },
    })
    const token = captchaToken(sandbox)
    expect((await merge(card, token)).status).toBe(204)
    expect(
      (await merge({ ...card, additionalIdentifierNo: '1111222233334444' }, token)).status,
    ).toBe(403)
    const { body } = await ask('GET /webgate/v3/user/cards')
    expect((body as { identifiers: string[] }).identifiers).toContain('0123456789012345')
  })
})

/** All state that calls may change. */
const changeable = ({ state, inbox }: Sandbox) => {
  const { users, attempts, loginCodes, refreshTokens, letters } = state
  const texts = inbox.texts()
  return inspect(
    { users, attempts, loginCodes, refreshTokens, letters, texts },
    { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity },
  )
}

describe.each(['79000000001', '79000000005'])('a repeated call for the shopper %s', (phone) => {
  it.each(allEndpoints.filter(({ effect }) => effect !== 'once'))(
    'of $name has the same effect as a single call: it is $effect',
    async (endpoint) => {
      const at = Date.now()
      const sandbox = createSandbox({ now: () => at })
      const call = getCaller(sandbox)
      const { accessToken } = await signIn(sandbox, call, phone)
      const found = getIds(sandbox.state.user(phone))
      const before = changeable(sandbox)
      const first = await ask(call, endpoint, found, accessToken)
      const after = changeable(sandbox)
      if (endpoint.effect === 'safe') expect(after === before, 'changes nothing').toBe(true)
      else expect(Math.floor(first!.status / 100), 'its example succeeds').toBe(2)
      expect((await ask(call, endpoint, found, accessToken))?.status).toBe(first?.status)
      expect(changeable(sandbox) === after, 'has one effect').toBe(true)
    },
  )
})

describe('a caller without a token', () => {
  it.each(allEndpoints)('gets a response of $name unless it requires a token', async (endpoint) => {
    const sandbox = createSandbox()
    const answered = await ask(
      getCaller(sandbox),
      endpoint,
      getIds(sandbox.state.user('79000000001')),
    )
    // An expired refresh token is refused with the same status.
    const isTokenMissed = JSON.stringify(answered?.body).includes('Токена нет')
    expect(isTokenMissed).toBe(endpoint.auth === 'required')
    expect(sandbox.calls.map((call) => call.endpoint)).toEqual([endpoint.name])
  })
})

describe('an endpoint that no screen uses', () => {
  const place = { code: z.string(), name: z.string(), address: z.string() }
  it.each([
    [
      'POST /webgate/v1/store-search/address',
      { query: 'ленина', storeTypes: [], limit: 50 },
      z.object({ stores: z.array(z.object(place)) }),
    ],
    [
      'POST /webgate/v1/store-search/geo',
      {
        geoBoundingBox: {
          leftTopLatitude: 56,
          leftTopLongitude: 37,
          rightBottomLatitude: 55,
          rightBottomLongitude: 38,
        },
        storeTypes: [],
        limit: 50,
      },
      z.object({
        stores: z.array(z.object({ ...place, latitude: z.number(), longitude: z.number() })),
      }),
    ],
  ])('answers 200 with its declared schema: %s', async (what, body, shape) => {
    const answered = await getCaller(createSandbox())(what, { body })
    expect(answered.status).toBe(200)
    expectShape(shape, answered.body)
  })
})

describe('the sandbox, following its contract,', () => {
  const wrong: [string, Record<string, string>, string][] = [
    ['X-Device-ID', { 'X-Device-ID': 'abc' }, 'GET /webgate/v1/object/1/scores'],
    ['X-Device-Platform', { 'X-Device-Platform': 'iOS' }, 'POST /magnit-id/v1/auth/otp'],
    ['X-Client-Name', { 'X-Client-Name': '' }, 'GET /webgate/v1/object/1/scores'],
    ['X-Request-ID', { 'X-Request-ID': '' }, 'GET /webgate/v1/object/1/scores'],
  ]
  it.each(wrong)('answers 400 and names the invalid header %s', async (name, headers, what) => {
    const { status, body } = await getCaller(createSandbox())(what, { headers })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'validationError' })
    expect((body as { message: string }).message).toContain(name)
  })

  it('answers 400 for a page of more than 50 entries', async () => {
    const sandbox = createSandbox()
    const call = getCaller(sandbox)
    const { accessToken } = await signIn(sandbox, call, '79000000001')
    const { status } = await call('GET /webgate/v2/user/coupons?limit=51&offset=0', { accessToken })
    expect(status).toBe(400)
  })

  it('has coupons, offers and purchases of many states and types', () => {
    const sandbox: Sandbox = createSandbox()
    const user = sandbox.state.user('79000000001')
    expect(new Set(user.coupons.map((one) => `${one.state} ${one.displayType}`)).size).toBe(12)
    expect(
      new Set(user.offers.map((one) => `${one.state} ${one.progress?.unit}`)).size,
    ).toBeGreaterThanOrEqual(12)
    expect(new Set(user.transactions.map(({ type }) => type)).size).toBe(5)
    expect(new Set(user.transactions.map(({ id }) => id)).size).toBe(user.transactions.length)
  })
})
