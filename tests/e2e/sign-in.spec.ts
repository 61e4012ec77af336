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

const anotherCode = (code: string) => (code === '54321' ? '12345' : '54321')
const summary = (page: Page) => page.getByRole('alert')

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

test('a number that is none is refused at its field and stored', async ({ page }) => {
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

test('a wrong code says so and is never sent back; the right one may have spaces', async ({
  page,
  phone,
  sandbox,
  isScripted,
}) => {
  await askForCode(page, phone)
  await expect(page).toHaveURL('/login/code')
  await enterCode(page, anotherCode(sandbox.code(phone)))
  await expect(summary(page)).toContainText('Код не подошёл')
  await expectGoodScreen(page, 'Ошибка: Код из СМС — Апрель')
  const field = page.getByLabel('Пять цифр из сообщения')
  if (!isScripted) await expect(field).toHaveValue('')
  await field.fill(sandbox.code(phone).replace(/(..)(...)/, ' $1 - $2 '))
  if (!isScripted) await page.getByRole('button', { name: 'Продолжить' }).click()
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

test('a code without tries left is called dead, and when another may be asked for is shown', async ({
  page,
  phone,
  sandbox,
}) => {
  await askForCode(page, phone)
  const right = Number(sandbox.code(phone))
  for (let turn = 1; turn <= 5; turn += 1) {
    const answer = page.waitForResponse((each) => each.request().method() === 'POST')
    await enterCode(page, String(((right + turn) % 90_000) + 10_000))
    await answer
    await expect(summary(page)).toContainText(turn < 5 ? 'Код не подошёл' : 'Попытки закончились')
  }
  const dead = page.getByText(
    /Этот код больше не действует. Новый можно запросить (через|после) \d/,
  )
  await expect(dead).toBeVisible()
  await openLogin(page)
  await sendPhone(page, phone)
  await expect(page).toHaveURL('/login/code')
  await expect(dead).toBeVisible()
  await expect(page.getByText(/Код действует/)).toBeHidden()
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
  await openAddress(page, '/profile', 'a bookmark')
  await expect(page).toHaveURL('/login?returnTo=%2Fprofile')
  await passLogin(page, phone, () => sandbox.code(phone))
  await expect(page).toHaveURL('/profile')
})

test('the browser’s «Back» leads past the forms of signing in to what was before them @js', async ({
  page,
  phone,
  sandbox,
}) => {
  await openLogin(page)
  await passLogin(page, phone, () => sandbox.code(phone))
  await expect(page).toHaveURL('/today')
  // The form is in the history, and leads on in its own place.
  await page.goBack()
  await expect(page).toHaveURL('/today')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('a shopper signs out, and the way back shows nothing', async ({
  page,
  phone,
  signIn,
  walk,
}) => {
  await signIn(phone)
  await walk('Профиль')
  await expect(page).toHaveURL('/profile')
  await expectGoodScreen(page, 'Профиль — Апрель')
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page).toHaveURL('/')
  await openAddress(page, '/qr', 'a bookmark')
  await expect(page).toHaveURL('/login?returnTo=%2Fqr')
})

test('whoever signs in after a session that ended begins with a new document @js', async ({
  page,
  phone,
  signIn,
  sandbox,
  walk,
}) => {
  await signIn(phone)
  await walk('Профиль')
  await page.evaluate(() => void ((window as Window & { ofLast?: true }).ofLast = true))
  await page.context().clearCookies({ name: 'v1_jwt' })
  await page.getByRole('link', { name: /^Покупки и чеки/ }).click()
  await expect(page).toHaveURL('/login?returnTo=%2Fprofile%2Ftransactions')
  expect(await page.evaluate(() => 'ofLast' in window)).toBe(false)
  const next = phone.replace(/\d(\d{5})$/, '9$1')
  await passLogin(page, next, () => sandbox.code(next))
  await expect(page.getByRole('heading', { level: 1, name: 'Покупки и чеки' })).toBeVisible()
})

test('a page that was open while somebody else signed in changes nothing of theirs', async ({
  page,
  phone,
  signIn,
  sandbox,
  walk,
}) => {
  await signIn(phone)
  await walk('Купоны')
  // In another tab.
  const next = phone.replace(/\d(\d{5})$/, '9$1')
  await signIn(next)
  sandbox.server.sandbox.calls.length = 0
  await page
    .getByRole('button', { name: /^Активировать:/ })
    .first()
    .click()
  await expect(page.getByText('Эта страница была открыта под другим номером')).toBeVisible()
  const writes = sandbox.server.sandbox.calls.filter(
    ({ endpoint }) => endpoint === 'POST /v2/user/coupons/favorite',
  )
  expect(writes).toEqual([])
  await page
    .getByRole('button', { name: /^Активировать:/ })
    .first()
    .click()
  await expect(page.getByText('Купон активирован')).toBeVisible()
})

test('a form that was sent after the session ended says so, and its page is where signing in leads', async ({
  page,
  phone,
  signIn,
  sandbox,
  walk,
}) => {
  await signIn(phone)
  await walk('Профиль', /^Имя и почта/)
  await page.getByLabel('Имя', { exact: true }).fill('Ульяна')
  await page.context().clearCookies({ name: 'v1_jwt' })
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Войдите и отправьте ещё раз')).toBeVisible()
  await expectGoodScreen(page, 'Вход — Апрель')
  await passLogin(page, phone, () => sandbox.code(phone))
  await expect(page).toHaveURL('/profile/edit')
  await page.getByLabel('Имя', { exact: true }).fill('Ульяна')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Сохранили')).toBeVisible()
})

test('a number can be changed at every step, and the way back is never closed', async ({
  page,
  phone,
  sandbox,
}) => {
  const stranger = phone.replace(/^7905/, '7901')
  await askForCode(page, phone)
  await page.getByRole('link', { name: 'Изменить номер' }).click()
  await sendPhone(page, stranger)
  await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
  await enterCode(page, sandbox.code(stranger))
  await expect(page).toHaveURL('/registration')
  await page.getByRole('link', { name: 'Изменить номер' }).click()
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await expect(page).toHaveURL('/registration')

  // Two steps may become one where a page from the browser's memory loads itself anew: what counts is
  // that the navigation passes the entry point.
  const passed: string[] = []
  page.on('framenavigated', (frame) => passed.push(new URL(frame.url()).pathname))
  for (let steps = 0; steps < 8 && !passed.includes('/'); steps++) {
    await page.goBack().catch(() => null)
    await page.waitForLoadState('networkidle')
  }
  expect(passed).toContain('/')
})

test.describe('a gateway that fails', () => {
  test.use({ allowedStatuses: [422, 503] })

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
