import type { Page } from '@playwright/test'

import type { Fault } from '../../sandbox/faults'
import type { SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { provenPhone } from '../support/visitor'
import { startNetwork, type Network, type Weather } from '../support/weather'
import { expect, openAddress, test as base } from './fixtures'

/** A site of its own behind a network that can turn bad. */
const test = base.extend<{ bad: { network: Network; app: AppProcess } }>({
  bad: async ({ sandboxServer }, use) => {
    const network = await startNetwork()
    const app = await startApp(sandboxServer.url, { PUBLIC_ORIGIN: network.origin })
    network.lead(app.address)
    await use({ network, app })
    await network.close()
    await app.stop()
  },
  baseURL: async ({ bad }, use) => use(bad.network.origin),
})

test.use({
  serviceWorkers: 'allow',
  allowedStatuses: [0, 401, 429, 500, 502, 503],
})

const qr = 'QR-код карты для кассы'
const number = /\d{4} \d{4} \d{4} \d{4}/

type Sandbox = { server: SandboxServer }

/** Signs in on this phone without a text: the proof is there already. */
async function enter(page: Page, network: Network, { server }: Sandbox, phone: string) {
  await page.context().clearCookies({ name: 'v1_jwt' })
  await page.context().addCookies([{ name: 'v1_onboarded', value: '1', url: network.origin }])
  const [name, value] = provenPhone(server.sandbox, phone)
  await page.context().addCookies([{ name, value, url: network.origin }])
  await page.request.post('/login/code', {
    headers: { Origin: network.origin },
    form: { code: '' },
    maxRedirects: 0,
  })
}

const recordOf = (page: Page) =>
  page.evaluate(async () => {
    const kept = await (await caches.open('v1_card')).match('/v2_card')
    return kept ? ((await kept.json()) as { svg: string | null; number: string }) : null
  })

/** Signed in, the worker rules, and the card has been seen. */
async function keepCard(page: Page, network: Network, sandbox: Sandbox, phone: string) {
  await enter(page, network, sandbox, phone)
  await page.goto('/today')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve),
    )
  })
  await page.getByRole('link', { name: 'Карта', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Карта' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect.poll(async () => (await recordOf(page))?.svg ?? null).not.toBeNull()
}

/** The gateway takes neither token any longer. */
function endSession(sandbox: Stage['sandbox'], phone: string) {
  const refusal = { mode: 'status', status: 401 } as const
  sandbox.server.sandbox.faults.add({ endpoint: 'POST /v1/auth/token/refresh', ...refusal })
  sandbox.fail(phone, { endpoint: '*', ...refusal })
}

interface Stage {
  sandbox: Sandbox & { fail(phone: string, fault: Omit<Fault, 'phone'>): void }
  phone: string
}

const openings = {
  icon: (page: Page) => openAddress(page, '/?source=pwa', 'the installed app'),
  shortcut: (page: Page) => openAddress(page, '/qr?source=shortcut', 'the installed app'),
  typed: (page: Page) => openAddress(page, '/qr', 'typed'),
  till: (page: Page) => openAddress(page, '/qr/till', 'a bookmark'),
}

/** Milliseconds until the number, and the code where one is promised, can be seen. */
async function timeToCard(page: Page, open: (page: Page) => Promise<unknown>, hasCode: boolean) {
  const started = performance.now()
  await open(page)
  await expect(page.getByText(number).first()).toBeVisible()
  if (hasCode) await expect(page.getByRole('img', { name: qr })).toBeVisible()
  return Math.round(performance.now() - started)
}

interface Row {
  name: string
  weather?: Weather
  words: RegExp
  hasCode: boolean
  /** The answer comes at once, and is worse than what is kept. */
  isQuick: boolean
}

const rows: Row[] = [
  {
    name: 'the network is gone',
    weather: 'gone',
    words: /Сеть не отвечает/,
    hasCode: true,
    isQuick: true,
  },
  {
    name: 'the network hangs',
    weather: 'hangs',
    words: /Сеть не отвечает/,
    hasCode: true,
    isQuick: false,
  },
  {
    name: 'the site answers 500',
    weather: 500,
    words: /Сайт отвечает с ошибкой/,
    hasCode: true,
    isQuick: true,
  },
  {
    name: 'the site answers 503',
    weather: 503,
    words: /Сайт отвечает с ошибкой/,
    hasCode: true,
    isQuick: true,
  },
  {
    name: 'the site answers 429',
    weather: 429,
    words: /слишком много посетителей/,
    hasCode: true,
    isQuick: true,
  },
]

test.describe('the kept card @js', () => {
  for (const { name, weather = 'fine', words, hasCode, isQuick } of rows)
    test(`is there when ${name}`, async ({ page, phone, sandbox, bad }) => {
      await keepCard(page, bad.network, sandbox, phone)
      bad.network.turn(weather)
      const times: string[] = []
      for (const [from, open] of Object.entries(openings)) {
        // Whatever is opened just after the icon shares its deadline.
        if (weather === 'hangs') await page.waitForTimeout(1600)
        const ms = await timeToCard(page, open, hasCode)
        times.push(`${from} ${ms}`)
        await expect(page.getByRole('status')).toContainText(words)
        expect(ms, from).toBeLessThan(isQuick || from === 'icon' ? 1500 : 4000)
      }
      console.log(`${name}: ${times.join(' · ')} ms`)
      test.info().annotations.push({ type: 'measured', description: times.join(' · ') })
    })

  test('gives way to the fresh page as soon as it comes', async ({ page, phone, sandbox, bad }) => {
    await keepCard(page, bad.network, sandbox, phone)
    bad.network.turn('gone')
    await openings.typed(page)
    await expect(page.getByRole('status')).toContainText('Сеть не отвечает')
    bad.network.turn('fine')
    sandbox.fail(phone, { endpoint: 'GET /v3/user/balance', mode: 'latency', latencyMs: 1400 })
    await page.getByRole('link', { name: 'Обновить' }).click()
    await expect(page.getByRole('heading', { name: 'Привязанные карты' })).toBeVisible()
    // The start has 600 ms, then the kept card stands in, then the page itself.
    await openings.icon(page)
    await expect(page.getByRole('heading', { name: /Здравствуйте/ })).toBeVisible()
  })

  test('the icon obeys the choice to open the card at once, and never waits for it', async ({
    page,
    phone,
    sandbox,
    bad,
  }) => {
    const { network } = bad
    await keepCard(page, network, sandbox, phone)
    await openings.icon(page)
    await expect(page).toHaveURL('/today')
    await page.getByRole('link', { name: 'Профиль' }).first().click()
    const choice = page.getByRole('button', { name: 'Открывать сразу карту' })
    await choice.click()
    await expect(choice).toHaveAttribute('aria-pressed', 'true')

    const linked = page.getByRole('heading', { name: 'Привязанные карты' })
    const times: string[] = []
    for (const weather of ['gone', 'hangs'] as const) {
      network.turn(weather)
      const ms = await timeToCard(page, openings.icon, true)
      times.push(`${weather} ${ms}`)
      await expect(page.getByRole('status')).toContainText('Сеть не отвечает')
      expect(ms, weather).toBeLessThan(1500)
      network.turn('fine')
      await page.getByRole('link', { name: 'Обновить' }).click()
      await expect(page).toHaveURL('/qr')
      await expect(linked).toBeVisible()
    }
    console.log(`the card at once: ${times.join(' · ')} ms`)
    test.info().annotations.push({ type: 'measured', description: times.join(' · ') })
  })

  test('says to fill in the profile, and to sign in anew', async ({
    page,
    phone,
    sandbox,
    bad,
  }) => {
    await keepCard(page, bad.network, sandbox, phone)
    const first = await recordOf(page)
    await page.context().clearCookies({ name: 'v1_incomplete' })
    sandbox.fail(phone, {
      endpoint: 'GET /v1/keeperid/bunch',
      mode: 'status',
      status: 422,
      body: { code: 'incomplete_profile_info', message: '' },
    })
    const unfilled = await timeToCard(page, openings.typed, true)
    await expect(page.getByRole('link', { name: 'Заполнить профиль' })).toBeVisible()
    sandbox.server.sandbox.faults.clear()

    // The gateway ends the session.
    await page.evaluate(() => localStorage.setItem('v1_bonuses', '{}'))
    endSession(sandbox, phone)
    const times: string[] = [`profile ${unfilled}`]
    for (const [from, open] of Object.entries(openings)) {
      times.push(`${from} ${await timeToCard(page, open, false)}`)
      await expect(page.getByRole('status')).toContainText('Войдите снова, чтобы обновить код')
      await expect(page.getByRole('img', { name: qr })).toHaveCount(0)
      await expect(page.getByRole('img', { name: 'Штрихкод карты' })).toBeVisible()
    }
    console.log(`session dead: ${times.join(' · ')} ms`)
    expect(await recordOf(page)).toMatchObject({ number: first?.number, svg: null })

    await openings.typed(page)
    await page.getByRole('button', { name: 'Это не моя карта' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(await recordOf(page)).toBeNull()
    expect(await page.evaluate(() => localStorage.getItem('v1_bonuses'))).toBeNull()
  })

  test('a code that the gateway refuses leaves the last one on the screen', async ({
    page,
    phone,
    sandbox,
    bad,
  }) => {
    await keepCard(page, bad.network, sandbox, phone)
    sandbox.fail(phone, { endpoint: 'GET /v1/user/totp', mode: 'reset' })
    for (const open of [openings.typed, openings.till]) {
      const ms = await timeToCard(page, open, true)
      expect(ms).toBeLessThan(4000)
      await expect(page.getByRole('status')).toContainText('Новый код не загрузился')
    }
  })

  /** What may happen to the first shopper's session, and what the second one then finds of the card. */
  const ends: [string, (page: Page, stage: Stage) => Promise<void>][] = [
    [
      'signed out',
      async (page) => {
        await page.goto('/today')
        await page.getByRole('link', { name: 'Профиль' }).first().click()
        await page.getByRole('button', { name: 'Выйти' }).click()
        await expect(page).toHaveURL('/')
      },
    ],
    [
      'was ended by the gateway',
      async (page, { sandbox, phone }) => {
        endSession(sandbox, phone)
        await openings.typed(page)
        await expect(page.getByRole('button', { name: 'Это не моя карта' })).toBeVisible()
      },
    ],
    ['was lost with its cookie', (page) => page.context().clearCookies({ name: 'v1_jwt' })],
  ]

  for (const [end, happen] of ends)
    test(`of a shopper whose session ${end} is never the next one’s`, async ({
      page,
      phone,
      sandbox,
      bad,
    }) => {
      const { network } = bad
      await keepCard(page, network, sandbox, phone)
      const first = (await recordOf(page))?.number ?? ''
      await happen(page, { sandbox, phone })
      sandbox.server.sandbox.faults.clear()

      // The next one sends the form of signing in from this phone, and gets no page after it.
      const next = `7902${phone.slice(4)}`
      await openAddress(page, '/login', 'typed')
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      const [name, value] = provenPhone(sandbox.server.sandbox, next)
      await page.context().addCookies([{ name, value, url: network.origin }])
      network.turn('after the form')
      await page.evaluate(() => {
        const form = Object.assign(document.createElement('form'), {
          method: 'post',
          action: '/login/code',
        })
        form.innerHTML = '<input name="code" value="">'
        document.body.append(form)
        form.submit()
      })
      await expect(page.getByRole('heading', { name: 'Нет сети' })).toBeVisible()
      const cookies = await page.context().cookies()
      expect(cookies.map((cookie) => cookie.name)).toContain('v1_jwt')
      // Nothing of the first one's is there, before any page could tell whose phone it is now.
      for (const open of Object.values(openings)) {
        await open(page).catch(() => undefined)
        await expect(page.getByText(first)).toHaveCount(0)
        await expect(page.getByRole('img', { name: qr })).toHaveCount(0)
      }
    })
})
