import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'

import { startApp } from '../support/app-process'
import { startSite } from '../support/site'
import { getName, startCollector, withoutIds, type ArrivedEvent } from '../support/collector'
import { getAddress, createViewers, screens, type Screen } from '../support/screens'
import { postAsPerson } from '../support/person'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

const WRITE_KEY = 'write-key-of-the-tests'

const settings = () => ({ ANALYTICS_URL: collector.url, ANALYTICS_WRITE_KEY: WRITE_KEY })

const collector = await startCollector()
const { app, server, sandbox, guest } = await startSite(settings())
afterAll(async () => {
  await app.stop()
  await collector.close()
})

afterEach(() => {
  sandbox.faults.clear()
})

let nextShopper = 0
const newPhone = (prefix = '7905') => `${prefix}777${String(++nextShopper).padStart(4, '0')}`

const accepting = (origin = app.origin): Visitor => {
  const visitor = createVisitor(origin)
  visitor.cookies.set('v1_consent', 'accepted')
  visitor.cookies.set('v1_uuid', crypto.randomUUID())
  return visitor
}

async function acceptingShopper(phone = newPhone()): Promise<Visitor> {
  const visitor = accepting()
  await signIn(visitor, sandbox, phone)
  return visitor
}

/** Received events of one visitor, oldest first. */
const getEvents = (visitor: Visitor) =>
  collector.events.filter(({ anonymousId }) => anonymousId === visitor.cookies.get('v1_uuid'))
const getNames = (visitor: Visitor) => getEvents(visitor).map(getName)
const getViews = (visitor: Visitor) => getNames(visitor).filter((name) => name.startsWith('page:'))

/** Waits for a later event: events keep their order, so all earlier ones have arrived. */
async function settled(visitor: Visitor, installsBefore = 0): Promise<void> {
  await visitor.get('/install')
  const installs = () => getEvents(visitor).filter(({ name }) => name === 'install').length
  // Not by expect.poll, which does not support concurrent tests.
  const options = { timeout: 20_000, interval: 50 }
  await vi.waitFor(() => expect(installs()).toBe(installsBefore + 1), options)
  const uuid = visitor.cookies.get('v1_uuid')
  const isTheirs = ({ anonymousId, name }: ArrivedEvent) =>
    anonymousId === uuid && name === 'install'
  collector.events.splice(collector.events.findLastIndex(isTheirs), 1)
}

/** A phone's clock is three hours slow. */
const phoneNow = () => Date.now() - 3 * 3_600_000

const getBatch = (...events: { name: string; properties?: object }[]) => ({
  batch: crypto.randomUUID(),
  sentAt: phoneNow(),
  events: events.map(({ name, properties = {} }) => ({
    id: crypto.randomUUID(),
    at: phoneNow() - 1000,
    name,
    properties,
  })),
})

async function firstLink(visitor: Visitor, page: string, form: RegExp): Promise<string> {
  const html = await (await visitor.get(page)).text()
  const links = [...html.matchAll(/(?:href|action)="([^"?#]+)/g)].map(([, link]) => link ?? '')
  const link = links.find((each) => form.test(each))
  expect(link, `a link ${form} on ${page}`).toBeDefined()
  return link ?? ''
}

/** Each waits a second for a batch: they run concurrently, each with its own visitors. */
describe.concurrent('an analytics page view', () => {
  test('is recorded once for each screen of the product', async () => {
    const viewers = createViewers(app.origin, server, [['v1_consent', 'accepted']])
    const visitors = new Map<Screen, Visitor>()
    for (const screen of screens) visitors.set(screen, await viewers(screen.seenBy))
    for (const visitor of new Set(visitors.values()))
      visitor.cookies.set('v1_uuid', crypto.randomUUID())
    const expected = new Map<Visitor, string[]>()
    for (const [screen, visitor] of visitors) {
      const path = getAddress(screen, visitor)
      const before = expected.get(visitor) ?? []
      expected.set(visitor, [...before, `page:${screen.name}`])
      await visitor.get(path)
      // None of these is another view: a script's fetch, a prefetch, a HEAD.
      if (!screen.seenBy) await visitor.get(path.replace(/\?.*|$/, '.data'))
      await visitor.get(path, { 'sec-purpose': 'prefetch' })
    }
    for (const [visitor, views] of expected) {
      await settled(visitor, views.filter((view) => view === 'page:install').length)
      expect(getViews(visitor)).toEqual(views)
    }
    expect(new Set(collector.authorizations)).toEqual(
      new Set([`Basic ${Buffer.from(`${WRITE_KEY}:`).toString('base64')}`]),
    )
  })

  test('of a search has its filters, never its text', async () => {
    const shopper = await acceptingShopper()
    await shopper.get('/search?q=79051234567&sort=cheap')
    await settled(shopper)
    const search = getEvents(shopper).find(({ name }) => name === 'search')
    expect(search?.properties).toEqual({ has_words: true, sort: 'cheap', filters: 0, page: 1 })
  })

  test('after a form is recorded once, for the page after the redirect', async () => {
    const shopper = await acceptingShopper()
    const coupon = await firstLink(shopper, '/coupons', /\/coupons\/\d+\/activate/)
    const form = { formId: crypto.randomUUID(), returnTo: '/coupons' }
    for (let sent = 0; sent < 2; sent++) {
      const response = await shopper.post(coupon, form)
      await shopper.get(response.headers.get('location') ?? '')
    }
    await settled(shopper)
    expect(getViews(shopper)).toEqual(['page:coupons', 'page:coupons', 'page:coupons'])
    // The form was sent twice, the coupon was activated once.
    const activations = getEvents(shopper).filter(({ event }) => event === 'Coupon:Activate')
    expect(activations.map(({ properties }) => properties)).toEqual([
      { coupon_id: coupon.split('/')[2], result: 'done' },
    ])
  })
})

test('the captcha of the card form has events for shown, wrong and right answers', async () => {
  const shopper = await acceptingShopper()
  const { captcha } = sandbox.state
  const card = { number: '2000 0000 0000 0017', cvc: '739' }
  const { id } = captcha.challenge()
  const send = (response: string) =>
    shopper.post('/profile/cards/add', { ...card, captchaId: id, captchaAnswer: response })
  await send('')
  await send('100')
  await send(captcha.answer(id) ?? '')
  await settled(shopper)
  const events = getEvents(shopper).filter(({ event }) => event?.startsWith('Captcha:'))
  const place = 'cards-add'
  expect(events.map(({ event, properties }) => [event, properties])).toEqual([
    ['Captcha:Show', { place }],
    ['Captcha:Answer', { place, is_right: false }],
    ['Captcha:Show', { place }],
    ['Captcha:Answer', { place, is_right: true }],
  ])
})

describe.concurrent('navigation events, without a script', () => {
  test.each([
    ['/profile/stars', '/profile', 'stars'],
    ['/profile/cards/add', '/profile/cards', 'cards-add'],
  ])(
    'are recorded once for a link from %s back to %s, and not for a link of another site',
    async (from, to, place) => {
      const shopper = await acceptingShopper()
      await shopper.get(from)
      await shopper.get(to, { referer: app.origin + from })
      // A reloaded page has the referrer again.
      await shopper.get(to, { referer: app.origin + from })
      await shopper.get(to, { referer: `https://elsewhere.example${from}` })
      await settled(shopper)
      const events = getEvents(shopper).filter(({ event }) => event?.startsWith('Navigation:'))
      expect(events.map(({ event, properties }) => [event, properties])).toEqual([
        ['Navigation:BackToProfile', { from: place }],
      ])
    },
  )

  test('are not recorded for the redirect of a form that has succeeded', async () => {
    const shopper = await acceptingShopper()
    await shopper.get('/profile/cards/add')
    // The redirect of a form has its page as the referrer, and a notice in a cookie.
    await shopper.post('/profile/theme', { theme: 'dark' })
    await shopper.post('/profile/confirm-email', {})
    expect(shopper.cookies.has('v1_flash')).toBe(true)
    await shopper.get('/profile/cards', { referer: `${app.origin}/profile/cards/add` })
    await settled(shopper)
    expect(getNames(shopper).filter((name) => name.startsWith('Navigation:'))).toEqual([])
  })
})

describe('before consent', () => {
  test.each([undefined, 'refused'])('with the decision %j nothing is sent', async (decision) => {
    const before = collector.events.length
    const visitor = guest()
    if (decision) visitor.cookies.set('v1_consent', decision)
    await visitor.get('/')
    expect([...visitor.cookies.keys()]).not.toContain('v1_uuid')
    await signIn(visitor, sandbox, newPhone())
    await visitor.get('/today')
    const response = await visitor.postJson('/events', getBatch({ name: 'Map:Open' }))
    expect(response.status).toBe(204)
    await settled(accepting())
    expect(collector.events.length).toBe(before)
  })

  test('a consent sets the id, and a guest who withdraws it loses the id', async () => {
    const visitor = guest()
    await visitor.post('/consent', { choice: 'accepted', returnTo: '/' })
    const uuid = visitor.cookies.get('v1_uuid')
    expect(uuid).toBeDefined()
    await settled(visitor)
    expect(getNames(visitor)).toEqual(['Consent:Analytics'])
    await visitor.post('/consent', { choice: 'refused', returnTo: '/' })
    expect(visitor.cookies.has('v1_uuid')).toBe(false)
  })
})

describe.concurrent('POST /events', () => {
  const tap = { name: 'TabBar:Tap', properties: { tab: 'qr' } }
  const taps = (visitor: Visitor) =>
    getEvents(visitor).filter(({ event }) => event === 'TabBar:Tap').length

  test('counts a batch once, however often it arrives', async () => {
    const visitor = accepting()
    const batch = getBatch(tap, tap)
    for (let sent = 0; sent < 3; sent++)
      expect((await visitor.postJson('/events', batch)).status).toBe(204)
    await settled(visitor)
    expect(taps(visitor)).toBe(2)
    const [first] = getEvents(visitor)
    expect(first).toMatchObject({ messageId: batch.events[0]?.id, properties: { tab: 'qr' } })
    const ageMs = Date.now() - Date.parse(first?.timestamp ?? '')
    expect(ageMs).toBeGreaterThan(900)
    expect(ageMs).toBeLessThan(60_000)
  })

  test('accepts only the events and properties that the catalogue allows browsers', async () => {
    const visitor = accepting()
    const batch = getBatch(
      { name: 'TabBar:Tap', properties: { tab: 'Мария' } },
      { name: 'TabBar:Tap', properties: { tab: 'qr', phone: '79051234567' } },
      { name: 'Register:Success', properties: {} },
      { name: 'constructor' },
      { name: 'Field:Change', properties: { form: 'login', field: 'phone' } },
      { name: 'Banner:Click', properties: { banner_id: '79051234567' } },
    )
    expect((await visitor.postJson('/events', batch)).status).toBe(204)
    await settled(visitor)
    expect(getEvents(visitor).map(({ event, properties }) => [event, properties])).toEqual([
      ['Field:Change', { form: 'login', field: 'phone' }],
      ['Banner:Click', {}],
    ])
  })

  test('records the views that the script sends', async () => {
    const visitor = accepting()
    const arrive = (properties: object) => ({ name: 'Arrival', properties })
    await visitor.postJson(
      '/events',
      getBatch(
        arrive({ routeId: 'purchases/points.screen', url: '/profile/stars', from: '/profile' }),
        arrive({ routeId: 'profile/profile.screen', url: '/profile?x=1', from: '/profile/stars' }),
        arrive({
          routeId: 'framework/not-found.screen',
          url: '/no',
          from: '/profile',
          failure: 404,
        }),
        arrive({ routeId: 'today/today.screen', url: '/today', from: null, failure: 503 }),
        arrive({ routeId: 'no such route', url: '/today', from: null }),
        arrive({ routeId: 'today/today.screen', url: '//evil.example', from: null }),
      ),
    )
    await settled(visitor)
    const events = getEvents(visitor).map((event) => [getName(event), event.properties])
    expect(events).toHaveLength(5)
    expect(events).toEqual(
      expect.arrayContaining([
        ['page:stars', {}],
        ['page:profile', {}],
        ['Navigation:BackToProfile', { from: 'stars' }],
        ['page:not_found', { url: '/no', referrer: '/profile' }],
        ['page:error', { status: 503 }],
      ]),
    )
  })
})

describe('personal data', () => {
  test('no event contains what a person types', async () => {
    const phone = newPhone('7901')
    const card = '2990123412341234'
    const canaries = {
      name: 'Канарейка',
      email: 'canary.bird@mail.example',
      review: 'Отличное-канареечное',
      search: 'zxcanaryword',
      cvc: '731',
    }
    const visitor = accepting()
    const { inbox, state } = sandbox
    await visitor.post('/login', { phone: 'что-то' })
    await visitor.post('/login', { phone })
    const code = inbox.lastCode(phone) ?? ''
    await visitor.post('/login/code', { code: code === '54321' ? '12345' : '54321' })
    await visitor.post('/login/code', { code: '1' })
    await postAsPerson(visitor, state, '/login/code', { code })
    await visitor.post('/registration', { firstName: '' })
    const { status } = await visitor.post('/registration', {
      firstName: canaries.name,
      email: canaries.email,
      isPersonalDataAgreed: 'on',
      isSmsPermitted: 'on',
    })
    expect(status).toBe(303)
    await visitor.post('/profile/edit', {
      firstName: `${canaries.name} два`,
      email: canaries.email,
    })
    await visitor.post('/profile/incomplete', {
      firstName: canaries.name,
      birthDate: '7',
      birthDateMonth: '5',
      birthDateYear: '1985',
      email: canaries.email,
    })
    await visitor.post('/profile/cards/add', { number: card, cvc: canaries.cvc })
    await visitor.post('/profile/notification', { isEmailPermitted: 'on' })
    await visitor.get(`/search?q=${canaries.search}`)
    await visitor.get(`/${canaries.email}/${phone}/${card}`)
    await visitor.get(`/coupons/${phone}`)
    const product = await firstLink(visitor, '/catalog', /^\/catalog\/\d[\w-]+$/).then((category) =>
      firstLink(visitor, category, /^\/product\/[\w-]+$/),
    )
    await visitor.post(`${product}/reviews`, { score: '5', text: canaries.review })
    await visitor.postJson(
      '/events',
      getBatch({
        name: 'Arrival',
        properties: {
          routeId: 'catalogue/search.screen',
          url: `/search?q=${canaries.search}`,
          from: `/${phone}`,
        },
      }),
    )
    await visitor.post('/profile/theme', { theme: 'dark' })
    await visitor.post('/profile/start', { start: 'card' })
    await settled(visitor)
    const uuid = visitor.cookies.get('v1_uuid')
    expect([...new Set(getNames(visitor))]).toEqual(
      expect.arrayContaining([
        'Phone:Submit',
        'PhoneConfirm:Error',
        'PhoneConfirm:Success',
        'Register:Error',
        'Register:Success',
        'Login:Success',
        'Profile:Save',
        'Card:Add',
        'Consents:Save',
        'Review:Submit',
        'Theme:Change',
        'Start:Change',
        'page:not_found',
        'page:search',
      ]),
    )
    const user = state.user(phone)
    const bodies = collector.bodies.join('\n')
    expect(bodies).toContain(uuid)
    expect(bodies).not.toContain(user.userId)
    const sent = withoutIds(bodies)
    for (const canary of [
      ...Object.values(canaries).slice(0, 4),
      phone,
      phone.slice(1),
      card,
      ...user.cards,
      ...state.refreshTokens.keys(),
      '1985',
    ])
      expect(sent.includes(canary), canary).toBe(false)
    expect(sent).not.toMatch(/eyJ[\w-]+\.eyJ/)
    // Codes are short, so they are searched as whole values.
    for (const secret of [code, canaries.cvc])
      expect(sent).not.toMatch(new RegExp(`"${secret}"|:${secret}[,}]`))
    const errors = getEvents(visitor).filter(({ event }) => event === 'PhoneConfirm:Error')
    expect(errors.map(({ properties }) => properties.error_type)).toEqual(['wrong', 'invalid'])
  })

  test.each([
    [404, 'user_not_found', 'user_not_found'],
    [400, 'u79051234567', 'other'],
    [400, 'x'.repeat(60), 'other'],
  ])(
    'a sign-in that the gateway refuses with %i and the error code %s is reported with the code %s',
    async (status, code, error_code) => {
      const visitor = accepting()
      const body = { code, message: 'Мария' }
      const endpoint = 'POST /v1/auth/token'
      sandbox.faults.add({ endpoint, mode: 'status', status, times: 1, body })
      await signIn(visitor, sandbox, newPhone())
      await settled(visitor)
      const view = getEvents(visitor).find(({ name }) => name === 'login_error')
      expect(view?.properties).toEqual({ status, error_code })
      const error = getEvents(visitor).find(({ event }) => event === 'Login:Error')
      expect(error?.properties).toMatchObject({ result: 'refused', error_code })
    },
  )
})

describe('a collector', () => {
  test('gets the waiting events when the process gets SIGTERM', async () => {
    const other = await startApp(server.url, settings())
    const visitor = accepting(other.origin)
    await visitor.get('/login')
    expect(await other.stop()).toBe(0)
    expect(getViews(visitor)).toEqual(['page:login'])
  })
})

describe('an experiment', () => {
  const calls = () => sandbox.calls.filter(({ endpoint }) => endpoint.includes('/ab/v1/')).length
  const firstBlock = (html: string) =>
    html.indexOf('id="coupons"') < html.indexOf('aria-label="Покупки"') ? 'coupons' : 'shop'
  const today = async (visitor: Visitor) => firstBlock(await (await visitor.get('/today')).text())
  /** Shoppers of the two variants, found by trying. */
  async function getShopper(variant: 'control' | 'test'): Promise<Visitor> {
    for (let tries = 0; tries < 30; tries++) {
      const visitor = await acceptingShopper()
      await visitor.get('/today')
      if (visitor.cookies.get('v1_variants')?.startsWith(`today_order.${variant}`)) return visitor
    }
    throw new Error(`nobody is ${variant}`)
  }

  test.each([
    ['control', 'shop'],
    ['test', 'coupons'],
  ] as const)(
    'shows the group %s the block %s first, and records one exposure',
    async (variant, first) => {
      const visitor = await getShopper(variant)
      const asked = calls()
      expect(await today(visitor)).toBe(first)
      await visitor.get('/today.data')
      expect(calls()).toBe(asked)
      await settled(visitor)
      const exposures = getEvents(visitor).filter(({ event }) => event === 'Experiment:Exposure')
      expect(exposures.map(({ properties }) => properties)).toEqual([
        { feature: 'today_order', variant },
      ])
    },
  )
})
