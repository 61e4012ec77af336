import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { fillPath, type AnyInput, type Endpoint } from './endpoint.server'
import { allEndpoints, createGateways, type Gateways } from './gateways.server'
import { getExample } from '../../tests/support/examples'
import { openContract } from '../../tests/support/openapi'
import { createHarness, json, startLocalGateway } from '../../tests/support/local-gateway'
import type { Harness } from '../../tests/support/local-gateway'

/** A token that lives for an hour. */
function signedToken() {
  const parts = [{ alg: 'none' }, { exp: Math.floor(Date.now() / 1000) + 3600 }]
  const encoded = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  return [...encoded, 'x'].join('.')
}

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

const coupon = { favoriteId: '5', title: 'А', items: [], displayType: 'qr', expirationDate: null }
const tokens = { accessToken: signedToken(), refreshToken: 'r' }
const uuid = '00000000-0000-4000-8000-000000000000'
const owner = 'OWNER_UNSPECIFIED'
const shelf = { storeType: '1', catalogType: '1' }

/**
 * The functions by row of the specification: the expected request line, with `jwt` for a bearer token, the body,
 * and what the function returns for this response.
 */
const calls: [
  name: string,
  make: (g: Gateways) => Promise<unknown>,
  line: string,
  body?: unknown,
  returned?: object,
][] = [
  [
    '7.3, 9.3: an exchange of the code',
    (g) => g.identity.exchangeCode('c'),
    'POST /magnit-id/v1/auth/token',
    { aud: 'V1-web', magnitIDCode: 'c' },
    tokens,
  ],
  [
    '3.14, 7.4, 9.3: a refresh',
    (g) => g.identity.refreshTokens('+r/ '.repeat(500)),
    'POST /magnit-id/v1/auth/token/refresh',
    { aud: 'V1-web', refreshToken: '+r/ '.repeat(500) },
    tokens,
  ],
  [
    '5.4, 7.5, 9.3: a code request',
    (g) => g.identity.requestCode({ phone: '+7 (900) 123-45-67', captchaToken: 'c' }),
    'POST /magnit-id/v1/auth/otp',
    { aud: 'V1-web', 'captcha-token': 'c', phone },
    { expires: 0, attemptId: 'a' },
  ],
  [
    '7.5: a code request without a captcha',
    (g) => g.identity.requestCode({ phone }),
    'POST /magnit-id/v1/auth/otp',
    { aud: 'V1-web', 'captcha-token': '', phone },
  ],
  [
    '3.17, 5.4, 7.6, 9.3: a code check',
    (g) => g.identity.checkCode({ phone: `+${phone}`, code: '01234', attemptId: 'a' }),
    'POST /magnit-id/v1/auth/otp/check',
    { aud: 'V1-web', code: '01234', phone, attemptId: 'a' },
    { magnitIDCode: 'm', userId: 'u', isRegistered: true },
  ],
  [
    '7.7: the code of the card',
    (g) => g.account.getTotp(),
    'GET /webgate/v1/user/totp jwt',
    undefined,
    { identifier: card, totp: '12345678' },
  ],
  [
    '7.8: a virtual card',
    (g) => g.account.createVirtualCard(),
    'GET /webgate/v1/user/virtual-card jwt',
  ],
  [
    '7.9: the balance',
    (g) => g.account.getBalance(),
    'GET /webgate/v3/user/balance jwt',
    undefined,
    { totalPointBalance: 7, totalExpressPoints: 1, items: [] },
  ],
  [
    '3.12, 7.10: the cards',
    (g) => g.account.listCards(),
    'GET /webgate/v3/user/cards jwt',
    undefined,
    { identifiers: [card, '2000000000002'] },
  ],
  [
    '3.15, 7.11: a merge of a card',
    (g) => g.account.mergeCard({ number: '2000 0000 0000 1', cvv: '012', captchaToken: 'c' }),
    'POST /webgate/v2/user/card/merge jwt',
    { additionalIdentifierNo: card, additionalIdentifierCvv: '012', card_type: 'loyalty' },
  ],
  [
    '7.12: the letter that confirms an address',
    (g) => g.identity.sendEmailConfirmation('a@example.ru'),
    'POST /magnit-id/v1/profile/email-confirm jwt',
    { email: 'a@example.ru' },
  ],
  [
    '7.13: a registration',
    (g) => g.identity.register({ magnitIDCode: 'c', firstName: 'Анна', email: 'a@example.ru' }),
    'POST /magnit-id/v3/profile/register/magnit-id-code',
    { magnitIDCode: 'c', firstName: 'Анна', email: 'a@example.ru' },
  ],
  [
    '3.16, 5.7, 7.13: a registration without date and address',
    (g) => g.identity.register({ magnitIDCode: 'c', firstName: 'Анна', birthDate: '', email: '' }),
    'POST /magnit-id/v3/profile/register/magnit-id-code',
    { magnitIDCode: 'c', firstName: 'Анна' },
  ],
  [
    '7.14: the profile',
    (g) => g.identity.getProfile(),
    'GET /magnit-id/v1/profile jwt',
    undefined,
    { userId: 'u', phone, firstName: 'Анна', email: null, birthDate: null, cardNumber: card },
  ],
  [
    '7.14: a change of the profile',
    (g) => g.identity.updateProfile({ firstName: 'Анна' }),
    'PATCH /magnit-id/v1/profile jwt',
    { firstName: 'Анна' },
  ],
  [
    '7.14: a change of the address and the birth date',
    (g) => g.identity.updateProfile({ email: 'a@example.ru', birthDate: '1990-02-28' }),
    'PATCH /magnit-id/v1/profile jwt',
    { email: 'a@example.ru', birthDate: '1990-02-28' },
  ],
  [
    '7.15: the check of the profile',
    (g) => g.account.checkProfileComplete(),
    'GET /webgate/v1/keeperid/bunch jwt',
  ],
  [
    '7.16: the consents',
    (g) => g.account.getPermissions(),
    'GET /webgate/cuscom/v2/user/permissions?application=V1 jwt',
  ],
  [
    '7.16: a change of consents',
    (g) => g.account.updatePermissions({ isSmsPermitted: true, isPushPersPermitted: false }),
    'PUT /webgate/cuscom/v2/user/permissions jwt',
    { application: 'V1', sms: true, push_pers: false },
  ],
  [
    '7.17: an enrolment',
    (g) => g.account.enrolDevice({ pushToken: 't', notificationsPermitted: true }),
    'POST /webgate/cuscom/v3/user-device/enroll jwt',
    { application: 'V1', push_token: 't', notifications_permitted: true },
  ],
  [
    '6.2, 7.18, 7.32: a store',
    (g) => g.stores.getStore({ storeCode: '0042' }),
    'POST /webgate/v1/stores-facade/store',
    { externalId: { storeCode: '0042', owner } },
  ],
  [
    '7.18, 7.32: the stores in a box',
    (g) => g.stores.listStoresInBox({ ...corner, storeTypes: ['STORE_TYPE_MM'] }),
    'POST /webgate/v1/stores-facade/search',
    { filters: { geo: { typeName: 'box', ...wireBox }, storeTypeListV2: ['STORE_TYPE_MM'] } },
  ],
  [
    '7.18, 7.32: a search for stores',
    (g) =>
      g.stores.searchStores({
        query: 'Лен',
        storeTypes: ['STORE_TYPE_MM'],
        deliveryTypes: ['DELIVERY'],
        offset: 40,
        size: 20,
      }),
    'POST /webgate/v1/stores-facade/search/detail',
    {
      filters: {
        query: 'Лен',
        storeTypeListV2: ['STORE_TYPE_MM'],
        deliveryTypeList: ['DELIVERY'],
      },
      pagination: { offset: 40, size: 20 },
      sorting: { sortBy: 'SORT_BY_CITY', sortType: 'SORT_TYPE_ASC' },
    },
  ],
  [
    '7.38: the nearest stores',
    (g) => g.stores.listNearestStores({ latitude: 55, longitude: 37, limit: 20 }),
    'POST /webgate/v1/store-search',
    { latitude: 55, longitude: 37, limit: 20 },
    { stores: [{ code: '1', name: 'А', address: 'Б', latitude: 5, longitude: 3, distance: 9 }] },
  ],
  [
    '6.2, 7.19, 7.30: the experiments',
    (g) => g.account.getExperiments(uuid),
    'POST /webgate/ab/v1/experiments-and-features jwt',
    { 'split-id': uuid, namespace: 'loyalty' },
    {
      active_experiments_group_ids: ['g'],
      features: [{ feature_name: 'today_order', group_name: 'test' }],
    },
  ],
  [
    '7.23: the start of a sign-in',
    (g) => g.fraud.startLogin({ clientId: 'v1', deviceId: 'd', userAgent: 'Mozilla' }),
    'POST /fraud/login_start',
    { clientId: 'v1', deviceId: 'd', userAgent: 'Mozilla' },
  ],
  [
    '7.25: a city',
    (g) => g.stores.getCity('f'),
    'GET /webgate/v1/cities/getbyfiasid?fiasId=f',
    undefined,
    { fiasId: 'f', name: 'Омск', region: 'Омская область', latitude: 55, longitude: 73 },
  ],
  [
    '7.26: the operations',
    (g) => g.purchases.listTransactions(page),
    'GET /webgate/v3/user/transactions?limit=20&offset=40 jwt',
  ],
  [
    '7.26: an operation',
    (g) => g.purchases.getTransaction('5'),
    'GET /webgate/v2/user/transactions/5 jwt',
  ],
  [
    '7.27: the banners',
    (g) => g.account.listBanners('today'),
    'GET /webgate/v1/v1-market/adfox?place=today jwt',
    undefined,
    { banners: [{ id: '1', title: 'А', imageUrl: '/a.webp', link: '/offers', erid: 'e' }] },
  ],
  [
    '7.28: the coupons',
    (g) => g.promotions.listCoupons(page),
    'GET /webgate/v2/user/coupons?limit=20&offset=40 jwt',
  ],
  [
    '7.28: the active coupons',
    (g) => g.promotions.listFavouriteCoupons(),
    'GET /webgate/v2/user/coupons/favorite jwt',
    undefined,
    { coupons: [{ ...coupon, state: 'ACTIVATED' }] },
  ],
  [
    '7.28: a change of a coupon',
    (g) => g.promotions.changeFavouriteCoupon({ favoriteId: '5', isFavorite: true }),
    'POST /webgate/v2/user/coupons/favorite jwt',
    { favoriteId: '5', isFavorite: true },
  ],
  [
    '7.29: the offers',
    (g) => g.promotions.listOffers(page),
    'GET /webgate/v3/offers/opt-in?limit=20&offset=40 jwt',
  ],
  [
    '7.29: an activation of an offer',
    (g) => g.promotions.activateOffer('5'),
    'POST /webgate/v2/offers/opt-in jwt',
    { code: '5' },
  ],
  [
    '7.31: the personal prices',
    (g) => g.promotions.listPromotions('0042'),
    'GET /webgate/v2/user/personal-promotions?storeCode=0042 jwt',
    undefined,
    { promotions: [{ name: 'Сыр', price: 100, oldPrice: 200, endDate: null }] },
  ],
  [
    '7.33: a search for products',
    (g) =>
      g.catalogue.searchProducts({
        storeCode: '0042',
        term: 'сыр',
        sort: { type: 'price', order: 'asc' },
        includeAdultGoods: false,
        ...page,
      }),
    'POST /webgate/v2/goods/search',
    {
      ...{ storeCode: '0042', ...shelf },
      term: 'сыр',
      sort: { type: 'price', order: 'asc' },
      pagination: page,
      includeAdultGoods: false,
      filters: [],
    },
  ],
  [
    '7.33: a product',
    (g) => g.catalogue.getProduct({ id: '007', storeCode: '0042' }),
    'GET /webgate/v2/goods/007?storeCode=0042&storeType=1&catalogType=1',
  ],
  [
    '7.34: the categories',
    (g) => g.catalogue.listCategories('0042'),
    'GET /webgate/v3/categories/store/0042?storetype=1&catalogtype=1',
    undefined,
    { items: [{ id: 1, name: 'Сыры', children: [{ id: 2, name: 'Бри', children: [] }] }] },
  ],
  [
    '7.35: the filters',
    (g) => g.catalogue.listFilters({ storeCode: '0042', categories: [1], term: 'сыр' }),
    'POST /webgate/v1/goods/filters',
    { storeCode: '0042', categories: [1], term: 'сыр', ...shelf },
    { filters: [{ id: 'price', title: 'Цена', type: 'RANGE', min: 1, max: 9 }] },
  ],
  [
    '7.36: the open surveys',
    (g) => g.purchases.listOpenPolls(),
    'GET /webgate/v2/user/poll jwt',
    undefined,
    { polls: [{ id: '5', title: 'О покупке', isDisplayed: false }] },
  ],
  [
    '7.36: a survey',
    (g) => g.purchases.getPoll('5'),
    'GET /webgate/v2/poll?id=5 jwt',
    undefined,
    { id: '5', title: 'О покупке', questions: [] },
  ],
  [
    '7.36: the answers to a survey',
    (g) => g.purchases.answerPoll({ pollId: '5', answers: [{ questionId: 'q', rating: 4 }] }),
    'POST /webgate/v2/poll jwt',
    { pollId: '5', answers: [{ questionId: 'q', rating: 4 }] },
  ],
  [
    '7.36: a shown survey',
    (g) => g.purchases.markPollDisplayed('5'),
    'POST /webgate/v1/user/poll/displayed jwt',
    { pollId: '5' },
  ],
  [
    '7.36: the survey of a purchase',
    (g) => g.purchases.getTransactionPoll('5'),
    'GET /webgate/v1/transaction/5/poll jwt',
  ],
  [
    '7.36: the answers about a purchase',
    (g) =>
      g.purchases.answerTransactionPoll({
        transactionId: '5',
        answers: [{ questionId: 'q', text: 'Да' }],
      }),
    'POST /webgate/v1/transaction/5/poll jwt',
    { answers: [{ questionId: 'q', text: 'Да' }] },
  ],
  [
    '7.37: the reviews',
    (g) => g.catalogue.listReviews({ productId: '007', ...page }),
    'GET /webgate/v2/object/feedback?objectType=GOOD&objectId=007&limit=20&offset=40',
  ],
  [
    '7.37: a review',
    (g) => g.catalogue.leaveReview({ productId: '007', score: 5, text: 'А', pros: 'Б', cons: 'В' }),
    'POST /webgate/v2/object/feedback jwt',
    { objectType: 'GOOD', objectId: '007', score: 5, text: 'А', pros: 'Б', cons: 'В' },
  ],
  [
    '7.37: the scores',
    (g) => g.catalogue.getScores('007'),
    'GET /webgate/v1/object/007/scores',
    undefined,
    { rating: 4.5, scoresCount: 2, distribution: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 } },
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

it('8.1: calls that would do their work twice are made once', () => {
  const once = allEndpoints.filter(({ effect }) => effect === 'once').map(({ name }) => name)
  expect(once.toSorted()).toEqual([
    'GET /v1/user/virtual-card',
    'POST /login_start',
    'POST /v1/auth/otp',
    'POST /v1/auth/otp/check',
    'POST /v1/auth/token',
    'POST /v1/auth/token/refresh',
    'POST /v1/profile/email-confirm',
    'POST /v1/transaction/{id}/poll',
    'POST /v2/object/feedback',
    'POST /v2/offers/opt-in',
    'POST /v2/poll',
    'POST /v2/user/card/merge',
    'POST /v3/profile/register/magnit-id-code',
  ])
})

it('the experiments of a page have a deadline of 300 ms', () => {
  const found = allEndpoints.find(({ name }) => name === 'POST /ab/v1/experiments-and-features')
  expect(found?.deadlineMs).toBe(300)
})

describe('gateway functions', () => {
  it.each(calls)('%s as the contract says', async (_, make, line, body, returned) => {
    answerWith(returned ? 200 : 422, returned ?? {})
    const value = await make(gateways).catch(() => null)
    expect(gateway.received).toHaveLength(1)
    const { method, url, headers, body: sent } = gateway.received[0]!
    const token = headers.authorization === 'Bearer token-1' ? ' jwt' : ''
    expect(`${method} ${url}${token}`).toBe(line)
    expect(sent === '' ? undefined : JSON.parse(sent)).toEqual(body)
    // A function may return the only property of a response.
    const whole = [value, ...Object.keys(returned ?? {}).map((name) => ({ [name]: value }))]
    if (returned) expect(whole).toContainEqual(returned)
  })

  it.each(['', '{}', '[]', 'null', '{"identifier":5}'])(
    '7.8: create a virtual card with the response «%s»',
    async (body) => {
      gateway.response((response) => response.writeHead(200).end(body))
      expect(await gateways.account.createVirtualCard()).toBeUndefined()
      expect(gateway.received).toHaveLength(1)
    },
  )

  it('7.11: send the captcha token of a card merge in its header', async () => {
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
  ])('8.2: return null for a missing %s, and throw for other refusals', async (_, get) => {
    answerWith(404, {})
    expect(await get(gateways)).toBeNull()
    answerWith(403, {})
    await expect(get(gateways)).rejects.toMatchObject({ status: 403 })
  })

  it('8.2: return null for the code of a card that does not exist yet (422)', async () => {
    answerWith(422, { code: 'no_card' })
    expect(await gateways.account.getTotp()).toBeNull()
  })

  it.each([
    [200, {}, 'valid'],
    [422, { code: 'incomplete_profile_info' }, 'incomplete'],
    [422, { code: 'user_not_found' }, 'valid'],
    [422, null, 'valid'],
  ])(
    '4.3, 4.5: read the status %i with the body %j of the profile check as %s',
    async (status, body, expected) => {
      answerWith(status, body)
      expect(await gateways.account.checkProfileComplete()).toBe(expected)
    },
  )

  it('4.5: throw when the gateway answers 403 to the profile check', async () => {
    answerWith(403, { code: 'incomplete_profile_info' })
    await expect(gateways.account.checkProfileComplete()).rejects.toMatchObject({ status: 403 })
  })

  it.each([
    ['{}', true],
    ['[]', true],
    ['""', true],
    ['false', true],
    ['0', true],
    ['null', false],
    ['', 'contract'],
  ])('7.17: read the answer «%s» to the enrolment of a device as %s', async (body, expected) => {
    gateway.response((response) => response.writeHead(200).end(body))
    const enrolled = gateways.account.enrolDevice({ pushToken: 't', notificationsPermitted: true })
    expect(await enrolled.catch(({ kind }: { kind: string }) => kind)).toBe(expected)
  })

  it('3.2, 3.3, 3.4, 3.5, 3.6, 3.7, 3.8, 3.9: rename the gateway’s consents, read and written', async () => {
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
      await gateways.account.updatePermissions(wire(1))
      const sent = JSON.parse(gateway.received[1]!.body) as object
      expect(sent).toEqual({ application: 'V1', ...wire(0) })
    }
  })

  it('5.2, 6.4, 7.19: ask for enrolment, consents and balance with a token only, and for experiments with it, if any', async () => {
    const guest = createHarness(gateway.url, { accessToken: async () => null })
    const ask = ({ account }: Gateways) => [
      () => account.enrolDevice({ pushToken: 't', notificationsPermitted: true }),
      () => account.getPermissions(),
      () => account.updatePermissions({ isSmsPermitted: true }),
      () => account.getBalance(),
      () => account.getExperiments(uuid),
    ]
    answerWith(422, {})
    for (const call of ask(createGateways(guest.call)).slice(0, 4))
      await expect(call()).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(createGateways(guest.call).purchases.getTransaction('5')).rejects.toThrow(
      'Отсутствует JWT-токен для запроса /v2/user/transactions/{id}',
    )
    expect(gateway.received).toHaveLength(0)
    await createGateways(guest.call)
      .account.getExperiments(uuid)
      .catch(() => {})
    expect(gateway.received.splice(0)[0]!.headers).not.toHaveProperty('authorization')
    for (const call of ask(gateways)) await call().catch(() => {})
    const authorisations = gateway.received.map(({ headers }) => headers.authorization)
    expect(authorisations).toEqual(Array(5).fill('Bearer token-1'))
    await guest.close()
  })

  it('reject a limit of 51 entries of a list without a call', async () => {
    answerWith(200, {})
    await expect(
      gateways.purchases.listTransactions({ limit: 51, offset: 0 }),
    ).rejects.toMatchObject({ kind: 'invalid' })
    expect(gateway.received).toHaveLength(0)
  })
})
