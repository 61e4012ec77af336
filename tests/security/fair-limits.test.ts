import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'

import { startSite } from '../support/site'
import { postAsPerson } from '../support/person'
import { startRedis } from '../support/redis'
import type { Visitor } from '../support/visitor'

/** The address that an attacker and shoppers share. */
const SHARED = { 'x-forwarded-for': '203.0.113.7' }
const CARD = 'QR-код карты для кассы'

const redis = await startRedis()
const { app, sandbox, newPhone, guest } = await startSite({
  ADDRESS_LIMIT_FACTOR: '1',
  TRUST_PROXY: '127.0.0.0/8',
  REDIS_URL: redis.url,
  // The budget of the whole shop is another limit.
  TEXTS_PER_MINUTE: '0',
  TEXTS_PER_HOUR: '0',
})

afterAll(async () => {
  await app.stop()
  await redis.stop()
})

const at = (headers: Record<string, string>): Visitor => {
  const visitor = guest()
  const { get, post } = visitor
  return Object.assign(visitor, {
    get: (path: string, more = {}) => get(path, { ...headers, ...more }),
    post: (path: string, fields = {}, more = {}) => post(path, fields, { ...headers, ...more }),
  })
}

/** Signs a new shopper in as a person does; returns where each step led. */
async function signInAsPerson(visitor: Visitor, phone = newPhone()) {
  const asked = await postAsPerson(visitor, sandbox.state, '/login', { phone })
  const code = sandbox.inbox.lastCode(phone) ?? ''
  const entered = await postAsPerson(visitor, sandbox.state, '/login/code', { code })
  return [asked, entered].map(({ headers }) => headers.get('Location'))
}
const WELL = ['/login/code', '/onboarding/1']

const isCardShown = async (visitor: Visitor) => {
  const card = await visitor.get('/qr')
  return card.status === 200 && (await card.text()).includes(CARD)
}

/** What an attacker at the shared address does, without answering a captcha. */
const attacks: Record<string, () => Promise<unknown>> = {
  text: () => at(SHARED).post('/login', { phone: newPhone() }),
  async 'wrong codes'() {
    const visitor = at(SHARED)
    await visitor.post('/login', { phone: newPhone() })
    for (let tries = 0; tries < 5; tries++) await visitor.post('/login/code', { code: '00000' })
  },
  'a forged session': () => {
    const visitor = at(SHARED)
    visitor.cookies.set('v1_jwt', 'x'.repeat(3000))
    return visitor.get('/qr')
  },
  reads: () => Promise.all(Array.from({ length: 200 }, () => at(SHARED).get('/terms'))),
  'sign-in pages': () => Promise.all(Array.from({ length: 50 }, () => at(SHARED).get('/login'))),
  writes: () =>
    Promise.all(Array.from({ length: 100 }, () => at(SHARED).post('/consent', { choice: 'all' }))),
  'broken forms': () =>
    Promise.all(Array.from({ length: 20 }, () => at(SHARED).post('/login', { phone: 'x' }))),
}

describe('strangers behind one address', () => {
  test('leave sign-in to a person with a captcha, after twelve SMS and sixty wrong codes', async () => {
    for (let phone = 0; phone < 12; phone++) await attacks['wrong codes']!()
    expect(await signInAsPerson(at(SHARED))).toEqual(WELL)
  })

  test('leave the card to a signed-in shopper, after more reads than the limit', async () => {
    const shopper = at(SHARED)
    await signInAsPerson(shopper)
    const statuses = new Set<number>()
    for (let round = 0; round < 16; round++)
      for (const { status } of (await attacks.reads!()) as Response[]) statuses.add(status)
    expect(statuses).toEqual(new Set([200, 429]))
    expect(await isCardShown(shopper)).toBe(true)
    expect((await shopper.post('/profile/theme', { theme: 'dark' })).status).toBe(303)
    // A forged session is a guest.
    expect(((await attacks['a forged session']!()) as Response).status).toBe(429)
  })

  test('leave sign-in and card to shoppers, whatever a series of attacks does', async () => {
    const shopper = at(SHARED)
    await signInAsPerson(shopper)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(attacks)), { minLength: 3, maxLength: 8 }),
        async (series) => {
          for (const name of series) await attacks[name]!()
          expect(await signInAsPerson(at(SHARED))).toEqual(WELL)
          expect(await isCardShown(shopper)).toBe(true)
        },
      ),
      { numRuns: 8 },
    )
  })

  test('leave both to shoppers while Redis is down, and after it', async () => {
    const shopper = at(SHARED)
    await signInAsPerson(shopper)
    redis.pause()
    for (const name of ['text', 'wrong codes']) await attacks[name]!()
    expect(await signInAsPerson(at(SHARED))).toEqual(WELL)
    expect(await isCardShown(shopper)).toBe(true)
    redis.resume()
    for (const name of ['text', 'wrong codes']) await attacks[name]!()
    expect(await signInAsPerson(at(SHARED))).toEqual(WELL)
    expect(await isCardShown(shopper)).toBe(true)
  })
})
