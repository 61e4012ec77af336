import type { Page } from '@playwright/test'

import { expect, expectGoodScreen, openLogin, passLogin, test } from './fixtures'

test.use({ allowedStatuses: [422] })

/** Numbers that begin with 7901 are not registered in the sandbox. */
const getStranger = (phone: string) => `7901${phone.slice(4)}`

async function proveNumber(page: Page, phone: string, code: () => string): Promise<void> {
  await openLogin(page)
  await passLogin(page, phone, code)
  await expect(page).toHaveURL('/registration')
}

const submit = (page: Page) => page.getByRole('button', { name: 'Завести карту' }).click()

test('a new shopper registers, gives two consents and holds a card', async ({
  page,
  phone,
  sandbox,
}) => {
  const stranger = getStranger(phone)
  await proveNumber(page, stranger, () => sandbox.code(stranger))
  await expectGoodScreen(page, 'Регистрация — Апрель')

  await page.getByLabel('Имя').fill('Анна-Мария')
  await page.getByLabel('День').fill('31')
  await page.getByLabel('Месяц').fill('апреля')
  await page.getByLabel('Год').fill('1985')
  await page.getByLabel('Электронная почта').fill('not an address')
  await page.getByLabel('Даю согласие на обработку персональных данных').check()
  await page.getByLabel('Хочу узнавать о скидках из СМС').check()
  await submit(page)
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Такого дня в этом месяце нет',
    /нет знака @/,
  ])
  await expect(page.getByLabel('Месяц')).toHaveValue('апреля')
  await expect(page.getByLabel('Хочу узнавать о скидках из СМС')).toBeChecked()
  await expectGoodScreen(page, 'Ошибка: Регистрация — Апрель')

  await page.getByLabel('День').fill('30')
  await page.getByLabel('Электронная почта').fill('anna@example.ru')
  await page.getByLabel('Хочу получать письма о скидках').check()
  await submit(page)
  await expect(page).toHaveURL('/today')
  await expect(page.getByRole('heading', { name: 'Здравствуйте, Анна-Мария!' })).toBeVisible()
})

test('an incomplete profile has to be completed before the card, and «Back» passes its form once', async ({
  page,
  sandbox,
  signIn,
  isScripted,
  walk,
}) => {
  sandbox.server.sandbox.reset()
  await signIn('79000000003')
  await page.goto('/')
  await walk('Открыть карту')
  await expect(page).toHaveURL('/profile/incomplete?returnTo=%2Fqr')
  await expectGoodScreen(page, 'Заполните профиль — Апрель')

  await page.getByLabel('Имя').fill('Ольга')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  const error = page.getByText('Укажите дату рождения')
  await expect(error).toBeVisible()
  // Without a script the browser itself goes to the error, with one the screen to the field.
  await expect(
    isScripted ? page.getByLabel('День') : page.locator('p', { has: error }),
  ).toBeFocused()
  await expect(page.getByLabel('День')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('День').fill('13')
  await page.getByLabel('Месяц').fill('4')
  await page.getByLabel('Год').fill('1985')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page).toHaveURL('/qr')
  await walk('Главная')
  await expect(page.getByRole('heading', { name: 'Здравствуйте, Ольга!' })).toBeVisible()
  // Without a script each refusal of the form is a new page.
  if (!isScripted) return
  for (const path of ['/qr', '/profile/incomplete?returnTo=%2Fqr', '/']) {
    await page.goBack()
    await expect(page).toHaveURL(path)
  }
})
