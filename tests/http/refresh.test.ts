import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, afterEach, describe, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { startApp } from '../support/app-process'
import { untilEnd } from '../support/site'
import { startBalancer } from '../support/balancer'
import { cases, isFull } from '../support/extent'
import { startRedis } from '../support/redis'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

const REFRESH = 'POST /v1/auth/token/refresh'
const SITE = 'http://localhost:3999'

let nextPhone = 79052220000

const sandbox = untilEnd(await startSandbox({ port: 0 }))
const redis = untilEnd(await startRedis())
const alone = await startApp(sandbox.url)
const shared = { PUBLIC_ORIGIN: SITE, REDIS_URL: redis.url }
const pair = await Promise.all([startApp(sandbox.url, shared), startApp(sandbox.url, shared)])
const balancer = untilEnd(await startBalancer())
for (const app of pair) balancer.add(app.address)
await balancer.ready(pair.length)

afterEach(() => {
  sandbox.sandbox.faults.clear()
})

afterAll(() => Promise.all([alone, ...pair].map((app) => app.stop())))

const refreshes = () => sandbox.sandbox.calls.filter(({ endpoint }) => endpoint === REFRESH).length

/** A signed-in visitor with an expired access token. */
async function visitorWithExpiredToken(visitor: Visitor): Promise<void> {
  const phone = String((nextPhone += 1))
  sandbox.sandbox.state.settings.accessTokenLifeSeconds = 0
  expect((await signIn(visitor, sandbox.sandbox, phone)).headers.get('Location')).toBe('/today')
  sandbox.sandbox.state.settings.accessTokenLifeSeconds = 300
  sandbox.sandbox.calls.length = 0
}

async function expectSignedIn(response: Response): Promise<void> {
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('QR-код карты для кассы')
}

/** Opens the card; on a busy machine its code may time out, and the page then offers another try. */
async function expectCardAtLast(tab: Visitor, tries = 5): Promise<void> {
  const response = await tab.get('/qr')
  const page = await response.text()
  expect(response.status).toBe(200)
  if (page.includes('QR-код карты для кассы')) return
  expect(tries).toBeGreaterThan(1)
  await expectCardAtLast(tab, tries - 1)
}

/** Where shoppers open their tabs. */
const worlds = {
  'one process': { site: () => alone.origin, doors: () => [alone.origin] },
  'two processes with Redis': { site: () => SITE, doors: () => pair.map(({ address }) => address) },
  'two behind a balancer': { site: () => SITE, doors: () => [balancer.url] },
}

describe.each(Object.entries(worlds))('on %s', (_, { site, doors }) => {
  const open = () => createVisitor(doors()[0]!, site())
  const openTabs = (visitor: Visitor, count: number) =>
    Array.from({ length: count }, (_, index) => visitor.copy(doors()[index % doors().length]))

  test('50 parallel requests with an expired token make one refresh, and end no session', async () => {
    for (let round = 0; round < cases(100, 2); round += 1) {
      const visitor = open()
      await visitorWithExpiredToken(visitor)
      const tabs = openTabs(visitor, 50)

      await Promise.all(tabs.map((tab) => expectCardAtLast(tab)))
      expect(sandbox.sandbox.state.reusedRefreshTokens).toEqual([])
      for (const tab of tabs.slice(0, 4)) await expectSignedIn(await tab.get('/qr'))
      expect(refreshes()).toBe(1)
    }
  })

  test('late tabs with the old cookie get the new session', async () => {
    const visitor = open()
    await visitorWithExpiredToken(visitor)
    const late = [0, 40, 150, 300, 600, ...(isFull ? [5_000, 20_000, 45_000] : [])]
    const tabs = openTabs(visitor, late.length)
    const opened = late.map(async (ms, index) => {
      await sleep(ms)
      const tab = tabs[index]!
      await expectSignedIn(await tab.get('/qr'))
      expect(tab.cookies.get('v1_jwt')).not.toBe(visitor.cookies.get('v1_jwt'))
    })
    await Promise.all(opened)
    expect(refreshes()).toBe(1)
  })

  test('a shopper who leaves in the middle of a refresh stays signed in', async () => {
    for (let round = 0; round < cases(50, 2); round += 1) {
      const visitor = open()
      await visitorWithExpiredToken(visitor)
      sandbox.sandbox.faults.add({ endpoint: REFRESH, mode: 'latency', latencyMs: 400, times: 1 })
      const [leaving, staying] = openTabs(visitor, 2) as [Visitor, Visitor]
      await leaving.abandon('/qr', expect.poll(refreshes, { interval: 10 }).toBe(1))
      await expectSignedIn(await staying.get('/qr'))
      expect(refreshes()).toBe(1)
    }
  })

  test('signing out revokes every copy of the cookie', async () => {
    const visitor = open()
    await signIn(visitor, sandbox.sandbox, String((nextPhone += 1)))
    const copies = openTabs(visitor, 6)
    for (const copy of copies) await expectSignedIn(await copy.get('/qr'))

    const response = await visitor.post('/logout')
    expect(response.headers.get('Location')).toBe('/')
    // The cookie of the confirmed phone stays after the sign-out.
    expect([...visitor.cookies.keys()].sort()).toEqual(['v1_known', 'v1_onboarded'])
    for (const copy of copies)
      expect((await copy.get('/qr')).headers.get('Location')).toBe('/login?returnTo=%2Fqr')
  })
})

describe('a token refresh', () => {
  const hanging = { endpoint: REFRESH, mode: 'hang', times: 1 } as const
  const failing = { endpoint: REFRESH, mode: 'status', status: 500, times: 1 } as const

  test.each([
    ['a hang', hanging],
    ['a 500', failing],
  ])(
    'that fails by %s makes one call, ends no session, and succeeds at the next request',
    async (_, fault) => {
      const visitor = createVisitor(alone.origin)
      await visitorWithExpiredToken(visitor)
      sandbox.sandbox.faults.add(fault)

      const started = performance.now()
      const response = await visitor.get('/profile')
      // The time-out of a refresh is eight seconds.
      expect(performance.now() - started).toBeLessThan(7000)
      expect(response.status).toBe(200)
      expect(await response.text()).toMatch(/Часть данных не\sзагрузилась/)
      expect(visitor.cookies.has('v1_jwt')).toBe(true)
      expect(refreshes()).toBe(1)

      // A failure is shared for a second.
      await sleep(fault === hanging ? 6500 : 1100)
      await expectSignedIn(await visitor.get('/qr'))
    },
  )

  test('that gets a 401 signs out and redirects to the sign-in with the page as returnTo', async () => {
    const visitor = createVisitor(alone.origin)
    await visitorWithExpiredToken(visitor)
    sandbox.sandbox.faults.add({ endpoint: REFRESH, mode: 'status', status: 401, times: 1 })

    const response = await visitor.get('/qr')
    expect(response.status).toBe(302)
    expect(response.headers.get('Location')).toBe('/login?returnTo=%2Fqr')
    expect(visitor.cookies.has('v1_jwt')).toBe(false)
  })

  test('is made once when the gateway refuses the access token of a page, and the page loads', async () => {
    const visitor = createVisitor(alone.origin)
    const phone = String((nextPhone += 1))
    await signIn(visitor, sandbox.sandbox, phone)
    sandbox.sandbox.state.expire(phone, 'access')
    sandbox.sandbox.calls.length = 0

    await expectSignedIn(await visitor.get('/qr'))
    expect(refreshes()).toBe(1)
    await expectSignedIn(await visitor.get('/qr'))
    expect(refreshes()).toBe(1)
  })
})

describe('signing out', () => {
  test('ends the session of a request that waits for its refresh', async () => {
    const visitor = createVisitor(alone.origin)
    await visitorWithExpiredToken(visitor)
    sandbox.sandbox.faults.add({ endpoint: REFRESH, mode: 'latency', latencyMs: 1500, times: 1 })
    const tab = visitor.copy()
    const slow = tab.get('/qr')
    await expect.poll(refreshes).toBe(1)
    await visitor.post('/logout')
    expect((await slow).headers.get('Location')).toBe('/login?returnTo=%2Fqr')
  })

  test('does not happen by a GET, as of a link or a prefetch', async () => {
    const visitor = createVisitor(alone.origin)
    await signIn(visitor, sandbox.sandbox, String((nextPhone += 1)))
    await visitor.get('/logout')
    await expectSignedIn(await visitor.get('/qr'))
  })
})

test('two tabs of a shopper without a card create one', async () => {
  const [one, other] = pair
  const visitor = createVisitor(one.address, SITE)
  await signIn(visitor, sandbox.sandbox, '79000000005')
  sandbox.sandbox.calls.length = 0
  const endpoint = 'GET /v1/user/virtual-card'
  // The second tab asks while the first one's card is being created.
  sandbox.sandbox.faults.add({ endpoint, mode: 'latency', latencyMs: 1000, times: 1 })
  const creations = () => sandbox.sandbox.calls.filter((call) => call.endpoint === endpoint).length
  const first = visitor.copy().get('/qr')
  await expect.poll(creations, { interval: 10 }).toBe(1)
  const answers = await Promise.all([first, visitor.copy(other.address).get('/qr')])
  expect(creations()).toBe(1)
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await expectSignedIn(await visitor.get('/qr'))
})
