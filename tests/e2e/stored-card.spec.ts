import type { Page } from '@playwright/test'

import { provenPhone } from '../support/visitor'
import {
  badStatuses,
  endSession,
  keepCard,
  number,
  openings,
  qr,
  getRecord,
  test,
  type Sandbox,
} from './bad-network'
import { expect, openAddress } from './fixtures'

test.use({ serviceWorkers: 'allow', allowedStatuses: badStatuses })

interface Stage {
  sandbox: Sandbox
  phone: string
}

/** Milliseconds until the card's number is visible, and with `hasCode` its code too. */
async function timeToCard(page: Page, open: (page: Page) => Promise<unknown>, hasCode: boolean) {
  const started = performance.now()
  await open(page)
  await expect(page.getByText(number).first()).toBeVisible()
  if (hasCode) await expect(page.getByRole('img', { name: qr })).toBeVisible()
  return Math.round(performance.now() - started)
}

test.describe('the stored card @js @whole', () => {
  test('is replaced by the fresh page when it arrives', async ({ page, phone, sandbox, bad }) => {
    await keepCard(page, bad.network, sandbox, phone)
    bad.network.turn('gone')
    await openings.typed(page)
    await expect(page.getByRole('status')).toContainText('Сеть не отвечает')
    bad.network.turn('fine')
    sandbox.fail(phone, { endpoint: 'GET /v3/user/balance', mode: 'latency', latencyMs: 1400 })
    await page.getByRole('link', { name: 'Обновить' }).click()
    await expect(page.getByRole('heading', { name: 'Привязанные карты' })).toBeVisible()
    // At a start the worker waits 600 ms, then shows the stored card, which the server's page replaces later.
    await openings.icon(page)
    await expect(page.getByRole('heading', { name: /Здравствуйте/ })).toBeVisible()
  })

  test("stays when the network is lost after the server's page has loaded", async ({
    page,
    phone,
    sandbox,
    bad,
  }) => {
    const { network } = bad
    await keepCard(page, network, sandbox, phone)
    await page.context().addCookies([{ name: 'v1_start', value: 'card', url: network.origin }])
    // At a start the worker waits 600 ms, then shows the stored card, which the server's page replaces later.
    sandbox.fail(phone, { endpoint: 'GET /v1/user/totp', mode: 'latency', latencyMs: 1400 })
    await openings.icon(page)
    await expect(page).toHaveURL('/qr')
    await expect(page.getByRole('heading', { name: 'Привязанные карты' })).toBeVisible()
    network.turn('gone')
    for (const open of [openings.typed, openings.typed, openings.typed]) {
      await open(page)
      await expect(page.getByRole('status')).toContainText('Сеть не отвечает')
      await expect(page.getByText(number).first()).toBeVisible()
    }
  })

  test('opens by the icon within 1.5 s when chosen in the profile, with a lost or hanging network', async ({
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
    for (const condition of ['gone', 'hangs'] as const) {
      network.turn(condition)
      const ms = await timeToCard(page, openings.icon, true)
      times.push(`${condition} ${ms}`)
      await expect(page.getByRole('status')).toContainText('Сеть не отвечает')
      expect(ms, condition).toBeLessThan(1500)
      network.turn('fine')
      await page.getByRole('link', { name: 'Обновить' }).click()
      await expect(page).toHaveURL('/qr')
      await expect(linked).toBeVisible()
    }
    console.log(`the card at once: ${times.join(' · ')} ms`)
    test.info().annotations.push({ type: 'measured', description: times.join(' · ') })
  })

  test('asks to sign in again after the session has ended, and forgets the card on request', async ({
    page,
    phone,
    sandbox,
    bad,
  }) => {
    await keepCard(page, bad.network, sandbox, phone)
    const first = await getRecord(page)
    // The gateway ends the session.
    await page.evaluate(() => localStorage.setItem('v1_bonuses', '{}'))
    endSession(sandbox, phone)
    const times: string[] = []
    for (const [from, open] of Object.entries(openings)) {
      // A server that is later than the card's limit counts as a lost network; the next opening asks again.
      await expect(async () => {
        times.push(`${from} ${await timeToCard(page, open, false)}`)
        const asked = page.getByText('Войдите снова, чтобы обновить код')
        await expect(asked).toBeVisible({ timeout: 5000 })
      }).toPass()
      await expect(page.getByRole('img', { name: qr })).toHaveCount(0)
      await expect(page.getByRole('img', { name: 'Штрихкод карты' })).toBeVisible()
    }
    console.log(`session dead: ${times.join(' · ')} ms`)
    expect(await getRecord(page)).toMatchObject({ number: first?.number, svg: null })

    await openings.typed(page)
    await page.getByRole('button', { name: 'Это не моя карта' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(await getRecord(page)).toBeNull()
    expect(await page.evaluate(() => localStorage.getItem('v1_bonuses'))).toBeNull()
  })

  /** How the first shopper's session may end, and what the second one then sees of the card. */
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
    [
      'was signed out elsewhere',
      async (page) => {
        const copied = await page.context().cookies()
        const origin = new URL(page.url()).origin
        await fetch(`${origin}/logout`, {
          method: 'POST',
          redirect: 'manual',
          headers: {
            cookie: copied.map(({ name, value }) => `${name}=${value}`).join('; '),
            origin,
            'content-type': 'application/x-www-form-urlencoded',
          },
        })
        await page.goto('/today')
        await expect(page).toHaveURL(/\/login/)
      },
    ],
  ]

  const orders = ends.flatMap(([end, happen]) =>
    [true, false].map((hasCard) => ({ end, happen, hasCard })),
  )
  for (const { end, happen, hasCard } of orders)
    test(`of a session that ${end} is never shown to the next shopper, who has ${hasCard ? 'a card' : 'none'}`, async ({
      page,
      phone,
      sandbox,
      bad,
    }) => {
      const { network } = bad
      await keepCard(page, network, sandbox, phone)
      const first = (await getRecord(page))?.number ?? ''
      const sealed = (await page.context().cookies()).filter((cookie) => cookie.name === 'v1_card')
      expect([first, sealed]).toEqual([expect.stringMatching(number), [expect.anything()]])
      await happen(page, { sandbox, phone })
      sandbox.server.sandbox.faults.clear()

      // The next shopper submits the sign-in form on this phone, and gets no page after it.
      const next = `7902${phone.slice(4)}`
      if (!hasCard) {
        sandbox.server.sandbox.state.user(next).cards = []
        const failure = { mode: 'status', status: 500 } as const
        sandbox.fail(next, { endpoint: 'GET /v1/user/virtual-card', ...failure })
      }
      await openAddress(page, '/login', 'typed')
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      const [name, value] = provenPhone(sandbox.server.sandbox, next)
      await page.context().addCookies([{ name, value, url: network.origin }])
      // In every case the first shopper's sealed number may remain as well.
      await page.context().addCookies(sealed)
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
      await expect(page.getByRole('heading', { name: 'Нет связи' })).toBeVisible()
      const cookies = await page.context().cookies()
      expect(cookies.map((cookie) => cookie.name)).toContain('v1_jwt')
      const expectNothingOfTheFirst = async () => {
        await expect(page.getByText(first)).toHaveCount(0)
        const record = JSON.stringify(await getRecord(page))
        expect(record).not.toContain(first)
      }
      // Nothing of the first shopper is shown before a page has loaded.
      for (const open of Object.values(openings)) {
        await open(page).catch(() => undefined)
        await expect(page.getByText(first)).toHaveCount(0)
        await expect(page.getByRole('img', { name: qr })).toHaveCount(0)
      }
      // Nor after the pages have loaded, with or without an own card, nor when the network is lost again.
      network.turn('fine')
      for (const open of [openings.shortcut, openings.till, openings.typed]) {
        await open(page)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText(first)).toHaveCount(0)
        await expect(page.getByRole('img', { name: qr })).toHaveCount(hasCard ? 1 : 0)
      }
      await page.waitForLoadState('networkidle')
      await expect.poll(async () => (await getRecord(page)) !== null).toBe(hasCard)
      await expectNothingOfTheFirst()
      network.turn('gone')
      for (const open of Object.values(openings)) {
        await open(page).catch(() => undefined)
        await expectNothingOfTheFirst()
        await expect(page.getByRole('img', { name: qr })).toHaveCount(hasCard ? 1 : 0)
      }
    })
})
