import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, afterEach, describe, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { untilEnd } from '../support/site'
import { startBalancer } from '../support/balancer'
import { cases } from '../support/extent'
import { expectHealthy } from '../support/health'
import { startRedis } from '../support/redis'
import { opening, startTraffic } from '../support/traffic'
import { createVisitor, signIn, type Visitor } from '../support/visitor'
import { LACKS_DATA } from '../support/lacks-data'

const SITE = 'http://localhost:3999'
const REFRESH = 'POST /v1/auth/token/refresh'

let nextPhone = 79082000000

const startOne = () =>
  // Several probes pass before the port closes: the balancer shares a process with the shoppers.
  startApp(server.url, { PUBLIC_ORIGIN: SITE, REDIS_URL: redis.url, DRAIN_SECONDS: '2' })

async function join(app: AppProcess): Promise<AppProcess> {
  apps.push(app)
  balancer.add(app.address)
  await balancer.ready(apps.length)
  return app
}

const server = untilEnd(await startSandbox({ port: 0 }))
const redis = untilEnd(await startRedis())
// As in Kubernetes one late probe removes no container.
const balancer = untilEnd(await startBalancer({ periodMs: 200, timeoutMs: 1000, failures: 3 }))
const apps: AppProcess[] = []
for (const app of await Promise.all([startOne(), startOne()])) await join(app)

afterEach(() => {
  server.sandbox.faults.clear()
  server.sandbox.state.settings.accessTokenLifeSeconds = 300
})

afterAll(async () => {
  for (const app of apps) await expectHealthy(app)
})

const refreshes = () => server.sandbox.calls.filter(({ endpoint }) => endpoint === REFRESH).length

async function shopper(): Promise<Visitor> {
  const visitor = createVisitor(balancer.url, SITE)
  const response = await signIn(visitor, server.sandbox, String((nextPhone += 1)))
  expect(response.headers.get('Location')).toBe('/today')
  return visitor
}

/** A visitor with an expired access token. */
async function shopperWithExpiredToken(): Promise<Visitor> {
  server.sandbox.state.settings.accessTokenLifeSeconds = 1
  const visitor = await shopper()
  server.sandbox.state.settings.accessTokenLifeSeconds = 300
  await sleep(1100)
  server.sandbox.calls.length = 0
  return visitor
}

/** The part of the card's page in a response, for readable failures. */
async function shown(response: Response): Promise<string> {
  const page = await response.text()
  if (response.status !== 200) return `${response.status} ${response.headers.get('Location') ?? ''}`
  if (page.includes('QR-код карты для кассы')) return 'the card'
  return page
    .replace(/^.*<main/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 400)
}

/** On a busy machine parts of a page time out: the page then offers a retry. */
async function cardAtLast(visitor: Visitor, tries = 5): Promise<string> {
  const response = await visitor.get('/qr')
  const what = await shown(response)
  return response.status !== 200 || what === 'the card' || tries === 1
    ? what
    : cardAtLast(visitor, tries - 1)
}

const isCard = async (response: Response) => (await shown(response)) === 'the card'

const PAGES = ['/qr', '/profile/stars', '/coupons', '/terms']
const isWhole = (status: number, page: string) => status === 200 && !LACKS_DATA.test(page)

/** New shoppers who open pages until they are stopped. */
async function traffic(count: number) {
  const visitors = await Promise.all(Array.from({ length: count }, shopper))
  return startTraffic(visitors.map((visitor) => opening(visitor, PAGES, isWhole)))
}

describe('a rolling restart under load', () => {
  test('loses no request while tokens expire', async () => {
    server.sandbox.state.settings.accessTokenLifeSeconds = 2
    const load = await traffic(12)
    const before = server.sandbox.calls.length
    for (let round = 0; round < cases(10, 1); round += 1) {
      for (const old of [...apps]) {
        apps.splice(apps.indexOf(old), 1)
        const leaving = old.stop('SIGTERM')
        await balancer.ready(1)
        expect(await leaving).toBe(0)
        await join(await startOne())
        await load.more(10)
      }
    }
    await load.more(50)
    expect(await load.stop()).toEqual([])
    expect(server.sandbox.calls.length).toBeGreaterThan(before)
    expect(refreshes()).toBeGreaterThan(0)
    expect(server.sandbox.state.reusedRefreshTokens).toEqual([])
  })
})

describe('Redis', () => {
  test('that restarts costs no request', async () => {
    const load = await traffic(8)
    for (let round = 0; round < cases(5, 1); round += 1) {
      await load.more(15)
      await redis.stop()
      await Promise.all([load.more(15), sleep(700)])
      await redis.restart()
      await Promise.all([load.more(15), sleep(700)])
    }
    expect(await load.stop()).toEqual([])
  })

  test('that halts for a second ends no session while tokens expire', async () => {
    for (let round = 0; round < cases(20, 2); round += 1) {
      const visitor = await shopperWithExpiredToken()
      const tabs = Array.from({ length: 10 }, () => visitor.copy())
      redis.pause()
      const answers = Promise.all(tabs.map((tab) => tab.get('/qr')))
      await sleep(1000)
      redis.resume()
      for (const response of await answers) expect(response.headers.get('Location')).toBeNull()
      expect(refreshes()).toBe(1)
      // The session continues with the cookie of the response, and with the older one.
      for (const tab of [tabs[0]!, visitor]) expect(await cardAtLast(tab)).toBe('the card')
    }
    expect(server.sandbox.state.reusedRefreshTokens).toEqual([])
  })

  test('that hangs delays few pages, by less than a second', async () => {
    const visitor = await shopper()
    redis.pause()
    try {
      const rounds: number[][] = []
      for (let round = 0; round < 3; round += 1) {
        const took: number[] = []
        for (let visit = 0; visit < 6; visit += 1) {
          const started = performance.now()
          expect(await isCard(await visitor.get('/qr'))).toBe(true)
          took.push(performance.now() - started)
        }
        rounds.push(took)
        // Waits for the longest time-out of a Redis command, which is two seconds.
        await sleep(2100)
      }
      // A systematic wait is in each round, a delay of a busy machine is not.
      expect(Math.min(...rounds.map((took) => Math.max(...took)))).toBeLessThan(1000)
      expect(rounds.flat().filter((ms) => ms < 200).length).toBeGreaterThan(9)
    } finally {
      redis.resume()
    }
  })

  test('that returns after an outage does not revive a session signed out meanwhile', async () => {
    await redis.stop()
    const visitor = createVisitor(apps[0]!.address, SITE)
    await signIn(visitor, server.sandbox, String((nextPhone += 1)))
    const copy = visitor.copy()
    await visitor.post('/logout')
    const isOut = async () => (await copy.copy().get('/qr')).status === 302
    expect(await isOut()).toBe(true)
    await redis.restart()
    await sleep(2500)
    expect(await isOut()).toBe(true)
  })
})

describe('a container that dies', () => {
  test('after a refresh, before its page: the other container has the new tokens', async () => {
    const visitor = await shopperWithExpiredToken()
    server.sandbox.faults.add({
      endpoint: 'GET /v1/user/totp',
      mode: 'latency',
      latencyMs: 1500,
      times: 1,
    })
    const [dying] = apps.splice(0, 1)
    const lost = visitor
      .copy(dying!.address)
      .get('/qr')
      .catch(() => null)
    await expect.poll(refreshes).toBe(1)
    await sleep(200)
    await dying!.stop('SIGKILL')
    expect(await lost).toBeNull()
    await balancer.ready(1)
    expect(await isCard(await visitor.get('/qr'))).toBe(true)
    expect(refreshes()).toBe(1)
    await join(await startOne())
  })

  test('during a refresh: its response is lost, and the shopper signs in once', async () => {
    const visitor = await shopperWithExpiredToken()
    server.sandbox.faults.add({ endpoint: REFRESH, mode: 'latency', latencyMs: 400, times: 1 })
    const [dying] = apps.splice(0, 1)
    const lost = visitor
      .copy(dying!.address)
      .get('/qr')
      .catch(() => null)
    await expect.poll(refreshes).toBe(1)
    await dying!.stop('SIGKILL')
    await lost
    await balancer.ready(1)
    await sleep(400)
    // A page waits for the dead container's lock as long as for any refresh.
    const answers: number[] = []
    for (let visit = 0; visit < 8 && !answers.includes(302); visit += 1) {
      answers.push((await visitor.get('/qr')).status)
      await sleep(500)
    }
    expect(answers.filter((status) => status !== 200 && status !== 302)).toEqual([])
    expect(answers.at(-1)).toBe(302)
    expect(visitor.cookies.has('v1_jwt')).toBe(false)
    await join(await startOne())
  })

  test('under load loses its requests in flight only, for less than five seconds', async () => {
    const load = await traffic(10)
    await sleep(500)
    const [dying] = apps.splice(0, 1)
    await dying!.stop('SIGKILL')
    await balancer.ready(1)
    await sleep(300)
    const lost = load.failures.length
    await sleep(1000)
    expect(load.failures.length, load.failures.join('\n')).toBe(lost)
    await load.stop()
    // Until the next probe the balancer sends it every second request.
    expect(
      load.failures.filter(
        (each) => !each.includes(': 502') && !/other side closed|ECONN|socket/i.test(each),
      ),
    ).toEqual([])
    await join(await startOne())
  })
})
