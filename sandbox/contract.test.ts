import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import * as accountShapes from '../app/gateways/shapes/account.server'
import * as catalogueShapes from '../app/gateways/shapes/catalogue.server'
import * as fraudShapes from '../app/gateways/shapes/fraud.server'
import * as identityShapes from '../app/gateways/shapes/identity.server'
import * as promotionShapes from '../app/gateways/shapes/promotions.server'
import * as purchaseShapes from '../app/gateways/shapes/purchases.server'
import * as storeShapes from '../app/gateways/shapes/stores.server'
import { cities } from './data/stores'
import { createSandbox, type Sandbox } from './sandbox'
import { callerOf, captchaToken, signIn } from './testing'

const shelf = { storeCode: '500768', storeType: '1', catalogType: '1' }
const shelfQuery = 'storeCode=500768&storeType=1&catalogType=1'
const GOOD = '0001000019'
const search = {
  ...shelf,
  sort: { type: 'popularity', order: 'desc' },
  pagination: { limit: 50, offset: 0 },
  includeAdultGoods: true,
  filters: [],
}
const russia = {
  leftTopPoint: { latitude: 70, longitude: 20 },
  rightBottomPoint: { latitude: 40, longitude: 70 },
}

const place = { code: z.string(), name: z.string(), address: z.string() }

interface Row {
  call: string
  shape: z.ZodType
  body?: unknown
}

/** The rows whose question is the same for every shopper. */
const rows: Row[] = [
  { call: 'GET /magnit-id/v1/profile', shape: identityShapes.profile },
  { call: 'GET /webgate/v1/user/virtual-card', shape: accountShapes.virtualCard },
  { call: 'GET /webgate/v1/user/totp', shape: accountShapes.totp },
  { call: 'GET /webgate/v3/user/balance', shape: accountShapes.balance },
  { call: 'GET /webgate/v3/user/cards', shape: accountShapes.cards },
  {
    call: 'GET /webgate/cuscom/v2/user/permissions?application=V1',
    shape: accountShapes.permissions,
  },
  {
    call: 'PUT /webgate/cuscom/v2/user/permissions',
    body: { application: 'V1', sms: true },
    shape: accountShapes.permissions,
  },
  {
    call: 'POST /webgate/cuscom/v3/user-device/enroll',
    body: { application: 'V1', push_token: 'sealed', notifications_permitted: true },
    shape: accountShapes.deviceEnrolled,
  },
  {
    call: 'POST /webgate/ab/v1/experiments-and-features',
    body: { 'split-id': '3f2b1c58-8a0e-4c3b-9d59-0f3a3c6f4f10', namespace: 'loyalty' },
    shape: accountShapes.experiments,
  },
  { call: 'GET /webgate/v1/v1-market/adfox?place=today', shape: accountShapes.banners },
  {
    call: 'POST /webgate/v1/stores-facade/store',
    body: { externalId: { storeCode: '500768', owner: 'OWNER_MAGNIT' } },
    shape: storeShapes.store,
  },
  {
    call: 'POST /webgate/v1/stores-facade/search',
    body: { filters: { geo: { typeName: 'box', ...russia }, storeTypeListV2: [] } },
    shape: storeShapes.storesFound,
  },
  {
    call: 'POST /webgate/v1/stores-facade/search/detail',
    body: {
      filters: { query: '', storeTypeListV2: [], deliveryTypeList: [] },
      pagination: { offset: 20, size: 50 },
      sorting: { sortBy: 'SORT_BY_CITY', sortType: 'SORT_TYPE_ASC' },
    },
    shape: storeShapes.storesDetail,
  },
  {
    call: 'POST /webgate/v1/store-search/address',
    body: { query: 'ленина', storeTypes: [], limit: 50 },
    shape: z.object({ stores: z.array(z.object(place)) }),
  },
  {
    call: 'POST /webgate/v1/store-search/geo',
    body: {
      geoBoundingBox: {
        leftTopLatitude: 56,
        leftTopLongitude: 37,
        rightBottomLatitude: 55,
        rightBottomLongitude: 38,
      },
      storeTypes: [],
      limit: 50,
    },
    shape: z.object({
      stores: z.array(z.object({ ...place, latitude: z.number(), longitude: z.number() })),
    }),
  },
  {
    call: 'POST /webgate/v1/store-search',
    body: { latitude: 55.75, longitude: 37.6, limit: 50 },
    shape: storeShapes.nearestStores,
  },
  {
    call: `GET /webgate/v1/cities/getbyfiasid?fiasId=${cities[0]!.fiasId}`,
    shape: storeShapes.city,
  },
  {
    call: 'GET /webgate/v3/categories/store/500768?storetype=1&catalogtype=1',
    shape: catalogueShapes.categories,
  },
  ...[0, 50, 100, 150, 200, 250, 300, 350, 400].map((offset) => ({
    call: 'POST /webgate/v2/goods/search',
    body: { ...search, pagination: { limit: 50, offset } },
    shape: catalogueShapes.goodsFound,
  })),
  {
    call: 'POST /webgate/v2/goods/search',
    body: { ...search, categories: [103], term: 'сыр' },
    shape: catalogueShapes.goodsFound,
  },
  { call: `GET /webgate/v2/goods/${GOOD}?${shelfQuery}`, shape: catalogueShapes.goodDetail },
  { call: 'POST /webgate/v1/goods/filters', body: shelf, shape: catalogueShapes.goodsFilters },
  {
    call: `GET /webgate/v2/object/feedback?objectType=GOOD&objectId=${GOOD}&limit=50&offset=0`,
    shape: catalogueShapes.reviews,
  },
  {
    call: 'POST /webgate/v2/object/feedback',
    body: { objectType: 'GOOD', objectId: GOOD, score: 5, text: 'Вкусно' },
    shape: catalogueShapes.reviewAccepted,
  },
  { call: `GET /webgate/v1/object/${GOOD}/scores`, shape: catalogueShapes.scores },
  { call: 'GET /webgate/v2/user/coupons?limit=50&offset=0', shape: promotionShapes.coupons },
  { call: 'GET /webgate/v2/user/coupons/favorite', shape: promotionShapes.favouriteCoupons },
  { call: 'GET /webgate/v3/offers/opt-in?limit=50&offset=0', shape: promotionShapes.offers },
  {
    call: 'GET /webgate/v2/user/personal-promotions?storeCode=500768',
    shape: promotionShapes.promotions,
  },
  {
    call: 'GET /webgate/v3/user/transactions?limit=50&offset=0',
    shape: purchaseShapes.transactions,
  },
  { call: 'GET /webgate/v2/user/poll', shape: purchaseShapes.openPolls },
  {
    call: 'POST /fraud/login_start',
    body: { clientId: 'v1', deviceId: 'device', userAgent: 'test' },
    shape: fraudShapes.loginStarted,
  },
]

/** The app leaves out list entries that break the contract: none may have been left out. */
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
  ['regular', '79000000001'],
  ['empty', '79000000006'],
  ['very long', '79000000007'],
  ['newly registered', '79010000001'],
  ['without a card', '79000000005'],
] as const

describe.each(shoppers)('the %s shopper', (_, phone) => {
  const prepare = async () => {
    const sandbox = createSandbox()
    const call = callerOf(sandbox)
    const { accessToken } = await signIn(sandbox, call, phone)
    return {
      sandbox,
      ask: (what: string, body?: unknown, headers?: Record<string, string>) =>
        call(what, { body, accessToken, ...(headers && { headers }) }),
    }
  }

  it('is answered in the contract’s shapes, with no entry dropped', async () => {
    const { ask } = await prepare()
    for (const { call, body, shape } of rows) {
      const answered = await ask(call, body)
      expect(answered.status, `${call}: ${JSON.stringify(answered.body)}`).toBe(200)
      expectShape(shape, answered.body)
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
      expectShape(promotionShapes.promotion, one.body)
    }
    for (const { favoriteId, state } of user.coupons.slice(0, 12)) {
      const one = await ask('POST /webgate/v2/user/coupons/favorite', {
        favoriteId,
        isFavorite: true,
      })
      expect(one.status).toBe(state === 'USED' || state === 'EXPIRED' ? 422 : 200)
      if (one.status === 200) expectShape(promotionShapes.coupon, one.body)
    }
    for (const { code, state } of user.offers.map((offer) => ({ ...offer }))) {
      const one = await ask('POST /webgate/v2/offers/opt-in', { code })
      expect(one.status).toBe(state === 'AVAILABLE' ? 200 : 422)
      if (one.status === 200) expectShape(promotionShapes.offer, one.body)
    }
  })

  it('merges a card with a captcha, unless numbers are wrong', async () => {
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

describe('the contract’s limits', () => {
  const wrong: [string, Record<string, string>, string][] = [
    ['X-Device-ID', { 'X-Device-ID': 'abc' }, 'GET /webgate/v1/object/1/scores'],
    ['X-Device-Platform', { 'X-Device-Platform': 'iOS' }, 'POST /magnit-id/v1/auth/otp'],
    ['X-Client-Name', { 'X-Client-Name': '' }, 'GET /webgate/v1/object/1/scores'],
    ['X-Request-ID', { 'X-Request-ID': '' }, 'GET /webgate/v1/object/1/scores'],
  ]
  it.each(wrong)('a wrong %s is named', async (name, headers, what) => {
    const { status, body } = await callerOf(createSandbox())(what, { headers })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'validationError' })
    expect((body as { message: string }).message).toContain(name)
  })

  it('a page is at most 50 long', async () => {
    const sandbox = createSandbox()
    const call = callerOf(sandbox)
    const { accessToken } = await signIn(sandbox, call, '79000000001')
    const { status } = await call('GET /webgate/v2/user/coupons?limit=51&offset=0', { accessToken })
    expect(status).toBe(400)
  })

  it('pages join into the whole list', async () => {
    const sandbox = createSandbox()
    const call = callerOf(sandbox)
    const { accessToken } = await signIn(sandbox, call, '79000000007')
    const seen: string[] = []
    for (let offset: number | null = 0; offset !== null;) {
      const answered = await call(`GET /webgate/v3/user/transactions?limit=50&offset=${offset}`, {
        accessToken,
      })
      const page = purchaseShapes.transactions.parse(answered.body)
      seen.push(...page.transactions.map(({ id }) => id))
      offset = page.pagination.nextOffset
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(sandbox.state.user('79000000007').transactions.map(({ id }) => id))
    expect(seen.length).toBeGreaterThanOrEqual(500)
  })

  it('the answers are of a real chain’s size', () => {
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
