import type { Page } from '@playwright/test'

import { expect, expectGoodScreen, openLogin, passLogin, test } from './fixtures'

// Whole journeys from the entry point, by clicking alone.
test.use({ allowedStatuses: [422] })

const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

test('a first visit leads through registration and the first steps to the card', async ({
  page,
  phone,
  sandbox,
}) => {
  await page.context().clearCookies({ name: 'v1_onboarded' })
  const stranger = phone.replace(/^7905/, '7901')
  await openLogin(page)
  const spelt = `тел.: +7\u00a0${stranger.slice(1, 4)}\u2009${stranger.slice(4, 7)}\u2011${stranger.slice(7)}.`
  await passLogin(page, spelt, () => sandbox.code(stranger))

  await expect(page).toHaveURL('/registration')
  await page.getByLabel('Имя').fill('Анна')
  await page.getByLabel('Даю согласие на обработку персональных данных').check()
  await page.getByRole('button', { name: 'Завести карту' }).click()

  await expect(page).toHaveURL('/onboarding/1')
  await page.getByRole('link', { name: 'Дальше' }).click()
  await expect(page.getByText('Шаг 2 из 3')).toBeVisible()
  await page.getByRole('link', { name: 'Дальше' }).click()
  await page.getByRole('link', { name: 'Начать' }).click()
  await expect(page.getByRole('heading', { name: 'Здравствуйте, Анна!' })).toBeVisible()
  await tab(page, 'Карта')
  await expect(page).toHaveURL('/qr')
  await expect(page.getByRole('img', { name: 'QR-код карты для кассы' })).toBeVisible()
})

test('from the landing a guest comes to a coupon', async ({ page, phone, sandbox }) => {
  await page.goto('/')
  await expectGoodScreen(page, /Апрель/)
  await page.getByRole('link', { name: 'Выбрать купоны' }).click()
  await expect(page).toHaveURL('/login?returnTo=%2Fcoupons')
  await passLogin(page, phone, () => sandbox.code(phone))
  await expect(page).toHaveURL('/coupons')
  const coupon = page.getByRole('article').first().getByRole('link').first()
  await coupon.click()
  await expect(page).toHaveURL(/\/coupons\/\w+$/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Купоны')
  await page.getByRole('button', { name: /^Активировать: / }).click()
  await expect(page.getByText('Купон активирован').first()).toBeVisible()
})

test('a plastic card is added on the way from the main screen', async ({
  page,
  phone,
  sandbox,
}) => {
  await openLogin(page)
  await passLogin(page, phone, () => sandbox.code(phone))
  await expect(page).toHaveURL('/today')
  await tab(page, 'Профиль')
  await page.getByRole('link', { name: /^Карты/ }).click()
  await page.getByRole('link', { name: 'Привязать карту' }).click()
  await page.getByLabel('Номер карты').fill('2000 0000\u20110000 0017')
  await page.getByLabel('Код с карты').fill('739')
  await page.getByRole('button', { name: 'Привязать карту' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Подтвердите, что вы не робот' }).click()
  const question = page.getByLabel(/^Сколько будет/)
  await expect(question).toBeFocused()
  await page.getByLabel('Код с карты').fill('739')
  const id = await page.locator('input[name=captchaId]').inputValue()
  await question.fill(sandbox.server.sandbox.state.captcha.answer(id) ?? '')
  await page.getByRole('button', { name: 'Привязать карту' }).click()
  await expect(page.getByText('Карта привязана')).toBeVisible()
  await expect(page.getByText('2000 0000 0000 0017')).toBeVisible()
})

test('on a shared phone the next shopper finds nothing of the one before', async ({
  page,
  phone,
  sandbox,
}) => {
  const { state } = sandbox.server.sandbox
  const next = phone.replace(/^7905/, '7906')
  const [first, second] = [state.user(phone), state.user(next)]
  Object.assign(first, { firstName: 'Евгения', email: 'evgenia@example.ru' })
  Object.assign(second, { firstName: 'Тимофей', email: null })
  await openLogin(page)
  await passLogin(page, phone, () => sandbox.code(phone))
  await expect(page.getByRole('heading', { name: 'Здравствуйте, Евгения!' })).toBeVisible()
  await tab(page, 'Профиль')
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Моя карта' })).toHaveCount(0)

  await openLogin(page)
  await expect(page.getByLabel('Номер телефона')).toHaveValue('')
  await passLogin(page, next, () => sandbox.code(next))
  await expect(page.getByRole('heading', { name: 'Здравствуйте, Тимофей!' })).toBeVisible()
  const secrets = [first.firstName, first.phone.slice(1), first.cards[0]!, 'evgenia@example.ru']
  for (const name of ['Карта', 'Купоны', 'Профиль', 'Главная']) {
    await tab(page, name)
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    const text = (await page.content()).replace(/[\s\u00a0]/g, '')
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
})
