import type { Page } from '@playwright/test'

import { expect, expectGoodScreen, test } from './fixtures'

test.use({ allowedStatuses: [422, 429] })

async function askForCode(page: Page, phone: string, query = ''): Promise<void> {
  await page.goto(`/login${query}`)
  await page.getByLabel('Номер телефона').fill(phone)
  await page.getByRole('button', { name: 'Получить код' }).click()
}

async function enterCode(page: Page, code: string): Promise<void> {
  const field = page.getByLabel('Пять цифр из сообщения')
  await field.fill('')
  await field.pressSequentially(code)
  // With a script the fifth digit has sent it already.
  if (test.info().project.name === 'no-js')
    await page.getByRole('button', { name: 'Продолжить' }).click()
}

const anotherCode = (code: string) => (code === '54321' ? '12345' : '54321')
const summary = (page: Page) => page.getByRole('alert')

test('a shopper signs in by phone and code and holds a card', async ({ page, phone, sandbox }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Войти' }).first().click()
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible()
  await expectGoodScreen(page, 'Вход — Апрель')

  await page.getByLabel('Номер телефона').fill(`8 (${phone.slice(1, 4)}) ${phone.slice(4)}`)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
  await expectGoodScreen(page, 'Код из СМС — Апрель')

  await enterCode(page, sandbox.code(phone))
  await expect(page).toHaveURL('/today')
  await expect(page.getByRole('img', { name: 'QR-код карты для кассы' })).toBeVisible()
  await expectGoodScreen(page, 'Главная — Апрель')
  await page.getByRole('link', { name: 'Карта', exact: true }).click()
  await expect(page).toHaveURL('/qr')
  await expect(page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/).first()).toBeVisible()
  await expectGoodScreen(page, 'Карта — Апрель')
})

test('a number that is none is refused at its field and kept', async ({ page }) => {
  await askForCode(page, '+7 495 123-45-67')
  await expect(summary(page).getByRole('link')).toHaveText(/нужен российский мобильный/)
  await expect(page.getByLabel('Номер телефона')).toHaveValue('+7 495 123-45-67')
  await expect(page.getByLabel('Номер телефона')).toHaveAttribute('aria-invalid', 'true')
  await expectGoodScreen(page, 'Ошибка: Вход — Апрель')
  await summary(page).getByRole('link').click()
  await expect(page.getByLabel('Номер телефона')).toBeFocused()

  await page.getByLabel('Номер телефона').fill('')
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(summary(page).getByRole('link')).toHaveText('Укажите номер телефона')
})

test('a wrong code says so and is never sent back; five wrong ones end it', async ({
  page,
  phone,
  sandbox,
}) => {
  await askForCode(page, phone)
  const wrong = anotherCode(sandbox.code(phone))
  const tries = () =>
    sandbox.server.sandbox.calls.filter(
      ({ endpoint, body }) =>
        endpoint === 'POST /v1/auth/otp/check' && (body as { phone: string }).phone === phone,
    ).length

  await enterCode(page, wrong)
  await expect(summary(page)).toContainText('Код не подошёл')
  await expectGoodScreen(page, 'Ошибка: Код из СМС — Апрель')
  if (test.info().project.name === 'no-js')
    await expect(page.getByLabel('Пять цифр из сообщения')).toHaveValue('')

  for (let count = 2; count <= 5; count++) {
    const code = String(Number(wrong) + count).padStart(5, '0')
    await enterCode(page, code === sandbox.code(phone) ? '99999' : code)
    await expect.poll(tries).toBe(count)
  }
  await expect(summary(page)).toContainText('Слишком много попыток')

  await enterCode(page, sandbox.code(phone))
  await expect(summary(page)).toContainText('Слишком много попыток')
  expect(tries()).toBe(5)
})

test('what is no code of five digits has its own words and is not asked about', async ({
  page,
  phone,
  sandbox,
  isScripted,
}) => {
  await askForCode(page, phone)
  const field = page.getByLabel('Пять цифр из сообщения')
  const send = () => page.getByRole('button', { name: 'Продолжить' }).click()
  for (const [typed, words] of [
    ['', 'Введите код из СМС'],
    ['123', 'В коде должно быть пять цифр'],
    ['12a45', 'В коде только цифры'],
  ] as const) {
    await field.fill(typed)
    await send()
    await expect(summary(page).getByRole('link')).toHaveText(words)
  }
  await field.fill(sandbox.code(phone).replace(/(..)(...)/, ' $1 - $2 '))
  if (!isScripted) await send()
  await expect(page).toHaveURL('/today')
})

test('a code that has run out is replaced by a new one, to the same phone', async ({
  page,
  phone,
  sandbox,
}) => {
  const { settings } = sandbox.server.sandbox.state
  settings.codeLifeSeconds = 2
  await askForCode(page, phone)
  await expect(page.getByText(/Код действует/)).toBeVisible()
  settings.codeLifeSeconds = 120
  const first = sandbox.code(phone)
  await page.waitForTimeout(2500)

  await enterCode(page, first)
  await expect(summary(page)).toContainText('Срок действия кода истёк')
  await page.getByRole('button', { name: 'Отправить новый код' }).click()
  await expect(page.getByText('Отправили новый код')).toBeVisible()
  await expect.poll(() => sandbox.server.sandbox.inbox.texts(phone).length).toBe(2)
  await enterCode(page, sandbox.code(phone))
  await expect(page).toHaveURL('/today')
})

test('a request that is still good is used again: no second text', async ({
  page,
  phone,
  sandbox,
}) => {
  await askForCode(page, phone)
  await expect(page).toHaveURL('/login/code')
  await page.getByRole('link', { name: 'Изменить номер' }).click()
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page).toHaveURL('/login/code')
  expect(sandbox.server.sandbox.inbox.texts(phone)).toHaveLength(1)
})

test('the captcha appears when the gateway asks for it, and not before', async ({
  page,
  sandbox,
}) => {
  const phone = '79000000004'
  const { captcha } = sandbox.server.sandbox.state
  await askForCode(page, phone)
  await expect(summary(page)).toContainText('Подтвердите, что вы не робот')
  await expect(page.getByLabel('Номер телефона')).toHaveValue(/00\D*04$/)
  await expectGoodScreen(page, 'Ошибка: Вход — Апрель')

  const question = page.getByLabel(/^Сколько будет/)
  await question.fill('100')
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(summary(page)).toContainText('Ответ не подошёл')
  await expect(question).toHaveValue('')

  const id = await page.locator('input[name=captchaId]').inputValue()
  await question.fill(captcha.answer(id) ?? '')
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page).toHaveURL('/login/code')
})

test('signing in leads to where the shopper was going', async ({ page, phone, sandbox }) => {
  await page.goto('/profile')
  await expect(page).toHaveURL('/login?returnTo=%2Fprofile')
  await page.getByLabel('Номер телефона').fill(phone)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
  await enterCode(page, sandbox.code(phone))
  await expect(page).toHaveURL('/profile')
})

test('an address of another site is not where it leads', async ({ page, phone, sandbox }) => {
  await askForCode(page, phone, '?returnTo=//evil.example/')
  await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
  await enterCode(page, sandbox.code(phone))
  await expect(page).toHaveURL('/today')
})

test('a shopper signs out, and the way back shows nothing', async ({ page, phone, signIn }) => {
  await signIn(phone)
  await page.goto('/profile')
  await expectGoodScreen(page, 'Профиль — Апрель')
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/qr')
  await expect(page).toHaveURL('/login?returnTo=%2Fqr')
})

test.describe('a gateway that fails', () => {
  test.use({ allowedStatuses: [422, 503] })

  test('while a code is asked for keeps the number and sends one request', async ({
    page,
    phone,
    sandbox,
  }) => {
    sandbox.server.sandbox.faults.add({
      endpoint: 'POST /v1/auth/otp',
      mode: 'status',
      status: 500,
      phone,
    })
    await askForCode(page, phone)
    await expect(summary(page)).toContainText('Не получилось отправить код')
    await expect(page.getByLabel('Номер телефона')).toHaveValue(/\d/)
    const asked = sandbox.server.sandbox.calls.filter(
      ({ endpoint, body }) =>
        endpoint === 'POST /v1/auth/otp' && (body as { phone: string }).phone === phone,
    )
    expect(asked).toHaveLength(1)
  })

  test('while the code is exchanged leaves a way to go on without another code', async ({
    page,
    phone,
    sandbox,
  }) => {
    await askForCode(page, phone)
    await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
    sandbox.server.sandbox.faults.add({
      endpoint: 'POST /v1/auth/token',
      mode: 'status',
      status: 500,
      times: 1,
    })
    await enterCode(page, sandbox.code(phone))
    await expect(summary(page)).toContainText('войти пока не получилось')
    await page.getByRole('button', { name: 'Войти' }).click()
    await expect(page).toHaveURL('/today')
  })
})
