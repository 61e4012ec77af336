import { expect, expectGoodScreen, test } from './fixtures'

test('the main screen has at most two screens of a phone, with one notice below the card', async ({
  page,
  sandbox,
  signIn,
}) => {
  // Coupons and offers follow from the phone: their titles take one line or two.
  const phone = '79175550002'
  const user = sandbox.server.sandbox.state.user(phone)
  Object.assign(user, { birthDate: null, isEmailConfirmed: false })
  await signIn(phone)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/today')
  await expectGoodScreen(page, 'Главная — Апрель')
  await page.getByRole('button', { name: 'Отказаться' }).click()
  await expect(page.getByRole('button', { name: 'Отказаться' })).toHaveCount(0)
  const coupon = page.locator('#coupons li').first()
  const box = await coupon.boundingBox()
  expect(box!.y + box!.height).toBeLessThan(1.5 * 844)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1700)
  await expect(page.getByText('Участвуете')).toHaveCount(0)
  await expect(page.getByRole('progressbar')).toHaveCount(2)
  // What ends is said once: points below the card, coupons and offers on themselves.
  await expect(page.getByRole('link', { name: /^(?:Сгорит|Закончится)/ })).toHaveCount(1)
  await expect(
    page.getByRole('button', { name: /^Не сейчас|Отправить письмо|Оставить этот/ }),
  ).toHaveCount(1)
})

test.describe('a balance of seven digits', () => {
  test.beforeEach(async ({ page, sandbox, signIn, phone }) => {
    sandbox.server.sandbox.state.user(phone).balance.totalPointBalance = 7_654_321
    await signIn(phone)
    await page.goto('/today')
  })

  test('leaves «Показать на кассе» above the tabs of a small phone, on a first visit too', async ({
    page,
    walk,
  }) => {
    await page.setViewportSize({ width: 375, height: 667 })
    for (const path of ['/today', '/qr']) {
      if (path === '/qr') await walk('Карта')
      const till = await page.getByRole('link', { name: /Показать на.кассе/ }).boundingBox()
      const tabs = await page.getByRole('navigation', { name: 'Основное меню' }).boundingBox()
      expect(till!.y + till!.height).toBeLessThanOrEqual(tabs!.y)
      // The question about cookies waits below.
      if (path === '/today')
        expect((await page.getByText('Можно считать посещения?').boundingBox())!.y).toBeGreaterThan(
          667,
        )
    }
  })

  test.describe('on a desktop', () => {
    test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

    test('stays beside the code and within its panel', async ({ page, walk }) => {
      for (const path of ['/today', '/profile']) {
        if (path === '/profile') await walk('Профиль')
        const figure = page.locator('.plate [aria-hidden=true]', { hasText: '7\u2009654\u2009321' })
        const [own, panel] = [
          await figure.boundingBox(),
          await page.locator('.plate').first().boundingBox(),
        ]
        const code = page.locator('.plate [role=img]')
        const end = path === '/today' ? (await code.boundingBox())!.x : panel!.x + panel!.width
        expect(own!.x + own!.width).toBeLessThan(end)
      }
    })
  })
})

for (const width of [1120, 1280, 1920])
  test(`the two columns of the main screen differ by less than 20 % in height at ${width} px`, async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/today')
    const columns = await page
      .locator('#coupons, #receipts')
      .evaluateAll((blocks) =>
        blocks.map((block) => block.parentElement!.getBoundingClientRect().height),
      )
    expect(columns).toHaveLength(2)
    for (const coupon of await page.locator('#coupons li').all())
      expect((await coupon.boundingBox())!.height).toBeLessThanOrEqual(104)
    expect(Math.min(...columns) / Math.max(...columns)).toBeGreaterThan(0.8)
  })

test('the main screen of a shopper with very much data is accessible, and shows the code without scrolling', async ({
  page,
  signIn,
}) => {
  await signIn('79000000007')
  await page.goto('/today')
  await expectGoodScreen(page, 'Главная — Апрель')
  const balance = page.getByText(/^\d[\d\u2009]{9,}$/).first()
  expect((await balance.boundingBox())!.height).toBeLessThan(30)
  // With any name the till's code is visible without scrolling.
  await expect(page.getByRole('img', { name: 'QR-код карты для кассы' })).toBeInViewport({
    ratio: 1,
  })
})

test.describe('the onboarding screens', () => {
  test('are shown after the first sign-in of a browser, and not after the second', async ({
    page,
    phone,
    context,
    sandbox,
    walk,
  }) => {
    await context.clearCookies()
    const signInByHand = async () => {
      await walk('Войти')
      await page.getByLabel('Номер телефона').fill(phone)
      await page.getByRole('button', { name: 'Получить код' }).click()
      await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
      await page.getByLabel('Пять цифр из сообщения').pressSequentially(sandbox.code(phone))
    }
    await signInByHand()
    await expect(page).toHaveURL('/onboarding/1')
    await expectGoodScreen(page, 'Знакомство — Апрель')
    await page.getByRole('link', { name: 'Дальше' }).click()
    await expect(page).toHaveURL('/onboarding/2')
    await page.getByRole('link', { name: 'Дальше' }).click()
    await expect(page.getByText('Шаг 3 из 3')).toBeVisible()
    await expectGoodScreen(page, 'Знакомство — Апрель')
    await page.getByRole('link', { name: 'Начать' }).click()
    await expect(page).toHaveURL('/today')

    await walk('Профиль')
    await page.getByRole('button', { name: 'Выйти' }).click()
    await expect(page).toHaveURL('/')
    await signInByHand()
    await expect(page).toHaveURL('/today')
  })
})
