import type { Page } from '@playwright/test'

import {
  enterCode,
  expect,
  expectGoodScreen,
  openAddress,
  openLogin,
  passLogin,
  sendPhone,
  test,
} from './fixtures'

test.use({ allowedStatuses: [422, 429] })

async function askForCode(page: Page, phone: string): Promise<void> {
  await openLogin(page)
  await sendPhone(page, phone)
}

test('a shopper signs in by phone and code and holds a card', async ({
  page,
  phone,
  sandbox,
  walk,
}) => {
  await openLogin(page)
  await expectGoodScreen(page, 'Вход — Апрель')

  await page.getByLabel('Номер телефона').fill(`8 (${phone.slice(1, 4)}) ${phone.slice(4)}`)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
  await expectGoodScreen(page, 'Код из СМС — Апрель')

  await enterCode(page, sandbox.code(phone))
  await expect(page).toHaveURL('/today')
  await expect(page.getByRole('img', { name: 'QR-код карты для кассы' })).toBeVisible()
  await expectGoodScreen(page, 'Главная — Апрель')
  await walk('Карта')
  await expect(page).toHaveURL('/qr')
  await expect(page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/).first()).toBeVisible()
  await expectGoodScreen(page, 'Карта — Апрель')
})

/** Presses «Back» once for each of these screens. */
async function goBackTo(page: Page, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goBack()
    await expect(page).toHaveURL(path)
  }
}

/** The screen after the code: with a script its form adds no history entry. */
const codeStep = (nextHref: string) => (test.info().project.name === 'no-js' ? [nextHref] : [])

test.describe('«Back» needs one press for each visited screen', () => {
  test('after signing in', async ({ page, phone, sandbox }) => {
    await openLogin(page)
    await passLogin(page, phone, () => sandbox.code(phone))
    await expect(page).toHaveURL('/today')
    await goBackTo(page, ...codeStep('/today'), '/today', '/')
  })

  test('after a changed number', async ({ page, phone, sandbox }) => {
    const stranger = phone.replace(/^7905/, '7901')
    await askForCode(page, phone)
    await page.getByRole('link', { name: 'Изменить номер' }).click()
    await passLogin(page, stranger, () => sandbox.code(stranger))
    await expect(page).toHaveURL('/registration')
    await page.getByRole('link', { name: 'Изменить номер' }).click()
    await expect(page).toHaveURL('/login')
    const toFirst = [...codeStep('/registration'), '/login', '/registration', '/login', '/']
    await goBackTo(page, '/registration', ...toFirst)
  })

  test('after registering', async ({ page, phone, sandbox }) => {
    const stranger = phone.replace(/^7905/, '7901')
    await openLogin(page)
    await passLogin(page, stranger, () => sandbox.code(stranger))
    await page.getByLabel('Имя').fill('Анна')
    await page.getByLabel('Даю согласие на обработку персональных данных').check()
    await page.getByRole('button', { name: 'Завести карту' }).click()
    await expect(page).toHaveURL('/today')
    await goBackTo(page, '/today', ...codeStep('/today'), '/today', '/')
  })

  test('from a screen of an ended session @js', async ({ page, enter }) => {
    await enter('Профиль', 'Купоны')
    await page.context().clearCookies({ name: 'v1_jwt' })
    await goBackTo(page, '/login?returnTo=%2Fprofile', '/login?returnTo=%2Ftoday')
    expect(await page.evaluate(() => history.length)).toBe(4)
  })
})

test('«Back» after a link to a redirecting screen returns to the screen with the link @js', async ({
  page,
  signIn,
}) => {
  await openAddress(page, '/install', 'a shared link')
  // In another tab.
  await signIn()
  await page.locator('main a[href="/login"]').click()
  await expect(page).toHaveURL('/today')
  await goBackTo(page, '/install')
})

test('signing in after an ended session loads a new document @js', async ({
  page,
  phone,
  sandbox,
  enter,
}) => {
  await enter('Профиль')
  await page.evaluate(() => void ((window as Window & { ofLast?: true }).ofLast = true))
  await page.context().clearCookies({ name: 'v1_jwt' })
  await page.getByRole('link', { name: /^Покупки и чеки/ }).click()
  await expect(page).toHaveURL('/login?returnTo=%2Fprofile%2Ftransactions')
  expect(await page.evaluate(() => 'ofLast' in window)).toBe(false)
  const next = phone.replace(/\d(\d{5})$/, '9$1')
  await passLogin(page, next, () => sandbox.code(next))
  await expect(page.getByRole('heading', { level: 1, name: 'Покупки и чеки' })).toBeVisible()
})

test.describe('a code', () => {
  test.use({ allowedStatuses: [422, 429, 503] })

  test('4.11, 4.12: that is wrong stays selected, and one changed digit sends it on a confirmed device @js', async ({
    page,
    phone,
    sandbox,
  }) => {
    await openLogin(page)
    await passLogin(page, phone, () => sandbox.code(phone))
    await expect(page).toHaveURL('/today')
    await page.context().clearCookies({ name: 'v1_jwt' })
    await openAddress(page, '/login', 'typed')
    await sendPhone(page, phone)
    await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
    const right = sandbox.code(phone)
    const last = Number(right.at(-1))
    const wrong = right.slice(0, 4) + ((last + 1) % 10)
    await enterCode(page, wrong)
    await expect(page.getByText('Код не подошёл').first()).toBeVisible()
    const field = page.getByLabel('Пять цифр из сообщения')
    await expect(field).toHaveValue(wrong)
    const selected = await field.evaluate((element: HTMLInputElement) => [
      element.selectionStart,
      element.selectionEnd,
    ])
    expect(selected).toEqual([0, 5])
    await field.press('End')
    await field.press('Backspace')
    await field.press(String(last))
    await expect(page).toHaveURL('/today')
  })

  test('4.11: that was not checked is sent when it is typed again @js', async ({
    page,
    phone,
    sandbox,
  }) => {
    await askForCode(page, phone)
    await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
    const endpoint = 'POST /v1/auth/otp/check'
    sandbox.server.sandbox.faults.add({ endpoint, mode: 'status', status: 503 })
    await enterCode(page, sandbox.code(phone))
    await expect(page.getByText('Не удалось проверить код').first()).toBeVisible()
    sandbox.server.sandbox.faults.clear()
    await enterCode(page, sandbox.code(phone))
    await expect(page).toHaveURL('/today')
  })

  test('for the first of two numbers costs the second no try in the tab of the first @js', async ({
    page,
    phone,
    sandbox,
  }) => {
    const second = phone.replace(/\d(\d{5})$/, '9$1')
    await askForCode(page, phone)
    await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
    const tab = await page.context().newPage()
    await askForCode(tab, second)
    await expect(tab.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
    await page.bringToFront()
    await enterCode(page, sandbox.code(phone))
    await expect(page.getByText('Сейчас ждём код для другого номера').first()).toBeVisible()
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await expect(page.getByText('Введите код из СМС').first()).toBeVisible()
    const checks = sandbox.server.sandbox.calls.filter(
      ({ endpoint, body }) =>
        endpoint === 'POST /v1/auth/otp/check' && (body as { phone: string }).phone === second,
    )
    expect(checks).toEqual([])
    await enterCode(page, sandbox.code(second))
    await expect(page).toHaveURL('/today')
  })
})
