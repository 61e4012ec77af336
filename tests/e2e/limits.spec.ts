import type { Page } from '@playwright/test'

import { expect, expectGoodScreen, test } from './fixtures'

test.use({ allowedStatuses: [422, 429] })

async function askForCode(page: Page, phone: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Номер телефона').fill(phone)
  await page.getByRole('button', { name: 'Получить код' }).click()
}

async function signInWithCode(page: Page, phone: string, code: () => string): Promise<void> {
  await askForCode(page, phone)
  await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
  await page.getByLabel('Пять цифр из сообщения').pressSequentially(code())
  if (test.info().project.name === 'no-js')
    await page.getByRole('button', { name: 'Продолжить' }).click()
  await expect(page).toHaveURL('/today')
}

const pause = (page: Page) => page.getByRole('heading', { name: 'Нужна пауза' })

test('who asks for codes too often is told until when to wait, and what to do instead', async ({
  page,
  phone,
  sandbox,
}) => {
  await askForCode(page, phone)
  await expect(page).toHaveURL('/login/code')
  // Another number in between: the first request is no longer remembered.
  await askForCode(page, phone.replace(/^7905/, '7906'))
  await expect(page).toHaveURL('/login/code')
  await askForCode(page, phone)

  await expect(pause(page)).toBeVisible()
  await expect(page.getByText(/Попробуйте снова после \d\d:\d\d/)).toBeVisible()
  await expectGoodScreen(page, 'Нужна пауза — Апрель')
  const support = page.getByRole('main').getByRole('link', { name: '8 800 000-00-00' })
  await expect(support).toHaveAttribute('href', 'tel:88000000000')
  expect(sandbox.server.sandbox.inbox.texts(phone)).toHaveLength(1)
  const again = await page.goto('/login/pause')
  expect(again?.status()).toBe(429)
  expect(Number(again?.headers()['retry-after'])).toBeLessThanOrEqual(60)

  // The code that did come can still be typed.
  await page.getByRole('link', { name: 'Ввести код из СМС' }).click()
  await expect(page).toHaveURL('/login/code')
  await page.goto('/login/pause')
  await page.getByRole('link', { name: 'Войти с другим номером' }).click()
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible()
})

test('who was never paused sees no pause', async ({ page }) => {
  await page.goto('/login/pause')
  await expect(page).toHaveURL('/login')
})

test('a stranger who spends the phone’s codes does not lock out the owner’s device', async ({
  page,
  phone,
  sandbox,
  app,
  playwright,
}) => {
  const { settings } = sandbox.server.sandbox.state
  const code = () => sandbox.code(phone)
  settings.codeLifeSeconds = 1
  await askForCode(page, phone)
  settings.codeLifeSeconds = 120
  await page.waitForTimeout(2300)
  await signInWithCode(page, phone, code)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page).toHaveURL('/')

  const stranger = await playwright.request.newContext({ baseURL: app.origin })
  const ask = () =>
    stranger.post('/login', { headers: { Origin: app.origin }, form: { phone }, maxRedirects: 0 })
  const answers = [await ask(), await ask()].map((answer) => answer.headers().location)
  await stranger.dispose()
  expect(answers).toContain('/login/pause')

  await signInWithCode(page, phone, code)
})
