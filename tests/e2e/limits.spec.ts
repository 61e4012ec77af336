import type { Page } from '@playwright/test'

import { expect, expectGoodScreen, openLogin, sendPhone, test } from './fixtures'

test.use({ allowedStatuses: [422, 429] })

async function askForCode(page: Page, phone: string): Promise<void> {
  await openLogin(page)
  await sendPhone(page, phone)
}

const pause = (page: Page) => page.getByRole('heading', { name: 'Нужна пауза' })

test('after too many codes the screen says until when to wait, and what to do instead', async ({
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
  await expect(page.getByText(/Новый можно запросить через минуту — после \d\d:\d\d/)).toBeVisible()
  await expectGoodScreen(page, 'Нужна пауза — Апрель')
  const support = page.getByRole('main').getByRole('link', { name: '8 800 000-00-00' })
  await expect(support).toHaveAttribute('href', 'tel:88000000000')
  expect(sandbox.server.sandbox.inbox.texts(phone)).toHaveLength(1)

  // The code that did come can still be typed.
  await page.getByRole('link', { name: 'Ввести код из СМС' }).click()
  await expect(page).toHaveURL('/login/code')
  await page.goBack()
  await page.getByRole('link', { name: 'Войти с другим номером' }).click()
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible()
})
