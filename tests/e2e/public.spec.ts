import type { Page } from '@playwright/test'

import { cookieCatalogue } from '../../app/session/cookie-catalogue'
import { storageCatalogue } from '../../app/session/storage-catalogue'
import { expect, expectGoodScreen, openAddress, test } from './fixtures'

const documents = [
  { path: '/program-loyalty', title: 'Правила программы «Апрель»', link: 'Правила программы' },
  { path: '/terms', title: 'Пользовательское соглашение', link: 'Пользовательское соглашение' },
  {
    path: '/pdn',
    title: 'Политика обработки персональных данных',
    link: 'Персональные данные',
  },
  { path: '/details', title: 'Реквизиты', link: 'Реквизиты' },
  { path: '/contacts', title: 'Контакты', link: 'Контакты' },
  { path: '/cookie-policy', title: 'Политика cookie', link: 'Политика cookie' },
  { path: '/accessibility', title: 'Доступность сайта', link: 'Доступность' },
]

const banner = (page: Page) => page.getByRole('region', { name: 'Можно считать посещения?' })
const accept = (page: Page) => page.getByRole('button', { name: 'Разрешить' })
const refuse = (page: Page) => page.getByRole('button', { name: 'Отказаться' })
const siteQr = (page: Page) => page.getByRole('img', { name: /^QR-код с адресом/ })

async function consentCookie(page: Page) {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === 'v1_consent')
}

test('the landing shows what the programme gives and leads to signing in', async ({ page }) => {
  await page.goto('/')
  await expectGoodScreen(page, 'Карта покупателя — Апрель')
  expect(await page.evaluate(() => document.scripts.length)).toBe(0)
  await page.getByRole('link', { name: 'Как это работает' }).click()
  await expect(page.getByRole('heading', { name: 'Войдите по номеру' })).toBeInViewport()

  const question = page.getByText('Вы будете присылать рекламу?')
  const answer = page.getByText('Только если разрешите.')
  await expect(answer).toBeHidden()
  await question.click()
  await expect(answer).toBeVisible()

  const calls = page.getByRole('link', { name: 'Войти по номеру телефона' })
  await expect(calls).toHaveCount(2)
  await calls.last().click()
  await expect(page).toHaveURL('/login')
})

test('every drawing and icon of the landing is there', async ({ page }) => {
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(`${response.status()} ${response.url()}`))
  await page.goto('/')
  for (const image of await page.locator('img').all()) {
    await image.scrollIntoViewIfNeeded()
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0)
  }
  expect(loaded.filter((line) => line.startsWith('404'))).toEqual([])
})

for (const { path, title, link } of documents) {
  test(`${path} is reached from the footer and reads well`, async ({ page }) => {
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('link', { name: link, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expectGoodScreen(page, `${title} — Апрель`)

    const contents = page.getByRole('navigation', { name: 'На этой странице' })
    const last = contents.getByRole('link').last()
    const text = await last.innerText()
    await last.click()
    await expect(page.getByRole('heading', { name: text, exact: true })).toBeInViewport()
    await expect(footer.getByRole('link', { name: '8 800 000-00-00' })).toHaveAttribute(
      'href',
      'tel:88000000000',
    )
  })
}

test('the contacts are those of the configuration', async ({ page, walk }) => {
  await walk('Контакты')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'help@april.example' }).first()).toHaveAttribute(
    'href',
    'mailto:help@april.example',
  )
  await expect(main.getByRole('link', { name: 'Открыть чат с поддержкой' })).toHaveAttribute(
    'href',
    'https://bot.april.example',
  )
})

test('the cookie policy lists all that is stored in the browser, with its purpose', async ({
  page,
  walk,
}) => {
  await walk('Политика cookie')
  for (const [name, { purpose }] of Object.entries({ ...cookieCatalogue, ...storageCatalogue })) {
    const text = purpose.replaceAll('{{currencyPlural}}', 'звёзды')
    const row = page.getByRole('main').locator('tr').filter({ hasText: text })
    await expect(row.getByText(name, { exact: true })).toBeVisible()
  }
})

test.describe('consent to analytics', () => {
  test('is asked above the page, yes and no alike, and a no is remembered', async ({
    page,
    walk,
  }) => {
    await walk('Пользовательское соглашение')
    await expect(banner(page)).toBeVisible()
    const [yes, no] = [await accept(page).boundingBox(), await refuse(page).boundingBox()]
    expect([yes?.width, yes?.height]).toEqual([no?.width, no?.height])
    const above = await banner(page).boundingBox()
    const page1 = await page.getByRole('banner').boundingBox()
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(page1?.y ?? 0)
    const order = await page.evaluate(() =>
      [...document.querySelectorAll('button, a[href="#content"]')].map((each) => each.textContent),
    )
    expect(order.slice(0, 3)).toEqual(['К содержанию', 'Разрешить', 'Отказаться'])

    await refuse(page).click()
    await expect(page).toHaveURL('/terms')
    await expect(page.getByRole('status')).toContainText('обойдёмся без аналитики')
    await expect(banner(page)).toHaveCount(0)
    await expectGoodScreen(page, 'Пользовательское соглашение — Апрель')
    const cookie = await consentCookie(page)
    expect(cookie?.value).toBe('refused')
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(360 * 86_400)

    await page.goto('/')
    await expect(banner(page)).toHaveCount(0)
  })

  test('can be changed on the cookie policy', async ({ page, walk }) => {
    await walk('Политика cookie')
    await expect(page.getByRole('heading', { name: 'Ваш выбор' })).toBeVisible()
    await accept(page).click()
    await expect(page).toHaveURL('/cookie-policy')
    await expect(page.getByText('Сейчас аналитика разрешена.')).toBeVisible()
    expect((await consentCookie(page))?.value).toBe('accepted')
    await refuse(page).click()
    await expect(page.getByText('Сейчас аналитика выключена.')).toBeVisible()
    expect((await consentCookie(page))?.value).toBe('refused')
  })

  test('is not asked while signing in, and on a personal screen leads back to it', async ({
    page,
    phone,
    signIn,
    walk,
  }) => {
    await walk('Войти')
    await expect(banner(page)).toHaveCount(0)
    await signIn(phone)
    await page.goto('/today')
    // Nothing stands between a shopper and the card.
    await walk('Карта')
    await expect(banner(page)).toHaveCount(0)
    await walk('Профиль', /^Звёзды/)
    await expect(banner(page)).toBeVisible()
    await expectGoodScreen(page, 'Звёзды — Апрель')
    await accept(page).click()
    await expect(page).toHaveURL('/profile/stars')
    await expect(page.getByRole('status').filter({ hasText: 'Аналитика разрешена' })).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
  })
})

test('the installed app of a signed-in shopper starts on the main screen', async ({
  page,
  phone,
  signIn,
}) => {
  await openAddress(page, '/?source=pwa', 'the installed app')
  await expect(page.getByRole('link', { name: 'Войти по номеру телефона' }).first()).toBeVisible()
  await signIn(phone)
  await openAddress(page, '/?source=pwa', 'the installed app')
  await expect(page).toHaveURL('/today')
  await page.goto('/')
  await page.getByRole('link', { name: 'Открыть карту' }).first().click()
  await expect(page).toHaveURL('/qr')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Контакты' })).toBeVisible()
})

test.describe('for people', () => {
  test.use({
    allowedStatuses: [404],
    // A headless browser calls itself one, and robots get no error screen.
    userAgent:
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/132.0 Mobile Safari/537.36',
  })

  test('an unknown address has the error screen and a wide way home', async ({ page }) => {
    const answer = await openAddress(page, '/nothing-here', 'typed')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Здесь ничего не нашлось' })).toBeVisible()
    await expect(page.getByText('Посмотрите другие разделы')).toBeVisible()
    await expectGoodScreen(page, 'Здесь ничего не нашлось — Апрель')
    const home = page.getByRole('link', { name: 'На главную' })
    const screen = await page.getByRole('main').boundingBox()
    expect((await home.boundingBox())?.width ?? 0).toBeGreaterThan((screen?.width ?? 0) - 40)
    await home.click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false })

  test('a code leads to the phone, but not from the cookie policy', async ({ page, walk }) => {
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

test.describe('on the smallest screen, in the dark', () => {
  test.use({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' })

  test('every public page holds together', async ({ page, walk }) => {
    await page.goto('/')
    await expect(siteQr(page)).toBeHidden()
    await expectGoodScreen(page, 'Карта покупателя — Апрель')
    for (const { link, title } of documents) {
      await walk(link)
      await expectGoodScreen(page, `${title} — Апрель`)
    }
  })
})

test('what the browser keeps after a visit is in the cookie policy, and nothing else', async ({
  page,
  phone,
  signIn,
  walk,
}) => {
  await walk('Пользовательское соглашение')
  await accept(page).click()
  await signIn(phone)
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
