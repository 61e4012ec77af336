import type { Page } from '@playwright/test'

import { cookieCatalogue } from '../../app/session/cookie-catalogue'
import { storageCatalogue } from '../../app/domain/storage-catalogue'
import { expect, expectGoodScreen, test } from './fixtures'

const banner = (page: Page) => page.getByRole('region', { name: 'Можно считать посещения?' })
const accept = (page: Page) => page.getByRole('button', { name: 'Разрешить' })
const refuse = (page: Page) => page.getByRole('button', { name: 'Отказаться' })
const siteQr = (page: Page) => page.getByRole('img', { name: /^QR-код с адресом/ })

async function consentCookie(page: Page) {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === 'v1_consent')
}

test('the landing presents the programme and leads to signing in', async ({ page }) => {
  await page.goto('/')
  await expectGoodScreen(page, 'Карта покупателя — Апрель')
  expect(await page.evaluate(() => document.scripts.length)).toBe(0)
  await page.getByRole('link', { name: 'Как это работает' }).click()
  await expect(page.getByRole('heading', { name: 'Войдите по номеру' })).toBeInViewport()

  const question = page.getByText('Вы будете присылать рекламу?')
  const response = page.getByText('Только если разрешите.')
  await expect(response).toBeHidden()
  await question.click()
  await expect(response).toBeVisible()

  const calls = page.getByRole('link', { name: 'Войти по номеру телефона' })
  await expect(calls).toHaveCount(2)
  await calls.last().click()
  await expect(page).toHaveURL('/login')
})

test.describe('consent to analytics', () => {
  test('is requested at the end of the page with equal buttons, and a refusal is stored', async ({
    page,
    walk,
  }) => {
    await walk('Пользовательское соглашение')
    await expect(banner(page)).toBeVisible()
    const [yes, no] = [await accept(page).boundingBox(), await refuse(page).boundingBox()]
    expect([yes?.width, yes?.height]).toEqual([no?.width, no?.height])
    const [asked, main] = [
      await banner(page).boundingBox(),
      await page.getByRole('main').boundingBox(),
    ]
    expect(asked!.height).toBeLessThan(160)
    expect(asked!.y).toBeGreaterThanOrEqual(main!.y + main!.height)

    await refuse(page).click()
    await expect(page).toHaveURL('/terms')
    await expect(page.getByRole('status').getByText('обойдёмся без аналитики')).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
    await expectGoodScreen(page, 'Пользовательское соглашение — Апрель')
    const cookie = await consentCookie(page)
    expect(cookie?.value).toBe('refused')
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(360 * 86_400)

    await page.goto('/')
    await expect(banner(page)).toHaveCount(0)
  })

  test('is not requested at sign-in or on the card, and an answer returns to the same screen', async ({
    page,
    signIn,
    walk,
  }) => {
    await walk('Войти')
    await expect(banner(page)).toHaveCount(0)
    await signIn()
    await page.goto('/today')
    // The card shows no consent banner, so that nothing covers the code.
    await walk('Карта')
    await expect(banner(page)).toHaveCount(0)
    await walk('Профиль', /^Звёзды/)
    await expect(banner(page)).toBeVisible()
    await expectGoodScreen(page, 'Звёзды — Апрель')
    await accept(page).click()
    await expect(page).toHaveURL('/profile/stars')
    await expect(page.getByRole('status').getByText('Аналитика разрешена')).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
  })
})

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false })

  test('a QR code of the site is on the landing and the terms, but not on the cookie policy', async ({
    page,
    walk,
  }) => {
    await page.goto('/')
    await expect(siteQr(page)).toBeVisible()
    await expectGoodScreen(page, 'Карта покупателя — Апрель')
    await walk('Пользовательское соглашение')
    await expect(siteQr(page)).toBeVisible()
    await expectGoodScreen(page, 'Пользовательское соглашение — Апрель')
    await walk('Политика cookie')
    await expect(siteQr(page)).toHaveCount(0)
  })
})

test('every cookie and stored key after a visit is in the cookie policy', async ({
  page,
  signIn,
  walk,
}) => {
  await walk('Пользовательское соглашение')
  await accept(page).click()
  await signIn()
  await page.goto('/today')
  for (const link of ['Карта', 'Профиль', 'Главная', /^Каталог/]) {
    await walk(link)
    await page.waitForLoadState('networkidle')
  }
  const storedKeys = await page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await caches.keys()),
    ...(await indexedDB.databases()).map(({ name = '' }) => name),
  ])
  const cookies = (await page.context().cookies()).map(({ name }) => name.replace(/_2$/, ''))
  const names = [...Object.keys(cookieCatalogue), ...Object.keys(storageCatalogue)]
  const stored = [...cookies, ...storedKeys.map((name) => name.replace(/^(v1_\w+)-.*/, '$1'))]
  expect(stored).toContain('v1_jwt')
  expect(stored.filter((name) => !names.includes(name))).toEqual([])
})
