import { expect, expectGoodScreen, test } from './fixtures'

const qr = 'QR-код карты для кассы'

test('the card shows the code, its time, the number, a barcode and the linked cards', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(phone)
  await page.goto('/qr')
  await expect(page.getByRole('img', { name: qr })).toBeVisible()
  await expect(page.getByText(/^Код получен в \d\d:\d\d/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Штрихкод карты' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Привязанные карты' })).toBeVisible()
  await expectGoodScreen(page, 'Карта — Апрель')
})

test('a shopper without a card gets a virtual one, created once', async ({
  page,
  sandbox,
  signIn,
}) => {
  sandbox.server.sandbox.reset()
  await signIn('79000000005')
  await page.goto('/qr')
  await expect(page.getByRole('img', { name: qr })).toBeVisible()
  await page.goto('/today')
  await expect(page.getByRole('img', { name: qr })).toBeVisible()
  const created = sandbox.server.sandbox.calls.filter(({ path }) => path.endsWith('/virtual-card'))
  expect(created).toHaveLength(1)
})

test('at the till the card is white and alone, and there is a way back', async ({
  page,
  phone,
  signIn,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(phone)
  await page.goto('/qr')
  await page.getByRole('link', { name: 'Показать на кассе' }).click()
  await expect(page).toHaveURL('/qr/till')
  await expect(page.getByRole('img', { name: qr })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('main')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expectGoodScreen(page, 'Карта на кассе — Апрель')
  await page.getByRole('link', { name: 'Обычный вид' }).click()
  await expect(page).toHaveURL('/qr')
})

test('in the dark the code is dark on white all the same', async ({ page, phone, signIn }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(phone)
  await page.goto('/qr')
  const paths = page.getByRole('img', { name: qr }).locator('path')
  await expect(paths.first()).toHaveCSS('fill', 'rgb(255, 255, 255)')
  await expect(paths.last()).toHaveCSS('fill', 'rgb(0, 0, 0)')
  await expectGoodScreen(page, 'Карта — Апрель')
})

test('a balance that cannot be told is the last known one @js', async ({
  page,
  phone,
  sandbox,
  signIn,
}) => {
  await signIn(phone)
  await page.goto('/today')
  const stars = await page
    .getByText(/^[\d\s]+ зв(езда|езды|ёзд)$/)
    .first()
    .textContent()
  sandbox.fail(phone, { endpoint: 'GET /v3/user/balance', mode: 'status', status: 500 })
  for (const path of ['/today', '/qr']) {
    await page.goto(path)
    await expect(page.getByText(/^Так было в \d\d:\d\d$/)).toBeVisible()
    await expect(page.getByText(stars ?? '—')).toHaveCount(1)
  }
})

test('what a gateway cannot tell costs one block', async ({ page, phone, sandbox, signIn }) => {
  await signIn(phone)
  sandbox.fail(phone, { endpoint: 'GET /v3/user/balance', mode: 'status', status: 500 })
  sandbox.fail(phone, { endpoint: 'GET /v3/user/cards', mode: 'wrong-types' })
  await page.goto('/qr')
  await expect(page.getByRole('img', { name: qr })).toBeVisible()
  await expect(page.getByText('Баланс пока не загрузился')).toBeVisible()
  await expect(page.getByText('Не удалось загрузить')).toBeVisible()
  await expectGoodScreen(page, 'Карта — Апрель')

  sandbox.server.sandbox.faults.clear()
  await page.getByRole('link', { name: 'Повторить' }).click()
  await expect(page.getByText('Не удалось загрузить')).toHaveCount(0)
})

test('without its code the card still opens', async ({ page, phone, sandbox, signIn }) => {
  await signIn(phone)
  sandbox.fail(phone, { endpoint: 'GET /v1/user/totp', mode: 'status', status: 500 })
  await page.goto('/qr')
  await expect(page.getByText('Код не загрузился')).toBeVisible()
  await expectGoodScreen(page, 'Карта — Апрель')
  await page.goto('/qr/till')
  await expect(page.getByText('Код не загрузился')).toBeVisible()
})

test('a call that hangs holds the main screen up for no more than its block', async ({
  page,
  phone,
  sandbox,
  signIn,
}) => {
  await signIn(phone)
  await page.goto('/today')
  sandbox.fail(phone, { endpoint: 'GET /v3/user/balance', mode: 'hang' })
  const response = await page.goto('/today')
  expect(response?.status()).toBe(200)
  // Waiting for the call to its end would take five seconds.
  expect(response?.request().timing().responseStart).toBeLessThan(3000)
  await expect(page.getByRole('img', { name: qr })).toBeVisible()
})

test('without a script the page loads itself again after 300 seconds', async ({
  page,
  phone,
  signIn,
  isScripted,
}) => {
  await signIn(phone)
  await page.goto('/qr')
  const refresh = page.locator('noscript meta[http-equiv=refresh], head > meta[http-equiv=refresh]')
  if (!isScripted) await expect(refresh).toHaveAttribute('content', '300')
  await page.getByRole('link', { name: 'Обновить код' }).click()
  await expect(page.getByRole('img', { name: qr })).toBeVisible()
})

test.describe('with a script @js', () => {
  test.use({ allowedStatuses: [0] })

  test('the code is fetched again every 300 seconds, and on return', async ({
    page,
    phone,
    sandbox,
    signIn,
  }) => {
    const asked = () =>
      sandbox.server.sandbox.calls.filter(({ path }) => path.endsWith('/totp')).length
    await signIn(phone)
    await page.clock.install()
    await page.goto('/qr')
    await page.waitForLoadState('networkidle')
    const before = asked()
    await page.clock.runFor(299_000)
    expect(asked()).toBe(before)
    await page.clock.runFor(1_500)
    await expect.poll(asked).toBe(before + 1)
    await page.clock.runFor(300_000)
    await expect.poll(asked).toBe(before + 2)
  })

  test('a lost network leaves the last code and says so; its return brings a new one', async ({
    page,
    phone,
    context,
    signIn,
  }) => {
    await signIn(phone)
    await page.clock.install()
    await page.goto('/qr')
    await page.waitForLoadState('networkidle')
    await page.route('**/qr/code', (route) => route.abort())
    await page.clock.runFor(300_500)
    await expect(page.getByText('Обновить код не получилось')).toBeVisible()
    await expect(page.getByRole('img', { name: qr })).toBeVisible()
    await page.unroute('**/qr/code')
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByText('Обновить код не получилось')).toHaveCount(0)
  })

  test('the number is copied, and says so for a moment', async ({
    page,
    phone,
    context,
    signIn,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(phone)
    await page.goto('/qr')
    await page.getByRole('button', { name: 'Скопировать номер' }).click()
    await expect(page.getByRole('button', { name: 'Скопировано' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d{16}$/)
    await expect(page.getByRole('button', { name: 'Скопировать номер' })).toBeVisible()
  })

  test('a navigation takes the focus to the new heading', async ({ page, phone, signIn }) => {
    await signIn(phone)
    await page.goto('/today')
    await page.getByRole('link', { name: 'Профиль' }).click()
    await expect(page.locator('h1')).toBeFocused()
  })
})
