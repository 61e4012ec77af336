import type { BrowserContext, Page } from '@playwright/test'

import { startApp } from '../support/app-process'
import {
  awaitWorker,
  expect,
  expectGoodScreen,
  offerInstallation,
  openAddress,
  test,
} from './fixtures'

const qr = 'QR-код карты для кассы'

/** Opens a page with an active worker. */
async function openWithWorker(page: Page, path: string) {
  await openAddress(page, path, 'the installed app')
  await awaitWorker(page)
}

/**
 * A new version is served at another address. A page that registers the old one would restore that as the
 * newest, so each page registers the active one.
 */
async function keepNewVersion(context: BrowserContext) {
  await context.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype
    ServiceWorkerContainer.prototype.register = async function (url, options) {
      const isOwn = url === '/sw.js'
      const ruling = isOwn ? this.controller?.scriptURL : undefined
      const registration = await register.call(this, ruling ?? url, options)
      if (isOwn) Object.assign(window, { hasAsked: true })
      return registration
    }
  })
}

/** Registers a new service worker after the page has registered its own: browsers take the last one as the newer. */
async function bringNewVersion(page: Page, tabs = [page]) {
  for (const tab of tabs) await tab.waitForFunction(() => 'hasAsked' in window)
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js?next')
  })
}

/** Everything in all caches of this site: address and content. */
async function cached(page: Page): Promise<{ cache: string; path: string; text: string }[]> {
  return page.evaluate(async () => {
    const entries = []
    for (const cache of await caches.keys()) {
      const opened = await caches.open(cache)
      for (const request of await opened.keys()) {
        const answer = await opened.match(request)
        const path = new URL(request.url).pathname
        entries.push({ cache, path, text: (await answer?.text()) ?? '' })
      }
    }
    return entries
  })
}

const hasRecord = async (page: Page) =>
  (await cached(page)).some(({ cache }) => cache === 'v1_card')

/** A phone on which this shopper has opened the card. */
async function openCard(page: Page) {
  await openWithWorker(page, '/qr')
  await expect.poll(() => hasRecord(page)).toBe(true)
}

/** The tip about a survey, which precedes that about the installation, was shown on an earlier day. */
const yesterday = (url: string) => [{ name: 'v1_advised', value: 'survey.1', url }]

test("a visitor who closed the banner finds the browser's offer in the profile @js", async ({
  page,
  context,
  app,
  signIn,
}) => {
  await context.addCookies([
    { name: 'v1_consent', value: 'refused', url: app.origin },
    ...yesterday(app.origin),
  ])
  await signIn()
  await page.goto('/today')
  const notice = page.getByRole('link', { name: 'Как установить' })
  await expect(notice).toBeVisible()
  await offerInstallation(page, 'accepted')
  const banner = page.getByRole('region', { name: 'Установка приложения' })
  await expect(banner).toBeVisible()
  await expect(notice).toHaveCount(0)
  await banner.getByRole('button', { name: 'Не предлагать установку' }).click()
  await expect(banner).toHaveCount(0)
  await expect(notice).toHaveCount(0)
  await page.getByRole('link', { name: 'Профиль' }).first().click()
  await page.getByRole('link', { name: /^Карта на экране телефона/ }).click()
  await page.getByRole('button', { name: 'Установить' }).click()
  await expect(page.getByText('Устанавливаем…')).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
  await expect(page.getByText('Карта уже на экране этого устройства')).toBeVisible()
})

test.describe('an iPad that calls itself a Mac', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  })

  test('gets the instructions for iPad @js', async ({ page, signIn }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 }),
    )
    await signIn()
    await openAddress(page, '/install', 'a shared link')
    const own = page.getByRole('heading', { name: 'iPhone или iPad, Safari' })
    await expect(own).toBeVisible()
    // «Этот браузер» is the current one, and no other device's.
    await expect(page.getByText('этот браузер')).toHaveCount(0)
    await expectGoodScreen(page, 'Установка — Апрель')
    await openAddress(page, '/profile/push-instruction', 'a shared link')
    await expect(page.getByRole('heading', { name: 'iPhone и iPad' })).toBeVisible()
  })
})

test.describe('with a worker @js @whole', () => {
  test.use({ serviceWorkers: 'allow', allowedStatuses: [0] })

  test('the card opens without a network: code, time, number, points', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn()
    await openCard(page)
    const code = await page.getByRole('img', { name: qr }).locator('path').last().getAttribute('d')
    const number = await page
      .getByText(/^\d{4} \d{4} \d{4} \d{4}$/)
      .first()
      .innerText()
    const points = await page
      .getByText(/^\d[\d\u2009]*$/)
      .first()
      .innerText()

    await context.setOffline(true)
    for (const path of ['/qr', '/qr/till']) {
      await openAddress(page, path, 'the installed app')
      await expect(page.getByText('Сеть не отвечает. Это последний код')).toBeVisible()
      await expect(page.getByRole('img', { name: qr }).locator('path').last()).toHaveAttribute(
        'd',
        code ?? '',
      )
      await expect(page.getByText(/^Код получен в \d\d:\d\d$/)).toBeVisible()
      await expect(page.getByText(number)).toBeVisible()
      if (path === '/qr') await expect(page.getByText(points, { exact: true })).toBeVisible()
    }
    await expectGoodScreen(page, 'Карта на телефоне')

    // After a lost network phones wait a random time; 0 makes this phone retry at once.
    await page.addInitScript(() => {
      Math.random = () => 0
    })
    await page.reload()
    await expect(page.getByText('Сеть не отвечает. Это последний код')).toBeVisible()
    // The page replaces the stored card once the network is back.
    await context.setOffline(false)
    await page.getByText('Прибавьте яркость экрана').waitFor()
    await page.getByRole('link', { name: 'Обычный вид' }).click()
    await expect(page.getByRole('heading', { name: 'Привязанные карты' })).toBeVisible()
  })

  test('a profile opened without a network becomes a page with a link to the stored card', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn()
    await openCard(page)
    await context.setOffline(true)
    await openAddress(page, '/profile', 'the installed app')
    await expectGoodScreen(page, 'Нет связи')
    await page.getByRole('link', { name: 'Открыть карту' }).click()
    await expect(page.getByRole('img', { name: qr })).toBeVisible()
  })

  test("nothing personal is stored but the card's record", async ({
    page,
    phone,
    context,
    signIn,
  }) => {
    await signIn()
    await openCard(page)
    for (const path of ['/today', '/profile', '/qr/till'])
      await openAddress(page, path, 'the installed app')
    await page.getByRole('link', { name: 'Обычный вид' }).click()
    await page.waitForLoadState('networkidle')
    const own =
      /^\/(assets\/[^/]+-[\w-]{8,}\.\w+|fonts\/[\w-]+\.woff2|favicon\.svg|icon-192\.png|assets\/svg\/illustrations\/base\/card\.svg)$/
    const entries = await cached(page)
    expect(entries.filter(({ cache }) => cache === 'v1_card')).toHaveLength(1)
    const others = entries.filter(({ cache }) => cache !== 'v1_card')
    expect(others.length).toBeGreaterThan(5)
    expect(others.filter(({ path }) => !own.test(path))).toEqual([])
    const record = entries.find(({ cache }) => cache === 'v1_card')?.text ?? ''
    expect(record).not.toContain(phone)
    const secrets = (await context.cookies()).filter(({ value }) => value.length > 20)
    expect(secrets.length).toBeGreaterThan(0)
    expect(secrets.filter(({ value }) => record.includes(value))).toEqual([])
  })

  test('signing out empties caches and local storage, and the card no longer opens without a network', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn()
    await openCard(page)
    await openAddress(page, '/profile', 'the installed app')
    await page.evaluate(() => {
      localStorage.setItem('v1_push_subscription', 'x')
      localStorage.setItem('v1_bonuses', '{}')
    })
    await page.getByRole('button', { name: 'Выйти' }).click()
    await expect(page).toHaveURL('/')
    expect(await cached(page)).toEqual([])
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])

    await page.goBack()
    await expect(page).toHaveURL(/\/login/)
    // Waits for the worker of the next visitor: an interrupted one would report an error.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await context.setOffline(true)
    await openAddress(page, '/qr', 'the installed app').catch(() => undefined)
    await expect(page.getByRole('img', { name: qr })).toHaveCount(0)
  })

  test('signing out deletes the card that another tab stores at the same time', async ({
    page,
    context,
    signIn,
  }) => {
    await page.clock.install()
    // The code is renewed at the earliest moment.
    await page.addInitScript(() => {
      Math.random = () => 0
    })
    await signIn()
    await openCard(page)
    let send = () => undefined as void
    const sent = new Promise<void>((resolve) => (send = resolve))
    const asked = page.waitForRequest('**/qr/code')
    const answered = page.waitForResponse('**/qr/code')
    await page.route('**/qr/code', async (route) => {
      const response = await route.fetch()
      await sent
      await route.fulfill({ response })
    })
    await page.clock.runFor(270_500)
    await asked
    const other = await context.newPage()
    await openAddress(other, '/profile', 'the installed app')
    await other.getByRole('button', { name: 'Выйти' }).click()
    await expect(other).toHaveURL('/')
    send()
    await answered
    await page.waitForLoadState('networkidle')
    expect((await cached(other)).filter(({ cache }) => cache === 'v1_card')).toEqual([])
  })

  test('the script deletes stored data before it signs out', async ({ page, signIn }) => {
    await signIn()
    await openCard(page)
    await openAddress(page, '/profile', 'the installed app')
    await page.evaluate(() => localStorage.setItem('v1_x', '1'))
    // The server's Clear-Site-Data never takes effect here.
    await page.route('**/logout', (route) => route.fulfill({ status: 204 }))
    await page.getByRole('button', { name: 'Выйти' }).click()
    await expect.poll(() => cached(page)).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('v1_x'))).toBeNull()
  })

  test('a new version that another tab has activated is loaded by a tap', async ({
    page,
    context,
    signIn,
  }) => {
    await keepNewVersion(context)
    await signIn()
    await openWithWorker(page, '/today')
    const other = await context.newPage()
    for (const tab of [page, other]) await openAddress(tab, '/today', 'typed')
    await bringNewVersion(page, [page, other])
    for (const tab of [page, other]) {
      await expect(tab.getByText('Доступна новая версия')).toBeVisible()
      const loaded = tab.waitForEvent('load')
      await tab.getByRole('button', { name: 'Обновить', exact: true }).click()
      await loaded
      const current = () => other.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
      await expect.poll(current).toContain('/sw.js?next')
    }
  })

  test('WORKER_KILL removes a running worker and its caches', async ({ page, sandboxServer }) => {
    const first = await startApp(sandboxServer.url)
    const { port } = new URL(first.origin)
    const sameAddress = { PORT: port, PUBLIC_ORIGIN: first.origin }
    const left = () =>
      page.evaluate(async () => {
        const workers = await navigator.serviceWorker.getRegistrations()
        return workers.length + (await caches.keys()).length
      })
    await openAddress(page, `${first.origin}/login`, 'typed')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.evaluate(() => caches.open('v1_card').then(() => undefined))
    expect(await left()).toBeGreaterThan(1)
    await first.stop()

    const killing = await startApp(sandboxServer.url, { ...sameAddress, WORKER_KILL: '1' })
    try {
      await openAddress(page, `${killing.origin}/login`, 'typed')
      await expect.poll(left, { timeout: 15_000 }).toBe(0)
    } finally {
      await killing.stop()
    }
  })
})
