import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Call, CallInput, Endpoint } from './endpoint.server'
import { GatewayError } from './gateway-error.server'
import { allEndpoints, createGateways, type Gateways } from './gateways.server'
import { registrationBody } from './identity.server'
import { createHarness, json, startLocalGateway } from '../../tests/support/local-gateway'
import type { Harness, LocalGateway } from '../../tests/support/local-gateway'

/** The rows of the contract, with who must be signed in. */
const CONTRACT = `
magnit-id none     POST /v1/auth/otp
magnit-id none     POST /v1/auth/otp/check
magnit-id none     POST /v1/auth/token
magnit-id none     POST /v1/auth/token/refresh
magnit-id none     POST /v3/profile/register/magnit-id-code
magnit-id required GET /v1/profile
magnit-id required PATCH /v1/profile
magnit-id required POST /v1/profile/email-confirm
web       required GET /v1/user/totp
web       required GET /v1/user/virtual-card
web       required GET /v3/user/balance
web       required GET /v3/user/cards
web       required POST /v2/user/card/merge
web       required GET /v1/keeperid/bunch
web       required GET /cuscom/v2/user/permissions
web       required PUT /cuscom/v2/user/permissions
web       required POST /cuscom/v3/user-device/enroll
web       optional POST /ab/v1/experiments-and-features
web       optional GET /v1/v1-market/adfox
web       none     POST /v1/stores-facade/store
web       none     POST /v1/stores-facade/search
web       none     POST /v1/stores-facade/search/detail
web       none     POST /v1/store-search/address
web       none     POST /v1/store-search/geo
web       none     POST /v1/store-search
web       none     GET /v1/cities/getbyfiasid
web       none     GET /v3/categories/store/{storeCode}
web       none     POST /v2/goods/search
web       none     GET /v2/goods/{id}
web       none     POST /v1/goods/filters
web       none     GET /v2/object/feedback
web       required POST /v2/object/feedback
web       none     GET /v1/object/{id}/scores
web       required GET /v2/user/coupons
web       required GET /v2/user/coupons/favorite
web       required POST /v2/user/coupons/favorite
web       required GET /v3/offers/opt-in
web       required POST /v2/offers/opt-in
web       required GET /v2/user/personal-promotions
web       required GET /v1/user/personal-promotions/{id}
web       required GET /v3/user/transactions
web       required GET /v2/user/transactions/{id}
web       required GET /v1/transaction/{id}/poll
web       required POST /v1/transaction/{id}/poll
web       required GET /v2/user/poll
web       required GET /v2/poll
web       required POST /v2/poll
web       required POST /v1/user/poll/displayed
fraud     none     POST /login_start
`
  .trim()
  .split('\n')
  .map((line) => line.replace(/ +/g, ' '))

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
const answers = [{ questionId: 'q1', rating: 5 }]
const uuid = '0f6c1a52-6f0d-4a4e-9a50-0d7b8f0c2f11'

/** What each function sends: the request line without the gateway's base, and the body. */
const SENT: [
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
    'an exchange',
    (g) => g.identity.exchangeCode('m'),
    'POST /v1/auth/token',
    { aud: 'V1-web', magnitIDCode: 'm' },
  ],
  [
    'a refresh',
    (g) => g.identity.refreshTokens('r'),
    'POST /v1/auth/token/refresh',
    { aud: 'V1-web', refreshToken: 'r' },
  ],
  [
    'a registration',
    (g) => g.identity.register({ magnitIDCode: 'm', firstName: 'Анна', birthDate: '', email: '' }),
    'POST /v3/profile/register/magnit-id-code',
    { magnitIDCode: 'm', firstName: 'Анна' },
  ],
  ['the profile', (g) => g.identity.getProfile(), 'GET /v1/profile'],
  [
    'a change of the profile',
    (g) => g.identity.updateProfile({ firstName: 'Анна' }),
    'PATCH /v1/profile',
    { firstName: 'Анна' },
  ],
  [
    'an e-mail confirmation',
    (g) => g.identity.sendEmailConfirmation('a@b.ru'),
    'POST /v1/profile/email-confirm',
    { email: 'a@b.ru' },
  ],
  ['the card code', (g) => g.account.getTotp(), 'GET /v1/user/totp'],
  ['a virtual card', (g) => g.account.createVirtualCard(), 'GET /v1/user/virtual-card'],
  ['the balance', (g) => g.account.getBalance(), 'GET /v3/user/balance'],
  ['the cards', (g) => g.account.listCards(), 'GET /v3/user/cards'],
  [
    'a merge',
    (g) => g.account.mergeCard({ number: '2000 0000 0000 1', cvv: '012', captchaToken: 'c' }),
    'POST /v2/user/card/merge',
    { additionalIdentifierNo: card, additionalIdentifierCvv: '012', card_type: 'loyalty' },
  ],
  ['the profile check', (g) => g.account.checkProfileComplete(), 'GET /v1/keeperid/bunch'],
  [
    'the consents',
    (g) => g.account.getPermissions(),
    'GET /cuscom/v2/user/permissions?application=V1',
  ],
  [
    'a change of consents',
    (g) => g.account.updatePermissions({ isPushMassPermitted: false, isSmsPermitted: true }),
    'PUT /cuscom/v2/user/permissions',
    { application: 'V1', push_mass: false, sms: true },
  ],
  [
    'an enrolment',
    (g) => g.account.enrolDevice({ pushToken: 't', notificationsPermitted: true }),
    'POST /cuscom/v3/user-device/enroll',
    { application: 'V1', push_token: 't', notifications_permitted: true },
  ],
  [
    'the experiments',
    (g) => g.account.getExperiments(uuid),
    'POST /ab/v1/experiments-and-features',
    { 'split-id': uuid, namespace: 'loyalty' },
  ],
  ['the banners', (g) => g.account.listBanners('today'), 'GET /v1/v1-market/adfox?place=today'],
  [
    'a store',
    (g) => g.stores.getStore({ storeCode: '0042' }),
    'POST /v1/stores-facade/store',
    { externalId: { storeCode: '0042', owner: 'OWNER_UNSPECIFIED' } },
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
    'the nearest stores',
    (g) => g.stores.listNearestStores({ latitude: 55, longitude: 37, limit: 3 }),
    'POST /v1/store-search',
    { latitude: 55, longitude: 37, limit: 3 },
  ],
  ['a city', (g) => g.stores.getCity('a&b=c'), 'GET /v1/cities/getbyfiasid?fiasId=a%26b%3Dc'],
  [
    'the categories',
    (g) => g.catalogue.listCategories('0042'),
    'GET /v3/categories/store/0042?storetype=1&catalogtype=1',
  ],
  [
    'a search for goods',
    (g) =>
      g.catalogue.searchGoods({
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
    (g) => g.catalogue.getGood({ id: '007', storeCode: '0042' }),
    'GET /v2/goods/007?storeCode=0042&storeType=1&catalogType=1',
  ],
  [
    'the filters',
    (g) => g.catalogue.listFilters({ storeCode: '0042', categories: [1] }),
    'POST /v1/goods/filters',
    { storeCode: '0042', storeType: '1', catalogType: '1', categories: [1] },
  ],
  [
    'the reviews',
    (g) => g.catalogue.listReviews({ goodId: '007', ...page }),
    'GET /v2/object/feedback?objectType=GOOD&objectId=007&limit=20&offset=40',
  ],
  [
    'a review',
    (g) => g.catalogue.leaveReview({ goodId: '007', score: 5, pros: 'вкусно' }),
    'POST /v2/object/feedback',
    { objectType: 'GOOD', objectId: '007', score: 5, pros: 'вкусно' },
  ],
  ['the scores', (g) => g.catalogue.getScores('007'), 'GET /v1/object/007/scores'],
  ['the coupons', (g) => g.promotions.listCoupons(page), 'GET /v2/user/coupons?limit=20&offset=40'],
  ['my coupons', (g) => g.promotions.listFavouriteCoupons(), 'GET /v2/user/coupons/favorite'],
  [
    'an activation of a coupon',
    (g) => g.promotions.activateCoupon('c1'),
    'POST /v2/user/coupons/favorite',
    { favoriteId: 'c1', isFavorite: true },
  ],
  [
    'a deactivation of a coupon',
    (g) => g.promotions.deactivateCoupon('c1'),
    'POST /v2/user/coupons/favorite',
    { favoriteId: 'c1', isFavorite: false },
  ],
  ['the offers', (g) => g.promotions.listOffers(page), 'GET /v3/offers/opt-in?limit=20&offset=40'],
  ['an opt-in', (g) => g.promotions.activateOffer('o1'), 'POST /v2/offers/opt-in', { code: 'o1' }],
  [
    'the promotions',
    (g) => g.promotions.listPromotions('0042'),
    'GET /v2/user/personal-promotions?storeCode=0042',
  ],
  [
    'the transactions',
    (g) => g.purchases.listTransactions(page),
    'GET /v3/user/transactions?limit=20&offset=40',
  ],
  ['a transaction', (g) => g.purchases.getTransaction('t1'), 'GET /v2/user/transactions/t1'],
  [
    'a survey on a purchase',
    (g) => g.purchases.getTransactionPoll('t1'),
    'GET /v1/transaction/t1/poll',
  ],
  [
    'the answers on a purchase',
    (g) => g.purchases.answerTransactionPoll({ transactionId: 't1', answers }),
    'POST /v1/transaction/t1/poll',
    { answers },
  ],
  ['the open surveys', (g) => g.purchases.listOpenPolls(), 'GET /v2/user/poll'],
  ['a survey', (g) => g.purchases.getPoll('s1'), 'GET /v2/poll?id=s1'],
  [
    'the answers to a survey',
    (g) => g.purchases.answerPoll({ pollId: 's1', answers }),
    'POST /v2/poll',
    { pollId: 's1', answers },
  ],
  [
    'that a survey was shown',
    (g) => g.purchases.markPollDisplayed('s1'),
    'POST /v1/user/poll/displayed',
    { pollId: 's1' },
  ],
  [
    'the start of a login',
    (g) => g.fraud.startLogin({ clientId: 'c', deviceId: 'd', userAgent: 'u' }),
    'POST /login_start',
    { clientId: 'c', deviceId: 'd', userAgent: 'u' },
  ],
]

/** What no screen asks for: a function without a caller would be code that nobody runs. */
const UNASKED = [
  'POST /v1/store-search/address',
  'POST /v1/store-search/geo',
  'GET /v1/user/personal-promotions/{id}',
]

/** The calls that may happen once only. */
const ONE_SHOT = [
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
]

let gateway: LocalGateway
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
  gateway.answer((response) => json(response, status, value))

describe('the declarations', () => {
  it('are the rows of the contract, but for those that no screen asks for', () => {
    const declared = allEndpoints.map(({ gateway, auth, name }) => `${gateway} ${auth} ${name}`)
    expect(declared.sort()).toEqual(
      CONTRACT.filter((row) => !UNASKED.some((name) => row.endsWith(` ${name}`))).sort(),
    )
  })

  it('let be repeated whatever is not on the list of one-shot calls', () => {
    const once = allEndpoints.filter(({ repeat }) => !repeat).map(({ name }) => name)
    expect(once.sort()).toEqual(ONE_SHOT)
  })

  it('name a header of their own for the captcha of the merge only', () => {
    const withHeaders = allEndpoints.filter(({ headers }) => headers)
    expect(withHeaders).toMatchObject([
      { name: 'POST /v2/user/card/merge', headers: ['X-Captcha-Token'] },
    ])
  })
})

describe('the functions', () => {
  it.each(SENT)('send %s as the contract shows it', async (_, make, line, body) => {
    answerWith(422, {})
    await make(gateways).catch(() => {})
    expect(gateway.received).toHaveLength(1)
    const { method, url, body: sent } = gateway.received[0]!
    expect(`${method} ${url.replace(/^\/(webgate|magnit-id|fraud)/, '')}`).toBe(line)
    expect(sent === '' ? undefined : JSON.parse(sent)).toEqual(body)
  })

  it('cover every declaration', async () => {
    const called = new Set<string>()
    const noting = (async (endpoint: Endpoint) => {
      called.add(endpoint.name)
      throw new GatewayError({ kind: 'open', endpoint: endpoint.name })
    }) as Call
    const all = createGateways(noting)
    for (const [, make] of SENT) await make(all).catch(() => {})
    expect([...called].sort()).toEqual(allEndpoints.map(({ name }) => name).sort())
  })

  it.each(SENT)('call twice or once on a 500, as declared: %s', async (_, make, line) => {
    answerWith(500, {})
    await expect(make(gateways)).rejects.toMatchObject({ kind: 'http', status: 500 })
    const pattern = line.replace(/\?.*/, '').replace(/\/(t1)\//, '/{id}/')
    expect(gateway.received).toHaveLength(ONE_SHOT.includes(pattern) ? 1 : 2)
  })

  it('hand the captcha token of a merge over in its header', async () => {
    gateway.answer((response) => response.writeHead(204).end())
    await gateways.account.mergeCard({ number: card, cvv: '012', captchaToken: 'captcha-1' })
    expect(gateway.received[0]!.headers['x-captcha-token']).toBe('captcha-1')
  })

  it.each<[string, (g: Gateways) => Promise<unknown>]>([
    ['card code', (g) => g.account.getTotp()],
    ['store', (g) => g.stores.getStore({ storeCode: '1' })],
    ['city', (g) => g.stores.getCity('1')],
    ['product', (g) => g.catalogue.getGood({ id: '1', storeCode: '1' })],
    ['transaction', (g) => g.purchases.getTransaction('1')],
    ['survey on a purchase', (g) => g.purchases.getTransactionPoll('1')],
    ['survey', (g) => g.purchases.getPoll('1')],
  ])('give null for a %s that is not there, and throw for other refusals', async (_, get) => {
    answerWith(404, {})
    expect(await get(gateways)).toBeNull()
    answerWith(403, {})
    await expect(get(gateways)).rejects.toMatchObject({ status: 403 })
  })

  it('give null for the code of a card that does not exist yet (422)', async () => {
    answerWith(422, { code: 'no_card' })
    expect(await gateways.account.getTotp()).toBeNull()
  })

  it('throw when a coupon to be activated is not there', async () => {
    answerWith(404, {})
    await expect(gateways.promotions.activateCoupon('c1')).rejects.toMatchObject({ status: 404 })
  })

  it.each([
    [200, {}, 'valid'],
    [422, { code: 'incomplete_profile_info' }, 'incomplete'],
    [422, { code: 'user_not_found' }, 'valid'],
    [422, null, 'valid'],
  ])('read the profile check: %i with %j is %s', async (status, body, expected) => {
    answerWith(status, body)
    expect(await gateways.account.checkProfileComplete()).toBe(expected)
  })

  it('do not take a refused profile check for an answer', async () => {
    answerWith(403, { code: 'incomplete_profile_info' })
    await expect(gateways.account.checkProfileComplete()).rejects.toMatchObject({ status: 403 })
  })

  it.each([
    ['{}', true],
    ['0', true],
    ['null', false],
  ])('read the answer %s to an enrolment as %s', async (body, expected) => {
    gateway.answer((response) => response.writeHead(200).end(body))
    const input = { pushToken: 't', notificationsPermitted: true }
    expect(await gateways.account.enrolDevice(input)).toBe(expected)
  })

  it('do not take an empty answer for an enrolment', async () => {
    gateway.answer((response) => response.writeHead(200).end())
    const input = { pushToken: 't', notificationsPermitted: true }
    await expect(gateways.account.enrolDevice(input)).rejects.toMatchObject({ kind: 'contract' })
  })

  it('speak of consents by our names', async () => {
    answerWith(200, {
      push_pers: true,
      push_mass: false,
      push_content: true,
      email: false,
      sms: true,
      social: false,
      calls: true,
      digital_receipt: false,
    })
    expect(await gateways.account.getPermissions()).toEqual({
      isPushPersPermitted: true,
      isPushMassPermitted: false,
      isPushContentPermitted: true,
      isEmailPermitted: false,
      isSmsPermitted: true,
      isSocialPermitted: false,
      isCallsPermitted: true,
      isDigitalReceiptPermitted: false,
    })
  })

  it('ask for at most 50 of a list', async () => {
    answerWith(200, {})
    await expect(
      gateways.purchases.listTransactions({ limit: 51, offset: 0 }),
    ).rejects.toMatchObject({ kind: 'invalid' })
    expect(gateway.received).toHaveLength(0)
  })

  it('take a deadline of the caller', async () => {
    gateway.answer(() => {})
    const startedAt = performance.now()
    await expect(gateways.account.getBalance({ deadlineMs: 60 })).rejects.toMatchObject({
      kind: 'timeout',
    })
    expect(performance.now() - startedAt).toBeLessThan(1500)
  })

  it('wait 1.5 s for the fraud service', async () => {
    const deadlines: (number | undefined)[] = []
    const noting = (async (_: Endpoint, input: CallInput<Endpoint>) => {
      deadlines.push(input.deadlineMs)
      return { ksid: 'k' }
    }) as unknown as Call
    const { fraud } = createGateways(noting)
    expect(await fraud.startLogin({ clientId: 'c', deviceId: 'd', userAgent: 'u' })).toBe('k')
    expect(deadlines).toEqual([1_500])
  })
})

describe('the body of a registration', () => {
  it.each([
    [{ birthDate: '', email: '' }, {}],
    [{}, {}],
    [
      { birthDate: '1990-02-28', email: 'a@b.ru' },
      { birthDate: '1990-02-28', email: 'a@b.ru' },
    ],
  ])('of %j holds %j of the optional fields', (given, kept) => {
    const always = { magnitIDCode: 'm', firstName: 'Анна' }
    expect(registrationBody({ ...always, ...given })).toStrictEqual({ ...always, ...kept })
  })
})
