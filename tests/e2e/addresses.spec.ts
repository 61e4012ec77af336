import { expect, expectProductScreen, test } from './fixtures'

// Limits of an address: 60 reads a minute, and one sign-in without a captcha.
test.use({ appSettings: { ADDRESS_LIMIT_FACTOR: '0.02' }, allowedStatuses: [422, 429] })

test('an address with many sign-in attempts needs a captcha for the next text', async ({
  page,
  phone,
  sandbox,
  walk,
}) => {
  const { captcha, inbox } = { ...sandbox.server.sandbox.state, ...sandbox.server.sandbox }
  const other = phone.replace(/^7905/, '7907')
  for (const number of [phone, other]) {
    await page.goto('/')
    await walk('Войти')
    await page.getByLabel('Номер телефона').fill(number)
    await page.getByRole('button', { name: 'Получить код' }).click()
    if (number === phone) await expect(page).toHaveURL('/login/code')
  }
  await expect(page.getByRole('alert')).toContainText('Подтвердите, что вы не робот')
  await expectProductScreen(page, 'Ошибка: Вход — Апрель')
  const id = await page.locator('input[name=captchaId]').inputValue()
  await page.getByLabel(/^Сколько будет/).fill(captcha.answer(id) ?? '')
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page).toHaveURL('/login/code')
  expect(inbox.texts(other)).toHaveLength(1)
})

test('a link followed above the request limit of an address opens a page that asks to wait a minute', async ({
  page,
}) => {
  await page.goto('/')
  for (let count = 0; count < 60; count++) await page.request.get('/terms')
  await page.getByRole('link', { name: 'Пользовательское соглашение' }).first().click()
  await expect(page.getByRole('heading', { name: 'Слишком много запросов' })).toBeVisible()
  await expect(page.getByText('Подождите минуту и обновите страницу')).toBeVisible()
  await expectProductScreen(page, 'Слишком много запросов')
})
