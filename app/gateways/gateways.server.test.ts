import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { fillPath, type AnyInput, type Endpoint } from './endpoint.server'
import { allEndpoints, createGateways, type Gateways } from './gateways.server'
import { getExample } from '../../tests/support/examples'
import { openContract } from '../../tests/support/openapi'
import { createHarness, json, startLocalGateway } from '../../tests/support/local-gateway'
import type { Harness } from '../../tests/support/local-gateway'

const card = '2000000000001'
const phone = '79001234567'
const page = { limit: 20, offset: 40 }
const corner = {
  leftTop: { latitude: 56, longitude: 37 },
  rightBottom: { latitude: 55, longitude: 38 },
}
const wireBox = {
  leftTopPoint: { latitude: 56, longitude: 37 },
  rightBottomPoint: { latitude: 55, longitude: 38 },
}

/**
 * Functions that change their argument: the expected request line without the gateway's base, and
 * the body.
 */
const translated: [
  name: string,
  make: (g: Gateways) => Promise<unknown>,
  line: string,
  body?: unknown,
][] = [
  [
    'a code request',
    (g) => g.identity.requestCode({ phone: '+7 (900) 123-45-67', captchaToken: 'c' }),
    'POST /v1/auth/otp',
    { aud: 'V1-web', 'captcha-token': 'c', phone },
  ],
  [
    'a code request without a captcha',
    (g) => g.identity.requestCode({ phone }),
    'POST /v1/auth/otp',
    { aud: 'V1-web', 'captcha-token': '', phone },
  ],
  [
    'a code check',
    (g) => g.identity.checkCode({ phone, code: '01234', attemptId: 'a' }),
    'POST /v1/auth/otp/check',
    { aud: 'V1-web', code: '01234', phone, attemptId: 'a' },
  ],
  [
    'a merge of a card',
    (g) => g.account.mergeCard({ number: '2000 0000 0000 1', cvv: '012', captchaToken: 'c' }),
    'POST /v2/user/card/merge',
    { additionalIdentifierNo: card, additionalIdentifierCvv: '012', card_type: 'loyalty' },
  ],
  [
    'the stores in a box',
    (g) => g.stores.listStoresInBox({ ...corner, storeTypes: ['STORE_TYPE_MM'] }),
    'POST /v1/stores-facade/search',
    { filters: { geo: { typeName: 'box', ...wireBox }, storeTypeListV2: ['STORE_TYPE_MM'] } },
  ],
  [
    'a search for stores',
    (g) => g.stores.searchStores({ query: 'Лен', offset: 0, size: 20 }),
    'POST /v1/stores-facade/search/detail',
    {
      filters: { query: 'Лен', storeTypeListV2: [], deliveryTypeList: [] },
      pagination: { offset: 0, size: 20 },
      sorting: { sortBy: 'SORT_BY_CITY', sortType: 'SORT_TYPE_ASC' },
    },
  ],
  [
    'a search for products',
    (g) =>
      g.catalogue.searchProducts({
        storeCode: '0042',
        term: 'сыр',
        sort: { type: 'price', order: 'asc' },
        includeAdultGoods: false,
        ...page,
      }),
    'POST /v2/goods/search',
    {
      storeCode: '0042',
      storeType: '1',
      catalogType: '1',
      term: 'сыр',
      sort: { type: 'price', order: 'asc' },
      pagination: page,
      includeAdultGoods: false,
      filters: [],
    },
  ],
  [
    'a product',
    (g) => g.catalogue.getProduct({ id: '007', storeCode: '0042' }),
    'GET /v2/goods/007?storeCode=0042&storeType=1&catalogType=1',
  ],
  [
    'the reviews',
    (g) => g.catalogue.listReviews({ productId: '007', ...page }),
    'GET /v2/object/feedback?objectType=GOOD&objectId=007&limit=20&offset=40',
  ],
]

let gateway: Awaited<ReturnType<typeof startLocalGateway>>
let harness: Harness
let gateways: Gateways

beforeAll(async () => {
  gateway = await startLocalGateway()
})
beforeEach(() => {
  harness = createHarness(gateway.url)
  gateways = createGateways(harness.call)
})
afterEach(() => harness.close())
afterAll(() => gateway.close())

const answerWith = (status: number, value: unknown) =>
  gateway.response((response) => json(response, status, value))

const described = openContract()

type AnyCall = (endpoint: Endpoint, input: AnyInput) => Promise<unknown>
const getInput = (endpoint: Endpoint) => getExample(endpoint) ?? {}
const send = (endpoint: Endpoint, input = getInput(endpoint), { call } = harness) =>
  (call as AnyCall)(endpoint, input)

// An endpoint without any example is tried by its own test.
describe.each(allEndpoints.filter((each) => getExample(each)))('a call of $name', (endpoint) => {
  const { auth, effect, headers = [] } = endpoint

  it('goes to its gateway, with its token and its own headers', async () => {
    answerWith(422, {})
    await send(endpoint).catch(() => {})
    expect(gateway.received).toHaveLength(1)
    const { method, url, headers: sent, body } = gateway.received[0]!
    const base = { web: '/webgate', 'magnit-id': '/magnit-id', fraud: '/fraud', captcha: '' }
    const path = `${base[endpoint.gateway]}${fillPath(endpoint, getInput(endpoint).params)}`
    expect(`${method} ${url.replace(/\?.*/, '')}`).toBe(`${endpoint.method} ${path}`)
    expect(sent.authorization).toBe(auth === 'none' ? undefined : 'Bearer token-1')
    const query = Object.fromEntries(new URL(url, gateway.url).searchParams)
    const json = body === '' ? undefined : (JSON.parse(body) as unknown)
    const wrong = described.wrongInRequest(endpoint, { query, headers: sent, body: json })
    expect(wrong).toEqual([])
    expect(Object.keys(sent)).toEqual(
      expect.arrayContaining(headers.map((one) => one.toLowerCase())),
    )
  })

  it('is retried after a 500, unless it is a write with effect `once`', async () => {
    answerWith(500, {})
    const input = { ...getInput(endpoint), deadlineMs: 2_000 }
    await expect(send(endpoint, input)).rejects.toMatchObject({ status: 500 })
    expect(gateway.received).toHaveLength(effect === 'once' ? 1 : 2)
  })
})

it('the experiments of a page have a deadline of 300 ms', () => {
  const found = allEndpoints.find(({ name }) => name === 'POST /ab/v1/experiments-and-features')
  expect(found?.deadlineMs).toBe(300)
})

describe('gateway functions', () => {
  it.each(translated)('send %s as its endpoint declares', async (_, make, line, body) => {
    answerWith(422, {})
    await make(gateways).catch(() => {})
    expect(gateway.received).toHaveLength(1)
    const { method, url, body: sent } = gateway.received[0]!
    expect(`${method} ${url.replace(/^\/(webgate|magnit-id|fraud)/, '')}`).toBe(line)
    expect(sent === '' ? undefined : JSON.parse(sent)).toEqual(body)
  })

  it('send the captcha token of a card merge in its header', async () => {
    gateway.response((response) => response.writeHead(204).end())
    await gateways.account.mergeCard({ number: card, cvv: '012', captchaToken: 'captcha-1' })
    expect(gateway.received[0]!.headers['x-captcha-token']).toBe('captcha-1')
  })

  it.each<[string, (g: Gateways) => Promise<unknown>]>([
    ['card code', (g) => g.account.getTotp()],
    ['store', (g) => g.stores.getStore({ storeCode: '1' })],
    ['city', (g) => g.stores.getCity('1')],
    ['product', (g) => g.catalogue.getProduct({ id: '1', storeCode: '1' })],
    ['transaction', (g) => g.purchases.getTransaction('1')],
    ['survey on a purchase', (g) => g.purchases.getTransactionPoll('1')],
    ['survey', (g) => g.purchases.getPoll('1')],
  ])('return null for a missing %s, and throw for other refusals', async (_, get) => {
    answerWith(404, {})
    expect(await get(gateways)).toBeNull()
    answerWith(403, {})
    await expect(get(gateways)).rejects.toMatchObject({ status: 403 })
  })

  it('return null for the code of a card that does not exist yet (422)', async () => {
    answerWith(422, { code: 'no_card' })
    expect(await gateways.account.getTotp()).toBeNull()
  })

  it.each([
    [200, {}, 'valid'],
    [422, { code: 'incomplete_profile_info' }, 'incomplete'],
    [422, { code: 'user_not_found' }, 'valid'],
    [422, null, 'valid'],
  ])(
    'read the status %i with the body %j of the profile check as %s',
    async (status, body, expected) => {
      answerWith(status, body)
      expect(await gateways.account.checkProfileComplete()).toBe(expected)
    },
  )

  it('throw when the gateway answers 403 to the profile check', async () => {
    answerWith(403, { code: 'incomplete_profile_info' })
    await expect(gateways.account.checkProfileComplete()).rejects.toMatchObject({ status: 403 })
  })

  it.each([
    ['{}', true],
    ['0', true],
    ['null', false],
    ['', 'contract'],
  ])('read the answer «%s» to the enrolment of a device as %s', async (body, expected) => {
    gateway.response((response) => response.writeHead(200).end(body))
    const enrolled = gateways.account.enrolDevice({ pushToken: 't', notificationsPermitted: true })
    expect(await enrolled.catch(({ kind }: { kind: string }) => kind)).toBe(expected)
  })

  it('rename the gateway’s consents, such as push_pers to isPushPersPermitted', async () => {
    const names = [
      ['push_pers', 'isPushPersPermitted'],
      ['push_mass', 'isPushMassPermitted'],
      ['push_content', 'isPushContentPermitted'],
      ['email', 'isEmailPermitted'],
      ['sms', 'isSmsPermitted'],
      ['social', 'isSocialPermitted'],
      ['calls', 'isCallsPermitted'],
      ['digital_receipt', 'isDigitalReceiptPermitted'],
    ] as const
    for (const given of names) {
      const wire = (place: 0 | 1) =>
        Object.fromEntries(names.map((pair) => [pair[place], pair === given]))
      answerWith(200, wire(0))
      expect(await gateways.account.getPermissions()).toEqual(wire(1))
    }
  })

  it('reject a limit of 51 entries of a list without a call', async () => {
    answerWith(200, {})
    await expect(
      gateways.purchases.listTransactions({ limit: 51, offset: 0 }),
    ).rejects.toMatchObject({ kind: 'invalid' })
    expect(gateway.received).toHaveLength(0)
  })
})
