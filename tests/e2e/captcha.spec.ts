import type { Page } from '@playwright/test'

import { expect, expectGoodScreen, test as base } from './fixtures'

/** The production provider, replaced by the sandbox's implementation. */
const test = base.extend({
  appSettings: async ({ sandboxServer: { url } }, use) => {
    await use({
      CAPTCHA_PROVIDER: 'smartcaptcha',
      CAPTCHA_SITE_KEY: 'site-key',
      CAPTCHA_SECRET_KEY: 'secret-key',
      CAPTCHA_SCRIPT_URL: `${url}/__sandbox/smartcaptcha.js`,
      CAPTCHA_VERIFY_URL: `${url}/captcha/validate`,
    })
  },
})
test.use({ allowedStatuses: [422] })

const tick = (page: Page) => page.getByRole('checkbox', { name: /Я не робот/ })
const summary = (page: Page) => page.getByRole('alert').first()
const send = (page: Page) => page.getByRole('button', { name: 'Получить код' }).click()

async function askForCode(page: Page, phone: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Войти' }).first().click()
  await page.getByLabel('Номер телефона').fill(phone)
  await send(page)
}

/** These shoppers need a captcha. */
test.beforeEach(({ sandbox, phone }) => {
  sandbox.server.sandbox.state.user(phone).persona = 'captcha'
})

test('the captcha widget loads when a code request requires it, and its answer leads to the code form @js', async ({
  page,
  phone,
  sandbox,
}) => {
  await askForCode(page, phone)
  await expect(summary(page)).toContainText('Подтвердите, что вы не робот')
  await expect(tick(page)).toHaveCount(1)
  await expectGoodScreen(page, 'Ошибка: Вход — Апрель')
  await summary(page).getByRole('link').click()
  await expect(page.getByRole('group', { name: 'Проверка, что вы не робот' })).toBeFocused()

  // A missing answer and an expired token have the same message.
  await send(page)
  // Waits for the server's response, which resets the widget.
  const error = page.locator('[id$=captchaAnswer-error]')
  await expect(error).toBeFocused()
  await expect(error).toContainText('Подтвердите, что вы не робот')
  sandbox.server.sandbox.state.settings.captchaLifeSeconds = 1
  await tick(page).click()
  await expect(page.getByText('Проверка устарела. Пройдите её ещё раз')).toBeVisible()
  sandbox.server.sandbox.state.settings.captchaLifeSeconds = 300
  await tick(page).click()
  await expect(tick(page)).toBeChecked()
  await expect(page.getByText('Проверка устарела')).toBeHidden()
  await send(page)
  await expect(page).toHaveURL('/login/code')
})

test('the form for adding a card has one captcha widget after a reload and after a navigation @js', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/today')
  const toForm = async () => {
    await page.getByRole('link', { name: 'Профиль' }).first().click()
    await page.getByRole('link', { name: /^Карты/ }).click()
    await page.getByRole('link', { name: 'Привязать карту' }).click()
    await expect(tick(page)).toHaveCount(1)
  }
  await toForm()
  await page.reload()
  await expect(tick(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Карты', exact: true }).click()
  await page.getByRole('link', { name: 'Привязать карту' }).click()
  await expect(tick(page)).toHaveCount(1)
  await tick(page).click()
  await page.getByLabel('Номер карты').fill('2000 0000 0000 0017')
  await page.getByLabel('Код с карты').fill('739')
  await page.getByRole('button', { name: 'Привязать карту' }).click()
  await expect(page.getByText('Карта привязана')).toBeVisible()
})

test.describe("when only the captcha provider's script loads, and none of the site", () => {
  test.use({ allowedStatuses: [0, 422] })

  test('the captcha widget is drawn, and its answer leads to the code form @js', async ({
    page,
    phone,
  }) => {
    await page.route(/\/assets\/.*\.js/, (route) => route.abort())
    await askForCode(page, phone)
    await tick(page).click()
    await expect(tick(page)).toBeChecked()
    await send(page)
    await expect(page).toHaveURL('/login/code')
  })

  test('an unreachable captcha provider shows a message with a phone number and a working retry @js', async ({
    page,
    phone,
  }) => {
    await page.route('**/smartcaptcha.js*', (route) => route.abort())
    await askForCode(page, phone)
    await expect(page.getByText('Проверка не загрузилась')).toBeVisible()
    await expect(page.getByText(/позвоните: 8 800/)).toBeVisible()
    await page.unroute('**/smartcaptcha.js*')
    await page.getByRole('button', { name: 'Повторить' }).click()
    await tick(page).click()
    await expect(tick(page)).toBeChecked()
    await send(page)
    await expect(page).toHaveURL('/login/code')
  })
})

test('the phone form without a script explains that the captcha needs one, and names support @no-js', async ({
  page,
  phone,
}) => {
  await askForCode(page, phone)
  await expect(page.getByText(/Ей нужен JavaScript/)).toBeVisible()
  await expect(page.getByText(/позвоните: 8 800/)).toBeVisible()
  await expect(page.getByLabel('Номер телефона')).toHaveValue(/\d/)
})

test('the fifth digit sends the code alone, and not beside an unanswered captcha @js', async ({
  page,
  phone,
  sandbox,
}) => {
  sandbox.server.sandbox.state.user(phone).persona = 'regular'
  await askForCode(page, phone)
  await expect(page).toHaveURL('/login/code')
  const code = sandbox.code(phone)
  const field = page.getByLabel('Пять цифр из сообщения')
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await field.pressSequentially(code === '00000' ? '11111' : '00000')
  await expect(page.getByText('Код не подошёл').first()).toBeVisible()
  await expect(tick(page)).toHaveCount(1)
  const checks = () => posts.filter((url) => url.includes('/login/code')).length
  expect(checks()).toBe(1)
  await field.fill(code)
  await tick(page).click()
  await expect(tick(page)).toBeChecked()
  expect(checks()).toBe(1)
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await expect(page).toHaveURL(/\/(onboarding|today)/)
})
