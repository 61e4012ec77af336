import type { Page } from '@playwright/test'

import { expect, offerInstallation, test } from './fixtures'

/** How in-app browsers fail: a function is missing, throws, rejects or never settles. */
const failures = ['missing', 'throws', 'rejects', 'hangs'] as const

/** Makes a browser feature fail, with a controlled clock. */
async function spoil(page: Page, owner: string, name: string, failure: (typeof failures)[number]) {
  await page.clock.install()
  await page.addInitScript(
    ([owner, name, failure]) => {
      const answers: Record<string, (() => unknown) | undefined> = {
        missing: undefined,
        throws: () => {
          throw new TypeError('not here')
        },
        rejects: () => Promise.reject(new DOMException('not here', 'NotAllowedError')),
        hangs: () => new Promise(() => undefined),
      }
      const value = answers[failure!]
      const target = owner === 'window' ? window : navigator
      Object.defineProperty(target, name!, {
        configurable: true,
        value: owner === 'window' || owner === 'navigator' ? value : value && { [owner!]: value },
      })
    },
    [owner, name, failure] as string[],
  )
}

const selection = (page: Page) => page.evaluate(() => String(getSelection()))

test.beforeEach(async ({ signIn }) => signIn())

test.describe('a browser whose features fail silently @js', () => {
  test('a failing clipboard: shows a message and selects the number', async ({ page, walk }) => {
    await spoil(page, 'writeText', 'clipboard', 'rejects')
    await walk('Карта')
    await page.getByRole('button', { name: 'Скопировать номер' }).click()
    await expect(page.getByText('Номер выделен — скопируйте его сами')).toBeVisible()
    expect(await selection(page)).toMatch(/^(\d{4} ?){4}$/)
  })

  for (const failure of failures) {
    test(`the share sheet ${failure}: copies or shows the address`, async ({ page, walk }) => {
      await spoil(page, 'navigator', 'share', failure)
      await spoil(page, 'writeText', 'clipboard', failure)
      await walk(/^Каталог/, /^Молочные продукты/)
      await page.locator('a[href^="/product/"]').first().click()
      const button = page.getByRole('button', { name: /Поделиться|Скопировать ссылку/ })
      await button.click()
      await page.clock.runFor(3000)
      await expect(page.getByText('скопируйте адрес — он выделен')).toBeVisible()
      expect(await selection(page)).toBe(page.url().replace(/[?#].*/, ''))
    })

    // A function without a promise cannot reject.
    if (failure === 'rejects') continue

    test(`geolocation ${failure}: shows a message with a retry`, async ({ page, walk }) => {
      await spoil(page, 'getCurrentPosition', 'geolocation', failure)
      await walk(/^Магазины/)
      const button = page.getByRole('button', { name: 'Рядом со мной' })
      await button.click()
      if (failure === 'hangs') {
        await expect(page.getByRole('button', { name: 'Ищем…' })).toBeVisible()
        await page.clock.runFor(3000)
        await expect(page.getByText('Магазин можно найти и по адресу')).toBeVisible()
      }
      await page.clock.runFor(15_000)
      await expect(page.getByText('Место узнать не удалось')).toBeVisible()
      await expect(button).toBeEnabled()
    })

    test(`printing ${failure}: shows where to print`, async ({ page, walk }) => {
      await spoil(page, 'window', 'print', failure)
      await walk('Карта', 'Карта на бумаге и в кошельке', 'Карта для печати')
      await page.getByRole('button', { name: 'Распечатать' }).click()
      await page.clock.runFor(1000)
      await expect(page.getByText('Печать не открылась')).toBeVisible()
    })
  }

  /** With the clipboard, consent to analytics and a clock that the test moves. */
  async function allowSharing(page: Page, url: string) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.context().addCookies([{ name: 'v1_consent', value: 'accepted', url }])
    await page.clock.install()
  }

  test('2.50: a closed share sheet shows no message and copies nothing', async ({
    page,
    app,
    walk,
  }) => {
    await allowSharing(page, app.origin)
    await page.addInitScript(() => {
      Object.assign(navigator, {
        share: ({ title, url }: ShareData) =>
          new Promise((_, reject) => {
            document.title = `${title} ${url}`
            window.addEventListener('closed', () => reject(new DOMException('', 'AbortError')))
          }),
      })
    })
    await walk(/^Каталог/, /^Молочные продукты/)
    await page.locator('a[href^="/product/"]').first().click()
    const address = page.getByText('скопируйте адрес')
    await page.getByRole('button', { name: 'Поделиться' }).click()
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('v1_events')))
      .toMatch(/Product:Share.*"way":"share"/)
    await page.clock.runFor(3000)
    await expect(address).toBeVisible()
    const name = await page.getByRole('heading', { level: 1 }).textContent()
    await expect(page).toHaveTitle(`${name} ${page.url()}`)
    await page.evaluate(() => window.dispatchEvent(new Event('closed')))
    await expect(address).toHaveCount(0)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('')
  })

  test('2.50, 9.9: without a share sheet the button copies the address, and says so for 1500 ms', async ({
    page,
    app,
    walk,
  }) => {
    await allowSharing(page, app.origin)
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'share')
    })
    await walk(/^Каталог/, /^Молочные продукты/)
    await page.locator('a[href^="/product/"]').first().click()
    await expect(page.getByRole('button', { name: 'Скопировать ссылку' })).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    const copied = page.getByRole('button', { name: 'Ссылка скопирована' })
    // The second copy begins the time anew.
    for (const time of ['first', 'second']) {
      await page.getByRole('button', { name: 'Скопировать ссылку' }).click()
      await expect(copied, time).toBeVisible()
      await expect
        .poll(() => page.evaluate(() => sessionStorage.getItem('v1_events')), {
          message: time,
          timeout: 10_000,
        })
        .toMatch(/^(?!.*"way":"share").*Product:Share.*"way":"copy"/)
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
      await page.evaluate(() => navigator.clipboard.writeText(''))
      await page.clock.runFor(1490)
      await expect(copied).toBeVisible()
      await page.clock.runFor(20)
      await expect(copied).toHaveCount(0)
    }
  })

  test('an install prompt that the browser refuses leads to the instructions', async ({
    page,
    context,
    app,
    walk,
  }) => {
    await context.addCookies([{ name: 'v1_consent', value: 'refused', url: app.origin }])
    await walk('Профиль')
    await offerInstallation(page)
    await page.getByRole('button', { name: 'Установить', exact: true }).click()
    await expect(page.getByText('Браузер не открыл установку')).toBeVisible()
    await page.getByRole('button', { name: 'Как установить' }).click()
    await expect(page).toHaveURL('/install')
  })
})

test.describe('a browser without cookies', () => {
  test.use({ allowedStatuses: [422] })

  test('gets a message before the phone is typed @js', async ({ page, context, walk }) => {
    await context.clearCookies()
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }),
    )
    await walk('Войти')
    await expect(page.getByText('Браузер не сохраняет cookie')).toBeVisible()
  })

  test('gets a message, and no SMS with a code is sent', async ({
    page,
    context,
    sandbox,
    phone,
    walk,
  }) => {
    await context.clearCookies()
    await walk('Войти')
    await page.getByLabel('Номер телефона').fill(phone)
    await context.clearCookies()
    const { calls } = sandbox.server.sandbox
    const asked = () => calls.filter(({ path }) => path.endsWith('/auth/otp')).length
    const before = asked()
    await page.getByRole('button', { name: 'Получить код' }).click()
    await expect(page.getByRole('alert').getByText('Браузер не сохраняет cookie')).toBeVisible()
    expect(asked()).toBe(before)
  })
})
