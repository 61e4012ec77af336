import type { Page } from '@playwright/test'

import {
  drawFrames,
  expect,
  expectGoodScreen,
  holdRequests,
  offerInstallation,
  test,
} from './fixtures'

/** A finger that moves down the screen. */
async function pull(
  page: Page,
  distance: number,
  {
    release = true,
    end = 'touchend',
  }: { release?: boolean; end?: 'touchend' | 'touchcancel' } = {},
) {
  await page.evaluate(
    ([far, lifts, ending]) => {
      const touch = (clientY: number) =>
        new Touch({ identifier: 1, target: document.body, clientX: 100, clientY })
      const send = (type: string, touches: Touch[]) =>
        document.dispatchEvent(
          new TouchEvent(type, { touches, changedTouches: touches, cancelable: true }),
        )
      send('touchstart', [touch(100)])
      for (let y = 20; y <= far; y += 20) send('touchmove', [touch(100 + y)])
      if (lifts) send(ending, [])
    },
    [distance, release, end] as const,
  )
}

interface Point {
  x: number
  y: number
}

/** A touch gesture of the browser, which scrolls unless a script prevents it. */
async function swipe(page: Page, from: Point, by: Point) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [from])
  for (let part = 0.1; part <= 1; part += 0.1) {
    await touch('touchMove', [{ x: from.x + by.x * part, y: from.y + by.y * part }])
    await drawFrames(page)
  }
  await touch('touchEnd', [])
}

test.describe('pages with scripts @js', () => {
  test('scripts load after the first paint', async ({ page, walk }) => {
    await walk('Войти')
    const { paint, scripts } = await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      scripts: performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\.js(\?|$)/.test(name))
        .map(({ startTime }) => startTime),
    }))
    expect(scripts.length).toBeGreaterThan(3)
    expect(Math.min(...scripts)).toBeGreaterThanOrEqual(paint ?? Infinity)
  })

  test('icons are one file, loaded once for all screens', async ({ page, enter }) => {
    const files: string[] = []
    page.on('request', (request) => {
      if (/\/assets\/icons-|\/svg\/icons\//.test(request.url())) files.push(request.url())
    })
    const drawn = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main use, nav use')]
          // A phone hides the sections that a desktop has beside the page.
          .filter((use) => use.closest('svg')!.getClientRects().length > 0)
          .every((use) => {
            const { width, height } = use.getBoundingClientRect()
            return width > 0 && height > 0
          }),
      )
    await enter('Профиль')
    await expect.poll(drawn).toBe(true)
    const atFirst = files.length
    await page.getByRole('link', { name: 'Купоны' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Купоны')
    await expect.poll(drawn).toBe(true)
    expect(new Set(files).size).toBe(1)
    expect(files.length).toBe(atFirst)
  })

  test('a link opens the next screen without a new document', async ({ page, context, enter }) => {
    await enter('Профиль')
    const isSameDocument = () => page.evaluate(() => 'mark' in window)
    await page.evaluate(() => Object.assign(window, { mark: true }))
    const link = page.getByRole('link', { name: 'Имя и почта' })
    const arrive = await holdRequests(page, /\/profile\/edit\.data/)
    await link.click()
    await expect(link).toHaveAttribute('data-pending')
    arrive()
    await expect(page).toHaveURL(/\/profile\/edit$/)
    expect(await isSameDocument()).toBe(true)
    await page.goBack()
    await expect(page).toHaveURL(/\/profile$/)
    expect(await isSameDocument()).toBe(true)
    await expect(page.locator('[data-pending]')).toHaveCount(0)

    const opened = context.waitForEvent('page')
    await link.click({ modifiers: ['ControlOrMeta'] })
    await (await opened).close()
    await expect(page).toHaveURL(/\/profile$/)

    await link.evaluate((anchor: HTMLAnchorElement) => (anchor.target = '_blank'))
    const another = context.waitForEvent('page')
    await link.click()
    await (await another).close()
    await expect(page).toHaveURL(/\/profile$/)
  })

  test('2.25: a new path of the catalogue starts at the top', async ({ page, enter }) => {
    await enter(/^Каталог/)
    const product = page.locator('a[href^="/product/"]').last()
    await product.scrollIntoViewIfNeeded()
    const top = () => page.evaluate(() => scrollY)
    expect(await top()).toBeGreaterThan(0)
    await product.click()
    await expect(page).toHaveURL(/\/product\//)
    await expect(page.getByRole('link', { name: 'Каталог' }).first()).toBeVisible()
    await expect.poll(top).toBe(0)
  })

  test('a touch on a link preloads the files of its screen, not its data', async ({
    page,
    enter,
  }) => {
    await enter('Профиль')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await expect
      .poll(async () => {
        await page.getByRole('link', { name: 'Купоны', exact: true }).dispatchEvent('touchstart')
        return asked.filter((path) => /\/coupons\.screen-[\w-]+\.js$/.test(path)).length
      })
      .toBe(1)
    expect(asked.filter((path) => path.endsWith('.data'))).toEqual([])
  })

  test('4.32, 8.14: a long pull refreshes the screen, a short one does not', async ({
    page,
    sandbox,
    enter,
  }) => {
    const asked = () =>
      sandbox.server.sandbox.calls.filter(({ path }) => path.endsWith('/user/balance')).length
    await enter('Профиль')
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('button', { name: 'Обновить страницу' })).toBeVisible()
    const before = asked()
    await pull(page, 60, { release: false })
    await expect(page.getByText('Потяните, чтобы обновить')).toBeVisible()
    await pull(page, 60)
    await expect(page.getByText('Потяните, чтобы обновить')).toHaveCount(0)
    expect(asked()).toBe(before)

    await pull(page, 200, { release: false })
    await expect(page.getByText('Отпустите, чтобы обновить')).toBeVisible()
    // The system takes the touch, for example for a call.
    await pull(page, 200, { end: 'touchcancel' })
    await expect(page.getByText(/Отпустите, чтобы обновить|Обновляем…/)).toHaveCount(0)
    expect(asked()).toBe(before)

    await pull(page, 200)
    await expect(page.getByText('Обновляем…')).toBeVisible()
    await expect.poll(asked).toBe(before + 1)
    await expect(page.getByText('Обновляем…')).toHaveCount(0)
  })

  test('4.32, 9.7: a pull refreshes above 60 px of 80, and 500 ms after its release to 50 px', async ({
    page,
    sandbox,
    enter,
  }) => {
    await enter('Профиль')
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('button', { name: 'Обновить страницу' })).toBeVisible()
    const indicator = page.locator('[data-phase]')
    const expectAt = async (phase: string, distance: string) => {
      await expect(indicator).toHaveAttribute('data-phase', phase)
      await expect(indicator).toHaveCSS('--distance', distance)
    }
    await pull(page, 100, { release: false })
    await expectAt('pulling', '53px')
    await pull(page, 120, { release: false })
    await expectAt('releasing', '64px')
    await pull(page, 300, { release: false })
    await expectAt('releasing', '80px')
    sandbox.server.sandbox.calls.length = 0
    const now = Date.now()
    await page.clock.install({ time: now })
    await page.clock.pauseAt(now + 60_000)
    await pull(page, 100)
    await expectAt('pending', '0px')
    await page.clock.runFor(1000)
    expect(sandbox.server.sandbox.calls).toEqual([])
    await pull(page, 120)
    await expectAt('refreshing', '50px')
    await page.clock.runFor(499)
    await expectAt('refreshing', '50px')
    expect(sandbox.server.sandbox.calls).toEqual([])
    await page.clock.runFor(1)
    await expectAt('pending', '0px')
    await expect.poll(() => sandbox.server.sandbox.calls.length).toBeGreaterThan(0)
  })

  test('a second finger cancels a pull, and a zoomed page starts none', async ({ page, enter }) => {
    await enter('Профиль')
    await expect(page.getByRole('button', { name: 'Обновить страницу' })).toBeVisible()
    await pull(page, 60, { release: false })
    await expect(page.getByText('Потяните, чтобы обновить')).toBeVisible()
    await page.evaluate(() => {
      const touches = [1, 2].map(
        (identifier) =>
          new Touch({ identifier, target: document.body, clientX: 100 * identifier, clientY: 160 }),
      )
      const send = (type: string, left: Touch[]) =>
        document.dispatchEvent(new TouchEvent(type, { touches: left, changedTouches: touches }))
      send('touchstart', touches)
      send('touchmove', touches)
      send('touchend', [])
    })
    await expect(page.getByText('Потяните, чтобы обновить')).toHaveCount(0)
    await pull(page, 60, { release: false })
    await expect(page.getByText('Потяните, чтобы обновить')).toBeVisible()
    await pull(page, 60)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 })
    await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(2)
    await pull(page, 60, { release: false })
    await expect(page.getByText('Потяните, чтобы обновить')).toHaveCount(0)
  })

  test('swiping over chips or a text field scrolls them instead of refreshing the page', async ({
    page,
    walk,
    enter,
  }) => {
    await enter(/^Каталог/)
    await page.getByRole('button', { name: 'Оставить этот' }).click()
    await expect(page.getByRole('button', { name: 'Оставить этот' })).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    const strip = page.getByRole('navigation', { name: 'Категории' })
    const scrolled = () => strip.evaluate(({ scrollLeft }) => scrollLeft)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    const chips = (await strip.boundingBox())!
    await swipe(page, { x: 300, y: chips.y + chips.height / 2 }, { x: -180, y: 30 })
    await expect.poll(scrolled).toBeGreaterThan(0)

    await page.locator('main [data-product]').first().click()
    await walk(/отзыв/i)
    const text = page.getByRole('textbox', { name: 'Отзыв', exact: true })
    const scrolledText = () => text.evaluate(({ scrollTop }) => scrollTop)
    await text.fill('Строка за строкой.\n'.repeat(30))
    await text.evaluate((element) => element.scrollTo({ top: 10_000, behavior: 'instant' }))
    // Only a page at its top can be pulled; in a high window this field is visible there.
    await page.setViewportSize({ width: 390, height: 5000 })
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect(text).toBeInViewport({ ratio: 1 })
    const end = await scrolledText()
    const field = (await text.boundingBox())!
    await swipe(page, { x: field.x + 100, y: field.y + 10 }, { x: 0, y: 60 })
    await expect.poll(scrolledText).toBeLessThan(end)
  })

  test('9.6: the success message of a form closes after 5 s, but not under the mouse pointer', async ({
    page,
    signIn,
    walk,
  }) => {
    await signIn()
    await page.clock.install()
    await walk('Профиль', /^Имя и почта/)
    await page.waitForLoadState('networkidle')
    await page.getByLabel('Имя').fill('Алёна')
    await page.getByRole('button', { name: 'Сохранить' }).click()
    const toast = page.getByRole('status').getByText('Сохранили')
    await expect(toast).toBeVisible()
    await toast.hover()
    await page.clock.runFor(20_000)
    await expect(toast).toBeVisible()
    await page.mouse.move(1, 1)
    await page.clock.runFor(4_500)
    await expect(toast).toBeVisible()
    await page.clock.runFor(1_000)
    await expect(toast).toHaveCount(0)
  })

  test('a page from the back/forward cache keeps a typed text for its shopper, and is loaded again for another', async ({
    page,
    context,
    enter,
  }) => {
    await enter('Профиль', /^Имя и почта/)
    await page.waitForLoadState('networkidle')
    await page.getByLabel('Имя').fill('Алёна')
    const restore = () =>
      page.evaluate(() =>
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
      )
    const refreshed = page.waitForResponse((response) => response.url().includes('edit.data'))
    await restore()
    await refreshed
    await page.waitForLoadState('networkidle')
    await expect(page.getByLabel('Имя')).toHaveValue('Алёна')
    // Without its cookies the browser belongs to another visitor.
    await context.clearCookies()
    const reloaded = page.waitForEvent('load')
    await restore()
    await reloaded
    await expect(page).toHaveURL(/\/login/)
  })

  test('a page that the browser reports as restored after each load is reloaded only once', async ({
    page,
    enter,
  }) => {
    await enter('Профиль')
    // Nothing tells the page that it belongs to the same visitor.
    await page.route('**/*_routes=root*', (route) => route.fulfill({ body: '' }))
    const loads: string[] = []
    page.on('load', () => loads.push(page.url()))
    const refreshed = page.waitForRequest(
      (request) =>
        request.url().includes('.data') &&
        !request.url().includes('_routes=root') &&
        loads.length === 1,
    )
    await page.addInitScript(() => {
      // Some iPhones report every page as restored; the listener exists after hydration.
      const tell = () => {
        if (!('__remixRouter' in window)) return setTimeout(tell, 20)
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      }
      tell()
    })
    await page.evaluate(() =>
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    )
    await refreshed
    await page.waitForLoadState('networkidle')
    expect(loads).toHaveLength(1)
  })

  test('4.33, 4.35: the banner offers the installation, and stays hidden after a dismissed prompt', async ({
    page,
    context,
    app,
    signIn,
    walk,
  }) => {
    await context.addCookies([{ name: 'v1_consent', value: 'refused', url: app.origin }])
    await signIn()
    const banner = page.getByRole('region', { name: 'Установка приложения' })
    await walk('Профиль')
    await offerInstallation(page, 'accepted')
    await expect(banner).toBeVisible()
    await walk('Профиль', /^Имя и почта/)
    await expect(banner).toHaveCount(0)
    await walk('Профиль')
    await banner.getByRole('button', { name: 'Установить' }).click()
    await expect(banner.getByText('Устанавливаем…')).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
    await expect(banner).toHaveCount(0)

    await page.reload()
    await offerInstallation(page, 'dismissed')
    const reloaded = page.waitForEvent('load')
    await banner.getByRole('button', { name: 'Установить' }).click()
    await reloaded
    await page.waitForLoadState('networkidle')
    await offerInstallation(page, 'dismissed')
    await expect(banner).toHaveCount(0)
  })

  test.describe('after a deploy', () => {
    test.use({ allowedStatuses: [0, 404] })

    test('a screen with a script file that is a 404 is loaded as a document', async ({
      page,
      enter,
    }) => {
      await enter('Профиль')
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => sessionStorage.clear())
      await page.route(/\/assets\/edit\.screen-[\w-]+\.js/, (route) =>
        route.fulfill({ status: 404 }),
      )
      await page.getByRole('link', { name: /Имя и почта/ }).click()
      await expect(page).toHaveURL('/profile/edit')
      await expect(page.locator('h1')).toHaveText('Имя и почта')
      expect(await page.evaluate(() => sessionStorage.getItem('v1_reloaded_at'))).not.toBeNull()
    })
  })
})

test.describe('an unsupported browser @js', () => {
  test.use({ isScripted: false })

  for (const name of ['randomUUID', 'TextEncoderStream'])
    test(`gets working pages and loads no script without ${name}`, async ({
      page,
      walk,
      enter,
    }) => {
      await page.addInitScript((missing) => {
        for (const owner of [Crypto.prototype, window]) Reflect.deleteProperty(owner, missing)
      }, name)
      const scripts: string[] = []
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(request.url())
      })
      await enter('Карта')
      await expect(page.getByRole('img', { name: 'QR-код карты для кассы' })).toBeVisible()
      await walk('Купоны')
      await page
        .getByRole('button', { name: /^Активировать: / })
        .first()
        .click()
      await expect(page.getByText('Купон активирован').first()).toBeVisible()
      expect(scripts).toEqual([])
    })

  for (const [screen, links] of [
    ['the card', ['Карта']],
    ['the card for the till', ['Карта', 'Показать на кассе']],
  ] as const)
    test(`has a fresh code after five minutes on ${screen}`, async ({ page, enter }) => {
      await page.clock.install()
      await page.addInitScript(() => {
        for (const owner of [Crypto.prototype, window]) Reflect.deleteProperty(owner, 'randomUUID')
      })
      await enter(...links)
      const reloaded = page.waitForEvent('load')
      await page.clock.runFor(300_000)
      await reloaded
      await expect(page.getByRole('img', { name: 'QR-код карты для кассы' })).toBeVisible()
    })
})

test.describe('without a network @js', () => {
  test.use({ allowedStatuses: [0] })

  test('a screen that cannot be loaded shows a styled message', async ({
    page,
    context,
    enter,
  }) => {
    await enter('Купоны')
    await page.waitForLoadState('networkidle')
    // Pretends that the page was just reloaded, so that it is not reloaded again.
    await page.evaluate(() => sessionStorage.setItem('v1_reloaded_at', String(Date.now())))
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Профиль' }).click()
    await expect(page.getByRole('heading', { name: 'Нет связи' })).toBeVisible()
    await expect(page.locator('body')).toHaveCSS('font-family', /Manrope/)
    await expectGoodScreen(page, /Нет связи/)
    await context.setOffline(false)
  })
})
