import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { startRedis, type RedisProcess } from '../support/redis'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

const REFRESH = 'POST /v1/auth/token/refresh'
const SITE = 'http://localhost:3999'

let sandbox: SandboxServer
let redis: RedisProcess
let alone: AppProcess
let pair: [AppProcess, AppProcess]
let nextPhone = 79052220000

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  redis = await startRedis()
  alone = await startApp(sandbox.url)
  const shared = { PUBLIC_ORIGIN: SITE, REDIS_URL: redis.url }
  pair = await Promise.all([startApp(sandbox.url, shared), startApp(sandbox.url, shared)])
})

afterEach(() => {
  sandbox.sandbox.faults.clear()
})

afterAll(async () => {
  await Promise.all([alone, ...pair].map((app) => app.stop()))
  await redis.stop()
  await sandbox.close()
})

const refreshes = () => sandbox.sandbox.calls.filter(({ endpoint }) => endpoint === REFRESH).length

/** A signed-in visitor with an expired access token. */
async function visitorWithExpiredToken(visitor: Visitor): Promise<string> {
  const phone = String((nextPhone += 1))
  sandbox.sandbox.state.settings.accessTokenLifeSeconds = 1
  expect((await signIn(visitor, sandbox.sandbox, phone)).headers.get('Location')).toBe('/today')
  sandbox.sandbox.state.settings.accessTokenLifeSeconds = 300
  await sleep(1100)
  sandbox.sandbox.calls.length = 0
  return phone
}

async function expectSignedIn(response: Response): Promise<void> {
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('QR-код карты для кассы')
}

describe('50 parallel requests with an expired token', () => {
  test('on one process: one refresh, no failed request, no session ends', async () => {
    const visitor = createVisitor(alone.origin)
    await visitorWithExpiredToken(visitor)
    const tabs = Array.from({ length: 50 }, () => visitor.copy())

    const answers = await Promise.all(tabs.map((tab) => tab.get('/qr')))

    for (const answer of answers) await expectSignedIn(answer)
    expect(refreshes()).toBe(1)
    expect(sandbox.sandbox.state.reusedRefreshTokens).toEqual([])
    for (const tab of tabs) await expectSignedIn(await tab.get('/qr'))
    expect(refreshes()).toBe(1)
  })

  test('on two processes with Redis: one refresh, no failed request, no session ends', async () => {
    const [one, other] = pair
    const visitor = createVisitor(one.address, SITE)
    await visitorWithExpiredToken(visitor)
    const tabs = Array.from({ length: 50 }, (_, index) =>
      visitor.copy((index % 2 ? one : other).address),
    )

    const answers = await Promise.all(tabs.map((tab) => tab.get('/qr')))

    for (const answer of answers) await expectSignedIn(answer)
    expect(refreshes()).toBe(1)
    expect(sandbox.sandbox.state.reusedRefreshTokens).toEqual([])
    // A late request with the old cookie gets the new tokens as well.
    await expectSignedIn(await visitor.copy(other.address).get('/qr'))
    expect(refreshes()).toBe(1)
  })
})

describe('a token refresh', () => {
  const hanging = { endpoint: REFRESH, mode: 'hang', times: 1 } as const
  const failing = { endpoint: REFRESH, mode: 'status', status: 500, times: 1 } as const
  const resetting = { endpoint: REFRESH, mode: 'reset', times: 1 } as const
  const limited = { endpoint: REFRESH, mode: 'status', status: 429, times: 1 } as const

  test.each([
    ['a hang', hanging],
    ['a 500', failing],
    ['a broken connection', resetting],
    ['a 429', limited],
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

  test('is finished although the visitor left', async () => {
    const visitor = createVisitor(alone.origin)
    await visitorWithExpiredToken(visitor)
    sandbox.sandbox.faults.add({ endpoint: REFRESH, mode: 'latency', latencyMs: 300, times: 1 })
    const leaving = visitor.get('/qr').catch(() => null)
    await Promise.race([leaving, expect.poll(refreshes).toBe(1)])

    await expectSignedIn(await visitor.copy().get('/qr'))
    expect(refreshes()).toBe(1)
    await leaving
  })
})

describe('signing out', () => {
  test('revokes every copy of the cookie in every container', async () => {
    const [one, other] = pair
    const visitor = createVisitor(one.address, SITE)
    await signIn(visitor, sandbox.sandbox, String((nextPhone += 1)))
    const copied = visitor.copy(other.address)
    await expectSignedIn(await copied.get('/qr'))

    const response = await visitor.post('/logout')
    expect(response.headers.get('Location')).toBe('/')
    // The cookie of the confirmed phone stays after the sign-out.
    expect([...visitor.cookies.keys()].sort()).toEqual(['v1_known', 'v1_onboarded'])
    expect((await copied.get('/qr')).headers.get('Location')).toBe('/login?returnTo=%2Fqr')
  })

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
  const answers = await Promise.all([
    visitor.copy().get('/qr'),
    visitor.copy(other.address).get('/qr'),
  ])
  const created = sandbox.sandbox.calls.filter(({ path }) => path.endsWith('/virtual-card'))
  expect(created).toHaveLength(1)
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await expectSignedIn(await visitor.get('/qr'))
})

test('losing Redis ends no session', async () => {
  const lonely = await startRedis()
  const app = await startApp(sandbox.url, { REDIS_URL: lonely.url })
  const visitor = createVisitor(app.origin)
  await signIn(visitor, sandbox.sandbox, String((nextPhone += 1)))
  await lonely.stop()
  await expectSignedIn(await visitor.get('/qr'))
  const again = await startRedis(lonely.port)
  await expectSignedIn(await visitor.get('/qr'))
  expect((await visitor.get('/readyz')).status).toBe(200)
  await app.stop()
  await again.stop()
})
