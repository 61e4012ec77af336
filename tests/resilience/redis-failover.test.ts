import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { redisSettings } from '../../app/platform/redis-address.server'
import { limitTable } from '../../app/limits/limit-table.server'
import { connectRedis } from '../../app/shared-state/redis-client.server'
import { probeRedis } from '../../app/shared-state/redis-store.server'
import { createNamespace } from '../support/network-namespace'
import { startApp, type AppProcess } from '../support/app-process'
import { untilEnd } from '../support/site'
import { startCluster, startSentinels, type RedisGroup } from '../support/redis-topologies'
import { createVisitor, signIn, type Visitor } from '../support/visitor'

const SITE = 'http://localhost:3996'
const SHOPPERS = 8
/** Guests who type wrong codes, one each before and during the failover. */
const GUESSERS = 6
const TRIES = limitTable.codeTries.points
const SPENT = 'Попытки закончились'
const BEFORE_MS = 1500
const AFTER_MS = 3000

let nextPhone = 79085000000

const server = untilEnd(await startSandbox({ port: 0 }))

afterEach(() => {
  server.sandbox.state.settings.accessTokenLifeSeconds = 300
})
afterAll(async () => {
  namespace?.remove()
})

/** Needs root and iproute2's `ip`; otherwise the case of a disconnected master is skipped. */
const namespace = createNamespace()

const faults = [
  ['killed', async (group: RedisGroup) => (await group.masters())[0]!.stop()],
  ['hung', async (group: RedisGroup) => (await group.masters())[0]!.pause()],
  ['replaced on purpose', async (group: RedisGroup) => group.promote()],
] as const
const groups = [
  ['behind sentinels', startSentinels],
  ['of a cluster', startCluster],
] as const
const cases = [
  ...groups.flatMap(([kind, start]) =>
    faults.map(([fault, injure]) => [kind, fault, start, injure, true] as const),
  ),
  ...groups.map(([kind, start]) => {
    const startApart = () => {
      namespace?.join()
      return start(namespace ? { namespace } : {})
    }
    return [kind, 'isolated', startApart, async () => namespace?.cut(), namespace] as const
  }),
]

describe.each(cases)(
  'a failover of a Redis master %s that is %s',
  (_, __, start, injure, isPossible) => {
    let group: RedisGroup
    let apps: AppProcess[]
    beforeAll(async () => {
      if (!isPossible) return
      group = await start()
      // Without a captcha a code has five tries.
      const settings = {
        PUBLIC_ORIGIN: SITE,
        REDIS_URL: group.address,
        CAPTCHA_PROVIDER: 'none',
      }
      apps = await Promise.all([0, 1].map(() => startApp(server.url, settings)))
    })
    afterAll(async () => {
      if (!isPossible) return
      for (const node of group.nodes) node.resume()
      await Promise.all(apps.map((app) => app.stop()))
      await group.stop()
    })

    /** One browser at both containers, with one cookie jar. */
    async function shopper(): Promise<[Visitor, Visitor]> {
      const [one, other] = apps as [AppProcess, AppProcess]
      const visitor = createVisitor(one.address, SITE)
      await signIn(visitor, server.sandbox, String((nextPhone += 1)))
      return [visitor, createVisitor(other.address, SITE, visitor.cookies)]
    }

    /** A guest with a sent code, who has typed a wrong one once. */
    async function guesser(_: unknown, index: number) {
      const [one, other] = apps as [AppProcess, AppProcess]
      const phone = String((nextPhone += 1))
      const visitor = createVisitor(one.address, SITE)
      await visitor.post('/login', { phone })
      const wrong = server.sandbox.inbox.lastCode(phone) === '00000' ? '11111' : '00000'
      /** Whether the code has no tries left. */
      const guess = async (at = visitor) =>
        (await (await at.post('/login/code', { code: wrong })).text()).includes(SPENT)
      expect(await guess()).toBe(false)
      return {
        /** One wrong code at a moment of the failover of its own. */
        async duringFailover() {
          await sleep(index * 400)
          await guess(createVisitor(other.address, SITE, visitor.cookies))
        },
        /** Checks of its code at the gateway, after it has no tries left. */
        async checks() {
          for (let tries = 0; tries <= TRIES; tries += 1) if (await guess()) break
          return server.sandbox.calls.filter(
            ({ endpoint, body }) =>
              endpoint === 'POST /v1/auth/otp/check' && (body as { phone: string }).phone === phone,
          ).length
        },
      }
    }

    /** Milliseconds until every part of the state accepts writes again. */
    async function stateIsBack(): Promise<number> {
      const started = performance.now()
      const redis = await connectRedis(redisSettings(group.address))
      try {
        const isWell = () =>
          Promise.race([
            probeRedis(redis).then(
              () => true,
              () => false,
            ),
            sleep(500, false),
          ])
        await expect.poll(isWell, { interval: 100 }).toBe(true)
        return performance.now() - started
      } finally {
        redis.destroy()
      }
    }

    test.runIf(isPossible)(
      'loses no session and no sign-out, signs no shopper out, and counts no wrong code twice',
      async ({ annotate }) => {
        server.sandbox.state.settings.accessTokenLifeSeconds = 2
        const readers = await Promise.all(Array.from({ length: SHOPPERS }, shopper))
        const leavers = await Promise.all(Array.from({ length: SHOPPERS }, shopper))
        const guessers = await Promise.all(Array.from({ length: GUESSERS }, guesser))
        const copies = leavers.map(([visitor]) => apps.map((app) => visitor.copy(app.address)))
        const wrongSignOuts: string[] = []
        const failedSignIns: string[] = []
        const repeatedBefore = server.sandbox.state.reusedRefreshTokens.length
        let isOver = false

        async function read(tabs: readonly Visitor[], index: number) {
          for (let turn = index; !isOver; turn += 1) {
            // Two tabs at once, at both containers, just after the access token expired.
            const both = turn % 4 === 0 ? tabs : [tabs[turn % 2]!]
            for (const response of await Promise.all(both.map((tab) => tab.get('/profile/stars'))))
              if (response.status !== 200)
                wrongSignOuts.push(`${response.status} ${response.headers.get('Location') ?? ''}`)
            await sleep(50)
          }
        }
        async function signInAgain() {
          for (let turn = 0; !isOver; turn += 1) {
            const visitor = createVisitor(apps[turn % 2]!.address, SITE)
            const response = await signIn(visitor, server.sandbox, String((nextPhone += 1)))
            const page = await visitor.get('/qr')
            if (page.status !== 200)
              failedSignIns.push(`${response.headers.get('Location') ?? ''} ${page.status}`)
            await sleep(200)
          }
        }
        async function leave() {
          for (const tabs of leavers) {
            await tabs[0].post('/logout')
            await sleep(400)
          }
        }

        const load = [...readers.map(read), signInAgain()]
        await sleep(BEFORE_MS)
        const leaving = leave()
        await injure(group)
        const guessing = Promise.all(guessers.map(({ duringFailover }) => duringFailover()))
        const awayMs = await stateIsBack()
        await Promise.all([leaving, guessing])
        await sleep(AFTER_MS)
        isOver = true
        await Promise.all(load)
        const repeated = server.sandbox.state.reusedRefreshTokens.length - repeatedBefore
        await annotate(
          `no state for ${(awayMs / 1000).toFixed(1)} s, ${repeated} repeated refreshes`,
        )

        expect(wrongSignOuts).toEqual([])
        expect(failedSignIns).toEqual([])
        for (const [index, both] of copies.entries())
          for (const copy of both)
            await expect
              .poll(async () => (await copy.copy().get('/qr')).status, {
                message: `sign-out ${index} is still valid`,
                timeout: 15_000,
              })
              .toBe(302)
        // A try during the failover may count in its container alone, but no try counts twice.
        for (const checks of await Promise.all(guessers.map((each) => each.checks()))) {
          expect(checks).toBeGreaterThanOrEqual(TRIES)
          expect(checks).toBeLessThanOrEqual(TRIES + 1)
        }
        for (const [visitor] of readers) expect((await visitor.get('/qr')).status).toBe(200)
      },
      120_000,
    )
  },
)
