import type { Page } from '@playwright/test'

import type { SandboxServer } from '../../sandbox/server'
import { expect, expectGoodScreen, test } from './fixtures'

test.use({ allowedStatuses: [422, 429, 503] })

const getBodies = ({ sandbox }: SandboxServer, endpoint: string) =>
  sandbox.calls.filter((call) => call.endpoint === endpoint).map(({ body }) => body)

test.beforeEach(async ({ phone, signIn, sandbox, walk }) => {
  await signIn()
  const user = sandbox.server.sandbox.state.user(phone)
  user.isEmailConfirmed = false
  user.permissions = { ...user.permissions, email: false, sms: false, digital_receipt: false }
  sandbox.server.sandbox.calls.length = 0
  await walk('Профиль')
})

const consent = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

test('the theme follows the choice on every screen', async ({ page, walk }) => {
  const html = page.locator('html')
  await expect(html).not.toHaveAttribute('data-theme')
  await page.getByRole('button', { name: 'Тёмное' }).click()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: 'Тёмное' })).toHaveAttribute('aria-pressed', 'true')
  await expectGoodScreen(page, 'Профиль — Апрель')
  await walk('Профиль', /^Звёзды/)
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await walk('Профиль')
  await page.getByRole('button', { name: 'Системное' }).click()
  await expect(html).not.toHaveAttribute('data-theme')
})

test('each consent is saved separately, and resets after a failure @js', async ({
  page,
  phone,
  sandbox,
  walk,
}) => {
  await walk('Профиль', /^Уведомления/)
  await expectGoodScreen(page, 'Уведомления — Апрель')
  await expect(page.getByRole('button', { name: /^Сохранить/ })).toHaveCount(0)
  await expect(page.getByText('Изменения сохраняются сразу.')).toHaveCount(1)
  await consent(page, 'Письма').check()
  await expect(page.getByRole('status').getByText('Включено')).toBeVisible()
  expect(getBodies(sandbox.server, 'PUT /cuscom/v2/user/permissions')).toEqual([
    { application: 'V1', email: true },
  ])
  sandbox.fail(phone, {
    endpoint: 'PUT /cuscom/v2/user/permissions',
    mode: 'status',
    status: 500,
  })
  await consent(page, 'СМС').click()
  await expect(page.getByText('Не сохранили: переключатель вернулся')).toBeVisible()
  await expect(consent(page, 'СМС')).not.toBeChecked()
  await expectGoodScreen(page, 'Уведомления — Апрель')

  await page.context().clearCookies()
  await consent(page, 'Звонки').click()
  await expect(page).toHaveURL('/login?returnTo=%2Fprofile%2Fnotification')
  await expect(page.getByText('Войдите и отправьте ещё раз')).toBeVisible()
})

test.describe('a consent switched twice @js', () => {
  const SLOW = { endpoint: 'PUT /cuscom/v2/user/permissions', mode: 'latency' } as const

  test('is saved after the shopper has left the screen', async ({ page, phone, sandbox, walk }) => {
    const user = sandbox.server.sandbox.state.user(phone)
    await walk('Профиль', /^Уведомления/)
    sandbox.fail(phone, { ...SLOW, latencyMs: 300 })
    await consent(page, 'Письма').check()
    await consent(page, 'Письма').uncheck()
    await walk('Профиль')
    await expect
      .poll(() => getBodies(sandbox.server, 'PUT /cuscom/v2/user/permissions').length)
      .toBe(2)
    await expect.poll(() => user.permissions.email).toBe(false)
  })
})

test.describe('without a network @js', () => {
  test.use({ allowedStatuses: [0] })

  test('a consent switch resets with a message, and works again once the network is back', async ({
    page,
    context,
    walk,
  }) => {
    await walk('Профиль', /^Уведомления/)
    await expect(page.getByRole('button', { name: 'Сохранить', exact: true })).toHaveCount(0)
    await context.setOffline(true)
    await consent(page, 'Звонки').click()
    await expect(page.getByText('Нет связи: переключатель вернулся')).toBeVisible()
    await expect(consent(page, 'Звонки')).not.toBeChecked()
    await context.setOffline(false)
    await consent(page, 'Звонки').click()
    await expect(page.getByText('Включено')).toBeVisible()
  })
})

test('corrected text stays after a refresh and after the cookie notice @js', async ({
  page,
  walk,
}) => {
  await walk('Профиль', /^Имя и почта/)
  const [name, email] = [page.getByLabel('Имя'), page.getByLabel('Электронная почта')]
  await name.fill('Мария-Антуанетта')
  await email.fill('wrong')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText(/нет знака @/)).toBeVisible()
  await email.fill('masha@example.com')
  const isStored = async () => {
    await expect(name).toHaveValue('Мария-Антуанетта')
    await expect(email).toHaveValue('masha@example.com')
  }
  await page.getByRole('button', { name: 'Отказаться' }).click()
  await expect(page.getByRole('button', { name: 'Отказаться' })).toHaveCount(0)
  await isStored()
  const refreshed = page.waitForResponse(/edit\.data/)
  await page.getByRole('button', { name: 'Обновить страницу' }).click()
  await refreshed
  await isStored()
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Сохранили')).toBeVisible()
  await expect(email).not.toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveValue('Мария-Антуанетта')
})
