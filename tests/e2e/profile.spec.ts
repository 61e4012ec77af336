import type { Page } from '@playwright/test'

import type { SandboxServer } from '../../sandbox/server'
import { expect, expectGoodScreen, openAddress, test } from './fixtures'

test.use({ allowedStatuses: [422, 429, 503] })

const bodiesOf = ({ sandbox }: SandboxServer, endpoint: string) =>
  sandbox.calls.filter((call) => call.endpoint === endpoint).map(({ body }) => body)

test.beforeEach(async ({ phone, signIn, sandbox, walk }) => {
  await signIn(phone)
  const user = sandbox.server.sandbox.state.user(phone)
  user.isEmailConfirmed = false
  user.permissions = { ...user.permissions, email: false, sms: false, digital_receipt: false }
  sandbox.server.sandbox.calls.length = 0
  await walk('Профиль')
})

test('the profile says who one is and leads everywhere', async ({ page, phone, sandbox }) => {
  const { firstName } = sandbox.server.sandbox.state.user(phone)
  await expect(page.getByRole('heading', { level: 1, name: firstName })).toBeVisible()
  await expect(page.getByText(`•••-••-${phone.slice(-2)}`)).toBeVisible()
  expect(await page.content()).not.toContain(phone.slice(1))
  await expectGoodScreen(page, 'Профиль — Апрель')
  const screens = [
    ['Имя и почта', 'Имя и почта'],
    ['Звёзды', 'Звёзды'],
    ['Карты', 'Карты'],
    ['Покупки и чеки', 'Покупки и чеки'],
    ['Оценки и опросы', 'Оценки и опросы'],
    ['Уведомления', 'Уведомления'],
    ['Документы и согласия', 'Документы и согласия'],
  ] as const
  for (const [link, title] of screens) {
    await page
      .getByRole('navigation', { name: 'Разделы профиля' })
      .getByText(link, { exact: true })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expectGoodScreen(page, `${title} — Апрель`)
    await page.getByRole('link', { name: 'Профиль' }).first().click()
    await expect(page).toHaveURL('/profile')
  }
})

test('the colours follow the choice, on every screen, until the system is chosen again', async ({
  page,
  walk,
}) => {
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

test('the installed application opens the card at once, as soon as that is chosen, and no longer', async ({
  page,
  walk,
}) => {
  const opened = async (path: string, title: string) => {
    await openAddress(page, '/?source=pwa', 'the installed app')
    await expect(page).toHaveURL(path)
    await expectGoodScreen(page, title)
  }
  const atOnce = page.getByRole('button', { name: 'Открывать сразу карту' })
  await expect(atOnce).toHaveAttribute('aria-pressed', 'false')
  await atOnce.click()
  await expect(page).toHaveURL('/profile')
  await expect(atOnce).toHaveAttribute('aria-pressed', 'true')
  await expectGoodScreen(page, 'Профиль — Апрель')
  await opened('/qr', 'Карта — Апрель')
  await walk('Профиль')
  await page.getByRole('button', { name: 'Открывать главную' }).click()
  await expect(atOnce).toHaveAttribute('aria-pressed', 'false')
  await opened('/today', 'Главная — Апрель')
})

test('signing out leads to the landing and closes the profile', async ({ page }) => {
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page).toHaveURL('/')
  await openAddress(page, '/profile/edit', 'a bookmark')
  await expect(page).toHaveURL('/login?returnTo=%2Fprofile%2Fedit')
})

test('only what was changed is saved', async ({ page, sandbox, walk }) => {
  await walk('Профиль', /^Имя и почта/)
  await expectGoodScreen(page, 'Имя и почта — Апрель')
  await page.getByLabel('Имя').fill('  Фёкла ')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Сохранили')).toBeVisible()
  await expect(page.getByLabel('Имя')).toHaveValue('Фёкла')
  expect(bodiesOf(sandbox.server, 'PATCH /v1/profile')).toEqual([{ firstName: 'Фёкла' }])

  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Сохранили')).toBeVisible()
  expect(bodiesOf(sandbox.server, 'PATCH /v1/profile')).toHaveLength(1)
})

test('a new address is saved and sent its letter; the letter can be asked for again', async ({
  page,
  sandbox,
  walk,
}) => {
  await walk('Профиль', /^Имя и почта/)
  await page.getByLabel('Электронная почта').fill('new@example.com')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Отправили письмо на новый адрес')).toBeVisible()
  expect(bodiesOf(sandbox.server, 'PATCH /v1/profile')).toEqual([{ email: 'new@example.com' }])
  await page.getByRole('button', { name: 'Отправить письмо' }).click()
  await expect(page.getByText('Письмо отправлено')).toBeVisible()
  await expect(page).toHaveURL('/profile/edit')
  const letter = { email: 'new@example.com' }
  expect(bodiesOf(sandbox.server, 'POST /v1/profile/email-confirm')).toEqual([letter, letter])
})

test('a refused address is reported at its field, and what was typed stays', async ({
  page,
  walk,
}) => {
  await walk('Профиль', /^Имя и почта/)
  await page.getByLabel('Имя').fill('Марфа')
  await page.getByLabel('Электронная почта').fill('shop@forbidden.example')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('link', { name: 'Укажите личную почту' })).toBeVisible()
  await expect(page.getByLabel('Электронная почта')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Имя')).toHaveValue('Марфа')
  await expectGoodScreen(page, 'Ошибка: Имя и почта — Апрель')

  await page.getByLabel('Имя').fill('Ошибка')
  await page.getByLabel('Электронная почта').fill('mine@example.com')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(summary.getByRole('link', { name: 'Проверьте имя' })).toBeVisible()
  await expect(summary.getByRole('link', { name: 'Проверьте адрес почты' })).toBeVisible()

  await page.getByLabel('Имя').fill('')
  await page.getByLabel('Электронная почта').fill('')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(summary.getByRole('link', { name: 'Укажите имя' })).toBeVisible()
  await expect(summary.getByRole('link', { name: /Почту можно заменить/ })).toBeVisible()
})

test('stars: the balance, what burns when, and the rest', async ({
  page,
  phone,
  sandbox,
  walk,
}) => {
  const { balance } = sandbox.server.sandbox.state.user(phone)
  await walk('Профиль', /^Звёзды/)
  await expect(page.getByText(/^До \d+ \S+ 20\d\d$/).first()).toBeVisible()
  await expect(page.getByText('Не сгорают')).toBeVisible()
  expect(balance.totalExpressPoints).toBeGreaterThan(0)
  await expect(page.getByText('Экспресс-звёзды', { exact: true })).toBeVisible()
})

test.describe('adding a card', () => {
  const NUMBER = '1234567890123456'

  async function fill(page: Page, sandbox: SandboxServer, right = true) {
    const id = await page.locator('[name=captchaId]').inputValue()
    const answer = sandbox.sandbox.state.captcha.answer(id) ?? ''
    await page.getByLabel('Номер карты').fill('1234-5678 90123456')
    await page.getByLabel('Код с карты').fill('739')
    await page.getByLabel(/Сколько будет/).fill(right ? answer : '100')
    return `${id}.${answer}`
  }

  test('a card is added by number, code and captcha', async ({ page, sandbox, walk }) => {
    await walk('Профиль', /^Карты/, /карту/)
    await page.getByText('Где искать номер и код').click()
    await expect(page.getByText('Номер напечатан на обороте')).toBeVisible()
    await expectGoodScreen(page, 'Привязать карту — Апрель')
    const token = await fill(page, sandbox.server)
    await page.getByRole('button', { name: 'Привязать карту' }).click()
    await expect(page).toHaveURL('/profile/cards')
    await expect(page.getByText('Карта привязана')).toBeVisible()
    await expect(page.getByText('1234 5678 9012 3456')).toBeVisible()
    const [merge, ...more] = sandbox.server.sandbox.calls.filter(
      ({ endpoint }) => endpoint === 'POST /v2/user/card/merge',
    )
    expect(more).toEqual([])
    expect(merge?.headers['x-captcha-token']).toBe(token)
    expect(merge?.body).toEqual({
      additionalIdentifierNo: NUMBER,
      additionalIdentifierCvv: '739',
      card_type: 'loyalty',
    })
  })

  test('a wrong captcha brings another, and the code is never shown again', async ({
    page,
    sandbox,
    walk,
  }) => {
    await walk('Профиль', /^Карты/, /карту/)
    const first = await page.locator('[name=captchaId]').inputValue()
    await fill(page, sandbox.server, false)
    await page.getByRole('button', { name: 'Привязать карту' }).click()
    await expect(page.getByRole('alert')).toContainText('Ответ не подошёл')
    await expect(page.locator('[name=captchaId]')).not.toHaveValue(first)
    await expect(page.getByLabel('Номер карты')).toHaveValue('1234 5678 9012 3456')
    await expect(page.getByLabel('Код с карты')).toHaveValue('')
    expect(await page.content()).not.toMatch(/["'>\s]739["'<\\\s]/)
    await expectGoodScreen(page, 'Ошибка: Привязать карту — Апрель')
  })

  test('faults of the fields never reach the gateway', async ({ page, sandbox, walk }) => {
    await walk('Профиль', /^Карты/, /карту/)
    await page.getByLabel('Номер карты').fill('12x')
    await page.getByRole('button', { name: 'Привязать карту' }).click()
    const summary = page.getByRole('alert')
    await expect(summary.getByRole('link', { name: 'В номере только цифры' })).toBeVisible()
    await expect(summary.getByRole('link', { name: 'Укажите код с карты' })).toBeVisible()
    expect(bodiesOf(sandbox.server, 'POST /v2/user/card/merge')).toEqual([])
  })

  test.describe('with a shopper who may not', () => {
    test.use({ phone: '79000000008' })

    test('the refusal is reported as text', async ({ page, sandbox, walk }) => {
      await walk('Профиль', /^Карты/, /карту/)
      await fill(page, sandbox.server)
      await page.getByRole('button', { name: 'Привязать карту' }).click()
      await expect(page.getByRole('alert')).toContainText('Эту карту привязать нельзя')
    })
  })
})

const consent = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

const WIRE = [
  'push_pers',
  'push_mass',
  'push_content',
  'email',
  'sms',
  'social',
  'calls',
  'digital_receipt',
]

test('all eight consents are saved together without a script @no-js', async ({
  page,
  sandbox,
  walk,
}) => {
  await walk('Профиль', /^Уведомления/)
  const save = page.getByRole('button', { name: 'Сохранить', exact: true })
  const consents = page.locator('form').filter({ has: save })
  await expect(consents.getByRole('checkbox')).toHaveCount(8)
  await expect(page.getByText('Пуши выключены')).toBeVisible()
  await consent(page, 'Пуши об акциях').check()
  await consent(page, 'Звонки').check()
  await save.click()
  await expect(page.getByText('Сохранили')).toBeVisible()
  await expect(page.getByText('Пуши разрешены')).toBeVisible()
  await expect(consent(page, 'Звонки')).toBeChecked()
  const given = { push_mass: true, calls: true }
  expect(bodiesOf(sandbox.server, 'PUT /cuscom/v2/user/permissions')).toEqual([
    { application: 'V1', ...Object.fromEntries(WIRE.map((name) => [name, false])), ...given },
  ])
})

test('each consent is saved by itself with a script, and flips back when it is not @js', async ({
  page,
  phone,
  sandbox,
  walk,
}) => {
  await walk('Профиль', /^Уведомления/)
  await expectGoodScreen(page, 'Уведомления — Апрель')
  await expect(page.getByRole('button', { name: 'Сохранить', exact: true })).toHaveCount(0)
  await consent(page, 'Письма').check()
  await expect(page.getByRole('status').getByText('Включено')).toBeVisible()
  expect(bodiesOf(sandbox.server, 'PUT /cuscom/v2/user/permissions')).toEqual([
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

test.describe('a consent that is flipped twice @js', () => {
  const SLOW = { endpoint: 'PUT /cuscom/v2/user/permissions', mode: 'latency' } as const

  test('is saved as it was flipped last, however long the first time takes', async ({
    page,
    phone,
    sandbox,
    walk,
  }) => {
    const user = sandbox.server.sandbox.state.user(phone)
    await walk('Профиль', /^Уведомления/)
    sandbox.fail(phone, { ...SLOW, latencyMs: 1500, times: 1 })
    await consent(page, 'Письма').check()
    await consent(page, 'Письма').uncheck()
    await expect(page.getByRole('status').getByText('Выключено')).toBeVisible()
    await page.waitForTimeout(1500)
    expect(user.permissions.email).toBe(false)
    await expect(consent(page, 'Письма')).not.toBeChecked()
  })

  test('is saved so by whoever leaves the screen meanwhile', async ({
    page,
    phone,
    sandbox,
    walk,
  }) => {
    const user = sandbox.server.sandbox.state.user(phone)
    await walk('Профиль', /^Уведомления/)
    sandbox.fail(phone, { ...SLOW, latencyMs: 300 })
    await consent(page, 'Письма').check()
    await consent(page, 'Письма').uncheck()
    await walk('Профиль')
    await expect
      .poll(() => bodiesOf(sandbox.server, 'PUT /cuscom/v2/user/permissions').length)
      .toBe(2)
    await page.waitForTimeout(500)
    expect(user.permissions.email).toBe(false)
  })
})

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
  })

  test('the instruction for it is open, the others are one tap away', async ({ page, walk }) => {
    await walk('Профиль', /^Уведомления/, 'Как разрешить на этом устройстве')
    await expect(page.getByRole('heading', { name: 'iPhone и iPad' })).toBeVisible()
    await expect(page.getByText('Нужна iOS 16.4 или новее')).toBeVisible()
    await expect(page.getByText('Откройте меню Firefox')).toBeHidden()
    await page.getByText('Firefox на Android').click()
    await expect(page.getByText('Откройте меню Firefox')).toBeVisible()
    await expectGoodScreen(page, 'Как разрешить пуши — Апрель')
  })
})

test('the legal screen names what was agreed and how to leave', async ({ page }) => {
  await openAddress(page, '/profile/illegal', 'a bookmark')
  await expect(page).toHaveURL('/profile/legal')
  await expect(page.getByRole('listitem').filter({ hasText: 'Звонки' })).toContainText('Нет')
  const leaving = page.getByRole('region', { name: /удалить аккаунт/ })
  await expect(leaving.getByRole('link', { name: 'help@april.example' })).toBeVisible()
  await expect(leaving.getByRole('link', { name: '8 800 000-00-00' })).toHaveAttribute(
    'href',
    'tel:88000000000',
  )
})

test.describe('without a network @js', () => {
  test.use({ allowedStatuses: [0] })

  test('a switch flips back and says why, and the screen stays', async ({
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

test('what was corrected after a refusal outlives a refresh and the answer to the notice of cookies @js', async ({
  page,
  walk,
}) => {
  await walk('Профиль', /^Имя и почта/)
  const [name, email] = [page.getByLabel('Имя'), page.getByLabel('Электронная почта')]
  await name.fill('Мария-Антуанетта')
  await email.fill('wrong')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByRole('alert')).toContainText('Проверьте адрес почты')
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
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(name).toHaveValue('Мария-Антуанетта')
})
