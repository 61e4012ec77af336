import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import webpush from 'web-push'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { untilEnd } from '../support/site'
import { startBalancer } from '../support/balancer'
import { createPace } from '../support/pace'
import { command, startRedis, type RedisProcess } from '../support/redis'
import { opening, startTraffic } from '../support/traffic'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

const SITE = 'http://localhost:3997'

interface Secrets {
  session: string
  relay: string
  pair: webpush.VapidKeys
}
const makeSecrets = (): Secrets => ({
  session: randomBytes(32).toString('hex'),
  relay: randomBytes(32).toString('hex'),
  pair: webpush.generateVAPIDKeys(),
})
const [old, fresh] = [makeSecrets(), makeSecrets()]

const getSettings = (secrets: Secrets[]) => ({
  SESSION_SECRETS: secrets.map(({ session }) => session).join(','),
  PUSH_RELAY_TOKEN: secrets.map(({ relay }) => relay).join(', '),
  VAPID_PUBLIC_KEY: secrets.map(({ pair }) => pair.publicKey).join(','),
  VAPID_PRIVATE_KEY: secrets.map(({ pair }) => pair.privateKey).join(','),
  VAPID_SUBJECT: 'mailto:push@april.example',
})

let apps: AppProcess[] = []

const server = untilEnd(await startSandbox({ port: 0 }))
const redis = untilEnd(await startRedis())
const balancer = untilEnd(await startBalancer())

afterAll(() => Promise.all(apps.map((app) => app.stop('SIGKILL'))))

/** Replaces both containers by ones with these secrets, one after the other. */
async function rollOut(secrets: Secrets[]): Promise<void> {
  for (const before of apps.length > 0 ? apps : [undefined, undefined]) {
    const app = await startApp(server.url, {
      ...getSettings(secrets),
      PUBLIC_ORIGIN: SITE,
      REDIS_URL: redis.url,
      DRAIN_SECONDS: '1',
    })
    apps = [...apps.filter((other) => other !== before), app]
    balancer.add(app.address)
    await balancer.ready(before ? 3 : apps.length)
    if (!before) continue
    expect(await before.stop()).toBe(0)
    await balancer.ready(2)
  }
}

test("session secrets, push keys and the relay's bearer change under load without an error", async () => {
  await rollOut([old])
  let bearer = old.relay
  const shoppers = Array.from({ length: 4 }, () => createVisitor(balancer.url, SITE))
  for (const [index, visitor] of shoppers.entries())
    await signIn(visitor, server.sandbox, String(79085000000 + index))
  const program = createVisitor(balancer.url, SITE)
  async function sendPush(): Promise<string> {
    const message = { tokens: ['nonsense'], notification: { title: 'x', text: 'x' } }
    const headers = { authorization: `Bearer ${bearer}` }
    const { status } = await program.postJson('/push/messages', message, headers)
    return status === 200 ? '' : `relay: ${status}`
  }
  const load = startTraffic(
    [...shoppers.map((visitor) => opening(visitor, ['/qr', '/profile', '/coupons'])), sendPush],
    createPace(),
  )

  let newcomer = createVisitor(balancer.url, SITE)
  for (const secrets of [
    [old, fresh],
    [fresh, old],
  ]) {
    await rollOut(secrets)
    newcomer = createVisitor(balancer.url, SITE)
    await signIn(newcomer, server.sandbox, '79085000009')
    expect(await (await newcomer.get('/profile/notification')).text()).toContain(
      secrets[0]!.pair.publicKey,
    )
  }
  bearer = fresh.relay
  await load.reaches(50)
  expect(await load.stop()).toEqual([])

  // A session sealed with the first new secret needs no old one.
  await rollOut([fresh])
  expect((await newcomer.get('/profile')).status).toBe(200)
})

describe('while containers run two steps of a key rotation', () => {
  /** Secrets of the containers before the first step, and at each step. */
  const steps = [[old], ...documentedSteps()]
  let containers: AppProcess[] = []
  let cache: RedisProcess
  let nextPhone = 79085000100

  beforeAll(async () => {
    cache = await startRedis()
    containers = await Promise.all(
      steps.map((secrets) =>
        startApp(server.url, {
          ...getSettings(secrets),
          PUBLIC_ORIGIN: SITE,
          REDIS_URL: redis.url,
          CACHE_REDIS_URL: cache.url,
        }),
      ),
    )
  })
  afterAll(async () => {
    await Promise.all(containers.map((container) => container.stop('SIGKILL')))
    await cache.stop()
  })

  const beside = steps.slice(1).flatMap((_, step) => [
    [step, step + 1],
    [step + 1, step],
  ])
  const at = (step: number) => containers[step]!.address
  const isCard = async (visitor: Visitor) =>
    (await (await visitor.get('/qr')).text()).includes('QR-код карты для кассы')

  test('the steps of docs/operations.md end with the new secret only', () => {
    expect(steps.at(-1)).toEqual([fresh])
  })

  test.each(beside)(
    'a code requested at step %i signs in at step %i, and the session is valid at both',
    async (from, to) => {
      const phone = String((nextPhone += 1))
      const visitor = createVisitor(at(from!), SITE)
      visitor.cookies.set('v1_onboarded', '1')
      await visitor.post('/login', { phone })
      const there = visitor.copy(at(to!))
      const code = server.sandbox.inbox.lastCode(phone) ?? ''
      const response = await there.post('/login/code', { code })
      expect(response.headers.get('Location')).toBe('/today')
      expect(await isCard(there.copy(at(from!)))).toBe(true)
    },
  )

  test.each(beside)(
    'tokens refreshed at step %i are used at step %i without another refresh',
    async (from, to) => {
      const visitor = createVisitor(at(from!), SITE)
      server.sandbox.state.settings.accessTokenLifeSeconds = 1
      await signIn(visitor, server.sandbox, String((nextPhone += 1)))
      server.sandbox.state.settings.accessTokenLifeSeconds = 300
      const [late, latest] = [visitor.copy(at(to!)), visitor.copy(at(to!))]
      await sleep(1100)
      server.sandbox.calls.length = 0
      expect(await isCard(visitor)).toBe(true)
      expect(await isCard(late)).toBe(true)
      await forgetFirstMinute()
      expect(await isCard(latest)).toBe(true)
      const refreshes = server.sandbox.calls.filter(
        ({ endpoint }) => endpoint === 'POST /v1/auth/token/refresh',
      )
      expect(refreshes).toHaveLength(1)
    },
  )
})

/** Secrets of the containers at each step of docs/operations.md. */
function documentedSteps(): Secrets[][] {
  const page = readFileSync('docs/operations.md', 'utf8')
  const section = page.split('**`SESSION_SECRETS`** seal')[1]?.split('**`VAPID')[0] ?? ''
  return [...section.matchAll(/`([a-z,]+)`\. Roll out/g)].map(([, list = '']) =>
    list.split(',').map((word) => (word === 'new' ? fresh : old)),
  )
}

/** Deletes what is stored for the first minute after a refresh; the rest stays an hour. */
async function forgetFirstMinute(): Promise<void> {
  const keys = (await redis.keys()).filter((key) => key.includes('next:'))
  expect(keys).not.toEqual([])
  await command(redis.url, 'DEL', ...keys)
}
