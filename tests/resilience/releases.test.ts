import { setTimeout as sleep } from 'node:timers/promises'

import { chromium } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { startBalancer, type Balancer } from '../support/balancer'
import { findLightBrowser } from '../support/find-browser'
import { expectHealthy } from '../support/health'
import { getBuildId, buildLastRelease, type OtherBuild } from '../support/last-release'
import { startRedis, type RedisProcess } from '../support/redis'
import { createShoppers } from '../support/steady-shoppers'
import { createVisitor, signIn, type Visitor } from '../support/visitor'
import { LACKS_DATA } from '../support/lacks-data'

const SITE = 'http://localhost:3996'
const REFRESH = 'POST /v1/auth/token/refresh'
type Release = 'old' | 'new'

let last: OtherBuild
let server: SandboxServer
let state: RedisProcess
let cache: RedisProcess
let balancer: Balancer
const sets: Record<Release, AppProcess[]> = { old: [], new: [] }
let nextPhone = 79086000000

const getAddresses = (release: Release) => sets[release].map(({ address }) => address)
const one = (release: Release) => sets[release][0]!.address
const other = (release: Release): Release => (release === 'old' ? 'new' : 'old')

async function start(release: Release): Promise<AppProcess> {
  const settings = {
    PUBLIC_ORIGIN: SITE,
    REDIS_URL: state.url,
    CACHE_REDIS_URL: cache.url,
    DRAIN_SECONDS: '1',
    // Two sets of containers on two cores are slow, so time-outs of gateways are longer.
    GATEWAY_TIMEOUT_MS: '20000',
  }
  return startApp(server.url, settings, release === 'old' ? { folder: last.folder } : {})
}

async function join(release: Release, app: AppProcess): Promise<void> {
  sets[release].push(app)
  balancer.add(app.address)
  await balancer.ready(sets.old.length + sets.new.length)
}

async function leave(release: Release): Promise<void> {
  const app = sets[release].shift()!
  const exit = expectHealthy(app)
  await balancer.ready(sets.old.length + sets.new.length)
  await exit
}

beforeAll(async () => {
  last = await buildLastRelease()
  console.log(`Beside the present build: ${last.title}`)
  server = await startSandbox({ port: 0 })
  ;[state, cache] = await Promise.all([startRedis(), startRedis()])
  balancer = await startBalancer()
  for (const app of await Promise.all([start('old'), start('old')])) await join('old', app)
})

afterAll(async () => {
  await Promise.all([...sets.old, ...sets.new].map((app) => app.stop('SIGKILL')))
  await balancer?.close()
  await Promise.all([state?.stop(), cache?.stop(), server?.close()])
})

// The sandbox stores the last calls only: a count over several tests would be wrong.
beforeEach(() => {
  server.sandbox.calls.length = 0
})

/** Makes the change under load; every request must succeed. */
async function underLoad(change: () => Promise<void>): Promise<void> {
  const { settings, reusedRefreshTokens } = server.sandbox.state
  // Tokens expire all the time.
  settings.accessTokenLifeSeconds = 1
  const load = createShoppers({ url: balancer.url, site: SITE, sandbox: server.sandbox })
  try {
    await sleep(500)
    await change()
    // Enough requests at any speed of the machine.
    await expect
      .poll(() => load.did)
      .toSatisfy(({ read, signIn, activate }) => read > 30 && signIn > 3 && activate > 3)
  } finally {
    await load.stop()
    settings.accessTokenLifeSeconds = 300
  }
  expect(load.failures).toEqual([])
  expect(refreshes()).toBeGreaterThan(0)
  expect(reusedRefreshTokens).toEqual([])
}

const refreshes = () => server.sandbox.calls.filter(({ endpoint }) => endpoint === REFRESH).length

async function shopperAt(release: Release): Promise<Visitor> {
  const visitor = createVisitor(one(release), SITE)
  const response = await signIn(visitor, server.sandbox, String((nextPhone += 1)))
  expect(response.headers.get('Location')).toBe('/today')
  return visitor
}

test('a rollout from the last release to this one costs no request', async () => {
  await underLoad(async () => {
    for (let left = sets.old.length; left > 0; left -= 1) {
      await join('new', await start('new'))
      await leave('old')
    }
  })
})

describe('while both releases run', () => {
  beforeAll(async () => {
    for (const app of await Promise.all([start('old'), start('old')])) await join('old', app)
  })

  test('all visitors switch to the other release and back without an error', async () => {
    await underLoad(async () => {
      for (const release of ['old', 'new', 'old', 'new'] as const) {
        balancer.only(getAddresses(release))
        await sleep(1200)
      }
      balancer.only(null)
    })
  })

  describe.each(['old', 'new'] as const)(
    'the other release continues what the %s one began',
    (begun) => {
      const goesOn = other(begun)

      test('a session, and its end', async () => {
        const visitor = await shopperAt(begun)
        const copy = visitor.copy(one(goesOn))
        expect((await copy.get('/qr')).status).toBe(200)
        await visitor.post('/logout')
        expect((await copy.get('/qr')).headers.get('Location')).toBe('/login?returnTo=%2Fqr')
      })

      test('signing in: a code requested at the first release signs in at the other', async () => {
        const phone = String((nextPhone += 1))
        const visitor = createVisitor(one(begun), SITE)
        await visitor.post('/login', { phone })
        const there = visitor.copy(one(goesOn))
        const code = server.sandbox.inbox.lastCode(phone) ?? ''
        const response = await there.post('/login/code', { code })
        expect(response.status).toBe(303)
        expect((await there.get('/qr')).headers.get('Location') ?? '').not.toContain('/login')
      })

      test('a form: a post to the other release shows its result at the first, which does not repeat the write', async () => {
        const visitor = await shopperAt(begun)
        const page = await (await visitor.get('/coupons')).text()
        const [action = ''] = /\/coupons\/\d+\/activate/.exec(page) ?? []
        const form = { formId: crypto.randomUUID(), returnTo: '/coupons' }
        const there = visitor.copy(one(goesOn))
        expect((await there.post(action, form)).status).toBe(303)
        const otherPage = await there.copy(one(begun)).get('/coupons')
        expect(await otherPage.text()).toContain('Купон активирован')
        // Sends the form again, to the container that has no result of it in memory.
        const before = server.sandbox.calls.length
        expect((await visitor.post(action, form)).status).toBe(303)
        const again = server.sandbox.calls.slice(before)
        expect(again.filter(({ method }) => method === 'POST')).toEqual([])
      })

      test('a refresh: of fifty tabs, half at each release, one refreshes for all', async () => {
        server.sandbox.state.settings.accessTokenLifeSeconds = 0
        const visitor = await shopperAt(begun)
        server.sandbox.state.settings.accessTokenLifeSeconds = 300
        const before = refreshes()
        const tabs = Array.from({ length: 50 }, (_, index) =>
          visitor.copy(one(index % 2 ? goesOn : begun)),
        )
        const answers = await Promise.all(tabs.map((tab) => tab.get('/qr')))
        expect(answers.map(({ status }) => status)).toEqual(tabs.map(() => 200))
        expect(refreshes()).toBe(before + 1)
      })

      test('cached public data, shown without a failed block', async () => {
        const paths = ['/actions', '/stores', '/actions/offers', '/terms']
        const here = await shopperAt(begun)
        for (const path of paths) await here.get(path)
        expect(await cache.keys()).not.toEqual([])
        const there = here.copy(one(goesOn))
        for (const path of paths) {
          const response = await there.get(path)
          expect([response.status, LACKS_DATA.test(await response.text())]).toEqual([200, false])
        }
      })

      test('a page: its styles need no file, and a 404 for a file of the other release is not cached', async () => {
        const page = await (await (await shopperAt(begun)).get('/coupons')).text()
        // The page contains its styles; the files that it names are for later screens.
        expect(/<style[ >]/.test(page)).toBe(true)
        expect(page.match(/<link rel="stylesheet" href="[^"]*"(?! disabled)/g)).toBeNull()
        const files = [...new Set(page.match(/\/assets\/[\w.-]+\.js/g))]
        const there = await Promise.all(
          files.map((file) => createVisitor(one(goesOn), SITE).get(file)),
        )
        const missing = there.filter(({ status }) => status !== 200)
        expect(missing.length).toBeGreaterThan(0)
        for (const { status, headers } of missing)
          expect([status, headers.get('Cache-Control')]).toEqual([404, 'private, no-store'])
      })

      test('a page in a browser: two links open their screens with the font and without a script error', async () => {
        const browser = await chromium.launch({ executablePath: findLightBrowser() ?? '' })
        const context = await browser.newContext({ serviceWorkers: 'block' })
        const page = await context.newPage()
        try {
          const visitor = await shopperAt(begun)
          const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: SITE }))
          await context.addCookies(cookies)
          const faults: string[] = []
          page.on('pageerror', (error) => faults.push(error.message))
          // Errors of a script are invisible while its page is being replaced.
          page.on('domcontentloaded', () => faults.splice(0))
          let at = one(begun)
          await page.route(`${SITE}/**`, async (route) => {
            const url = route.request().url().replace(SITE, at)
            const headers = { ...(await route.request().allHeaders()), host: new URL(SITE).host }
            await route.fulfill({ response: await route.fetch({ url, headers, maxRedirects: 0 }) })
          })
          await page.goto(`${SITE}/today`)
          await page.waitForLoadState('networkidle')
          at = one(goesOn)
          for (const [link, heading] of [
            ['Купоны', 'Купоны'],
            ['Профиль', /./],
          ] as const) {
            await page.getByRole('link', { name: link, exact: true }).first().click()
            await page
              .getByRole('heading', { name: heading, level: 1 })
              .waitFor({ timeout: 10_000 })
            expect(
              await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily),
            ).toMatch(/Manrope/)
          }
          expect(faults).toEqual([])
        } finally {
          // A request aborted by closing the browser is no error.
          await page.unrouteAll({ behavior: 'ignoreErrors' })
          await browser.close()
        }
      })
    },
  )

  test('a page of another build that requests data loads the whole document', async () => {
    const visitor = await shopperAt('new')
    const ask = async (build: string) => {
      const response = await visitor.get('/coupons.data', { 'x-build': build })
      return [response.status, (await response.text()).includes('"reload",true')]
    }
    expect(await ask(getBuildId(last.folder))).toEqual([202, true])
    expect(await ask(getBuildId('.'))).toEqual([200, false])
  })
})

test('a rollback to the last release costs no request', async () => {
  await underLoad(async () => {
    while (sets.new.length > 0) await leave('new')
  })
})
