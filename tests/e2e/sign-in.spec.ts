import { expect, expectGoodScreen, test } from './fixtures'

test.use({ allowedStatuses: [422] })

test('a shopper signs in by phone and code and holds a card', async ({
  page,
  phone,
  sandbox,
  isScripted,
}) => {
  await page.goto('/')
  await expectGoodScreen(page, 'Карта покупателя — Апрель')
  await page.getByRole('link', { name: 'Войти по номеру телефона' }).click()
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible()
  await expectGoodScreen(page, 'Вход — Апрель')

  await page.getByLabel('Номер телефона').fill(`8 (${phone.slice(1, 4)}) ${phone.slice(4)}`)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
  await expectGoodScreen(page, 'Код из СМС — Апрель')

  await page.getByLabel('Пять цифр из сообщения').pressSequentially(sandbox.code(phone))
  if (!isScripted) await page.getByRole('button', { name: 'Продолжить' }).click()

  await expect(page).toHaveURL('/today')
  await expect(page.getByRole('img', { name: 'QR-код карты для кассы' })).toBeVisible()
  await expectGoodScreen(page, 'Главная — Апрель')
  await page.getByRole('link', { name: 'Карта', exact: true }).click()
  await expect(page).toHaveURL('/qr')
  await expect(page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/).first()).toBeVisible()
  await expectGoodScreen(page, 'Карта — Апрель')
})
