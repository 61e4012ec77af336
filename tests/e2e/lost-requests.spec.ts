import type { Page } from '@playwright/test'

import { drawFrames, expect, test } from './fixtures'

const qr = 'QR-код карты для кассы'

test.use({ allowedStatuses: [0, 422, 429, 503] })

/** The next request of a kind gets no response; later ones do. */
async function loseNext(page: Page, method: 'GET' | 'POST'): Promise<void> {
  let isLost = false
  await page.route(/\.data(\?|$)/, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    return route.abort()
  })
}

/** Waits for the deferred scripts. */
const settled = (page: Page) => page.waitForLoadState('networkidle')

test.describe('a request without a response @js', () => {
  test.beforeEach(async ({ signIn }) => signIn())

  test('keeps the card on a screen refreshed without a network', async ({
    page,
    context,
    walk,
  }) => {
    await walk('Карта')
    await settled(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Обновить страницу' }).click()
    await expect(page.locator('[aria-live=assertive]')).toContainText(
      'На экране то, что загрузилось раньше',
    )
    await expect(page.getByRole('img', { name: qr })).toBeVisible()
    await expect(page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/).first()).toBeVisible()
    await context.setOffline(false)
    const anew = page.waitForResponse(/\/qr\.data/)
    await page.getByRole('button', { name: 'Обновить страницу' }).click()
    expect((await anew).status()).toBe(200)
    await expect(page.getByRole('img', { name: qr })).toBeVisible()
  })

  for (const status of [429, 503])
    test(`a refresh that gets a ${status} keeps the card on the screen`, async ({ page, walk }) => {
      await walk('Карта')
      await settled(page)
      await page.route('**/qr.data*', (route) => route.fulfill({ status, body: 'busy' }))
      await page.getByRole('button', { name: 'Обновить страницу' }).click()
      await expect(page.locator('[aria-live=assertive]')).toContainText('Не удалось обновить')
      await expect(page.getByRole('img', { name: qr })).toBeVisible()
    })

  test('9.6: keeps the typed text of a form, which can be sent again, and its error until then', async ({
    page,
    context,
    walk,
  }) => {
    await walk('Профиль', /^Имя и почта/)
    await settled(page)
    const name = page.getByLabel('Имя', { exact: true })
    await name.fill('Аглая')
    await page.getByLabel('Электронная почта').fill('нет')
    const save = page.getByRole('button', { name: 'Сохранить' })
    await save.click()
    await expect(page.getByText('нет знака @').first()).toBeVisible()
    await page.getByLabel('Электронная почта').fill('aglaya@example.ru')
    await context.setOffline(true)
    await page.clock.install()
    await save.click()
    await expect(page.getByText('Не удалось отправить')).toBeVisible()
    await settled(page)
    await page.clock.runFor(20_000)
    await expect(page.getByText('Не удалось отправить')).toBeVisible()
    await context.setOffline(false)
    await expect(name).toHaveValue('Аглая')
    await expect(page.getByLabel('Электронная почта')).toHaveValue('aglaya@example.ru')
    await save.click()
    await expect(page.getByText('Сохранили')).toBeVisible()
    await expect(name).toHaveValue('Аглая')
  })

  test('resets the button of a coupon with a message, and a second press activates the coupon', async ({
    page,
    walk,
  }) => {
    await walk('Купоны')
    await settled(page)
    const activate = page.getByRole('button', { name: /^Активировать: / }).first()
    const name = (await activate.getAttribute('aria-label')) ?? ''
    await loseNext(page, 'POST')
    await activate.click()
    await expect(page.getByText('Не удалось отправить')).toBeVisible()
    // Two coupons may have one title.
    await page.getByRole('button', { name, exact: true }).first().click()
    await expect(page.getByText('Купон активирован').first()).toBeVisible()
  })

  test('still shows a saved consent when the revalidation after the save is lost', async ({
    page,
    phone,
    sandbox,
    walk,
  }) => {
    await walk('Профиль', /^Уведомления/)
    await settled(page)
    const isGiven = () => sandbox.server.sandbox.state.user(phone).permissions.calls
    const before = isGiven()
    const consent = page.getByRole('checkbox', { name: 'Звонки' })
    await loseNext(page, 'GET')
    await consent.click()
    await expect(page.getByText('Не удалось обновить')).toBeVisible()
    await expect(page.getByText(before ? 'Выключено' : 'Включено', { exact: true })).toBeVisible()
    await expect(consent).toBeChecked({ checked: !before })
    expect(isGiven()).toBe(!before)
    await page.getByRole('button', { name: 'Обновить страницу' }).click()
    await expect(consent).toBeChecked({ checked: !before })
  })

  test('keeps the loaded products of a category, and a second press loads more', async ({
    page,
    walk,
  }) => {
    await walk(/^Каталог/, /^Молочные продукты/)
    await settled(page)
    const entries = page.locator('[data-product]')
    const before = await entries.count()
    const more = page.getByRole('link', { name: /^Показать ещё/ })
    await loseNext(page, 'GET')
    await more.click()
    await expect(page.getByText('Не удалось загрузить')).toBeVisible()
    expect(await entries.count()).toBe(before)
    await more.click()
    await expect.poll(() => entries.count()).toBeGreaterThan(before)
  })
})

test('a refresh cancelled by a form is not reported as failed @js', async ({ page, enter }) => {
  await enter('Профиль', /^Имя и почта/)
  await settled(page)
  const asked: string[] = []
  // Never gets a response.
  await page.route('**/profile/edit.data', (route) => {
    const method = route.request().method()
    asked.push(method)
    return method === 'GET' ? undefined : route.fallback()
  })
  await page.getByRole('button', { name: 'Обновить страницу' }).click()
  await expect.poll(() => asked).toEqual(['GET'])
  await page.getByLabel('Электронная почта').fill('нет')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('нет знака @').first()).toBeVisible()
  await drawFrames(page)
  expect(await page.getByText('Не удалось обновить').count()).toBe(0)
  expect(asked).toEqual(['GET', 'POST'])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
