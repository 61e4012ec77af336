import type { Page } from '@playwright/test'

import {
  expect,
  holdRequests,
  holdScripts,
  openAddress,
  openLogin,
  sendPhone,
  test,
} from './fixtures'

for (const [path, field, typed] of [
  ['/profile/transactions/search', 'Что искать', 'молоко'],
  ['/stores', 'Город, улица или название', 'Садовая'],
  ['/today', 'Найти товар', 'молоко'],
  ['/search?q=хлеб', 'Что найти', 'молоко'],
] as const) {
  test(`text typed on ${path} before hydration stays @js`, async ({ page, signIn }) => {
    await signIn()
    const release = await holdScripts(page)
    const opened = openAddress(page, path, 'a bookmark')
    await page.getByLabel(field).fill(typed)
    release()
    await opened
    // The button appears once the scripts control the page.
    await expect(page.getByRole('button', { name: 'Обновить страницу' })).toBeVisible()
    await expect(page.getByLabel(field)).toHaveValue(typed)
  })
}

for (const [path, send, field, typed] of [
  [
    '/search?q=молоко',
    async (page: Page) => {
      await page.getByLabel('Что найти').fill('хлеб')
      await page.getByRole('button', { name: 'Найти' }).click()
    },
    'Что найти',
    'сыр',
  ],
  [
    '/stores',
    (page: Page) => page.getByLabel('Открыто сейчас').check(),
    'Город, улица или название',
    'Садовая',
  ],
  [
    '/profile/transactions/search',
    async (page: Page) => {
      await page.getByLabel('Что искать').fill('молоко')
      await page.getByRole('button', { name: 'Найти', exact: true }).click()
    },
    'Что искать',
    'хлеб',
  ],
] as const) {
  test(`text typed on ${path} during a submission stays @js`, async ({ page, signIn }) => {
    await signIn()
    await openAddress(page, path, 'a bookmark')
    const release = await holdRequests(page, /\.data/)
    const { pathname } = new URL(page.url())
    const before = page.url()
    await send(page)
    await page.getByLabel(field).fill(typed)
    release()
    await page.waitForURL((url) => url.href !== before && url.pathname === pathname)
    await page.waitForLoadState('networkidle')
    await expect(page.getByLabel(field)).toHaveValue(typed)
    await page.goBack()
    await expect(page.getByLabel(field)).not.toHaveValue(typed)
  })
}

test('the life of a code counts from the load of its page, not from hydration @js', async ({
  page,
  phone,
  sandbox,
}) => {
  const { settings } = sandbox.server.sandbox.state
  settings.codeLifeSeconds = 60
  await openLogin(page)
  await sendPhone(page, phone)
  await expect(page.getByText(/Код действует ещё/)).toBeVisible()
  settings.codeLifeSeconds = 120
  const release = await holdScripts(page)
  const opened = page.reload()
  await expect(page.getByText(/Код действует/)).toBeVisible()
  await page.waitForFunction(() => performance.now() > 3000)
  release()
  await opened
  const counted = page.getByText(/Код действует ещё \d:\d\d/)
  await expect(counted).toBeVisible()
  const [, left] = /\d:(\d\d)/.exec((await counted.textContent()) ?? '') ?? []
  expect(Number(left)).toBeLessThanOrEqual(57)
})

/** The code's page before hydration, which starts when the returned function is called. */
async function openCode(page: Page, phone: string) {
  await openLogin(page)
  await sendPhone(page, phone)
  await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
  const release = await holdScripts(page)
  const opened = page.reload()
  return async () => {
    release()
    await opened
  }
}

test('a code typed before hydration is sent after it @js', async ({ page, phone, sandbox }) => {
  const bringScripts = await openCode(page, phone)
  await page.getByLabel('Пять цифр из сообщения').pressSequentially(sandbox.code(phone))
  await bringScripts()
  await expect(page).toHaveURL('/today')
})

test('a code restored by the browser is not sent by itself @js', async ({
  page,
  phone,
  sandbox,
}) => {
  const bringScripts = await openCode(page, phone)
  const field = page.getByLabel('Пять цифр из сообщения')
  await field.fill(sandbox.code(phone))
  await field.blur()
  await bringScripts()
  await expect(page.getByText('Проверим код сразу, как введёте последнюю цифру')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL(/\/login\/code/)
})

test('a consent switched before hydration is saved after it @js', async ({
  page,
  phone,
  sandbox,
  signIn,
}) => {
  await signIn()
  const user = sandbox.server.sandbox.state.user(phone)
  user.permissions.email = true
  const before = { ...user.permissions }
  const release = await holdScripts(page)
  const opened = openAddress(page, '/profile/notification', 'a bookmark')
  const letters = page.getByRole('checkbox', { name: /^Письма/ })
  await letters.uncheck()
  release()
  await opened
  await expect(page.getByRole('status').getByText('Выключено')).toBeVisible()
  await expect(letters).not.toBeChecked()
  expect(user.permissions).toEqual({ ...before, email: false })
})

test('a consent is shown as saved, not as restored by the browser @js', async ({
  page,
  phone,
  sandbox,
  signIn,
}) => {
  await signIn()
  const user = sandbox.server.sandbox.state.user(phone)
  user.permissions.email = true
  const before = { ...user.permissions }
  const release = await holdScripts(page)
  const letters = page.getByRole('checkbox', { name: /^Письма/ })
  const opened = openAddress(page, '/profile/notification', 'a bookmark').catch(() => null)
  await letters.uncheck()
  const left = openAddress(page, '/profile', 'a bookmark').catch(() => null)
  await expect(page).toHaveURL('/profile')
  const back = page.goBack()
  await expect(letters).toBeChecked()
  release()
  await Promise.all([opened, left, back])
  await expect(page.getByText('Изменения сохраняются сразу.')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(letters).toBeChecked()
  expect(user.permissions).toEqual(before)
})

test('an install prompt that comes before hydration opens from its button after it @js', async ({
  page,
  context,
  app,
  signIn,
}) => {
  await signIn()
  await context.addCookies([{ name: 'v1_consent', value: 'refused', url: app.origin }])
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      const prompt = () => {
        document.body.dataset.prompted = 'true'
        return new Promise(() => undefined)
      }
      const event = new Event('beforeinstallprompt', { cancelable: true })
      window.dispatchEvent(Object.assign(event, { prompt }))
    }),
  )
  const release = await holdScripts(page)
  const opened = openAddress(page, '/profile', 'a bookmark')
  await page.waitForFunction(() => document.readyState !== 'loading')
  const button = page.getByRole('button', { name: 'Установить', exact: true })
  await expect(button).toHaveCount(0)
  release()
  await opened
  await button.click()
  await expect(page.locator('body')).toHaveAttribute('data-prompted', 'true')
})
