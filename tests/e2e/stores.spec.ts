import { startApp } from '../support/app-process'
import { stores } from '../../sandbox/data/stores'
import { expect, expectGoodScreen, phoneUserAgent, test } from './fixtures'

// Bots are not shown the error page, and a headless browser says that it is one.
test.use({ allowedStatuses: [404], userAgent: phoneUserAgent })

test.beforeEach(async ({ phone, signIn }) => signIn(phone))

test('the catalogue asks for the store once, and another one is a step away', async ({ page }) => {
  const other = stores.find(({ address, isActive }) => isActive && address.includes('Баумана'))!
  await page.goto('/catalog?sort=cheap')
  await expect(page.getByText(/^Показываем цены магазина/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Показываем цены магазина/)).toHaveCount(0)
  await page.getByRole('link', { name: 'Изменить магазин' }).click()
  await expect(page.getByRole('heading', { name: 'Магазины' })).toBeVisible()
  await expectGoodScreen(page, 'Магазины — Апрель')

  await page.getByRole('searchbox', { name: 'Город, улица или название' }).fill('казань баумана')
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page).toHaveURL(/q=/)
  await page.getByRole('button', { name: new RegExp(`^Выбрать: .*${other.address}`) }).click()
  await expect(page).toHaveURL('/catalog?sort=cheap')
  await expect(page.getByText('Магазин выбран')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Магазин выбран')).toHaveCount(0)
  await expect(page.getByText(other.address)).toBeVisible()
})

test('prices are those of the chosen store', async ({ page, app }) => {
  const priceAt = async (code: string) => {
    await page.context().addCookies([{ name: 'v1_store', value: code, url: app.origin }])
    await page.goto('/product/0001000019')
    return page
      .getByText(/\u2009₽$/)
      .first()
      .textContent()
  }
  const codes = stores.filter(({ isActive }) => isActive).slice(0, 4)
  const prices: (string | null)[] = []
  for (const { externalId } of codes) prices.push(await priceAt(externalId.storeCode))
  expect(new Set(prices).size).toBeGreaterThan(1)
})

test('a store that cannot be restored is replaced and reported, and the choice kept', async ({
  page,
  app,
}) => {
  await page.context().addCookies([{ name: 'v1_store', value: '999999', url: app.origin }])
  await page.goto('/catalog')
  await expect(page.getByText('Ваш магазин пока недоступен')).toBeVisible()
  await expect(page.locator('[data-good]').first()).toBeVisible()
  expect(app.log()).toContain('the chosen store could not be restored')
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'v1_store')?.value).toBe('999999')
})

test('stores are narrowed by kind and by «open now»', async ({ page, isScripted }) => {
  await page.goto('/stores')
  await expect(page.getByText(/Найдено 72 магазина/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Вид магазина' }).selectOption('Гипермаркет')
  if (!isScripted) await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page).toHaveURL(/type=STORE_TYPE_GM/)
  await expect(page.getByText(/Найдено 6 магазинов/)).toBeVisible()

  await page.getByRole('checkbox', { name: 'Открыто сейчас' }).check()
  if (!isScripted) await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page).toHaveURL(/open=1/)
  await expect(page.getByText(/Закрыто|Нет данных о часах/)).toHaveCount(0)
  await expectGoodScreen(page, 'Магазины — Апрель')

  await page.goto('/stores?q=нет+такой+улицы')
  await expect(page.getByText('Магазинов не нашлось')).toBeVisible()
  await expectGoodScreen(page, 'Магазины — Апрель')
})

test('the list goes on by pages, and broken addresses are the plain list', async ({ page }) => {
  await page.goto('/stores?type=castle&lat=north&page=x')
  await expect(page.getByRole('list').getByRole('listitem').first()).toBeVisible()
  await page.getByRole('link', { name: 'Следующие магазины' }).click()
  await expect(page.getByText('Страница 2 из 3')).toBeVisible()
})

test('a store tells its hours, its ways and how to get there', async ({ page }) => {
  await page.goto('/stores/500768')
  await expect(page.getByRole('rowheader', { name: 'Понедельник' }).first()).toBeVisible()
  await expect(page.getByText(/^(Открыто до|Закрыто, откроется)/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Яндекс Карты' })).toHaveAttribute(
    'href',
    /^https:\/\/yandex\.ru\/maps\/\?rtext=~55\./,
  )
  await expect(page.getByRole('button', { name: 'Показать на карте' })).toHaveCount(0)
  await expectGoodScreen(page, /^Апрель «.+» — Апрель$/)
  expect((await page.goto('/stores/000000'))?.status()).toBe(404)
  expect((await page.goto('/stores/..%2Fx'))?.status()).toBe(404)
})

test('a store out of service cannot be chosen', async ({ page, app }) => {
  const closed = stores.find(({ isActive }) => !isActive)!
  await page.goto(`/stores/${closed.externalId.storeCode}`)
  await expect(page.getByText('Временно не работает')).toBeVisible()
  await expect(page.getByRole('button', { name: /Выбрать/ })).toHaveCount(0)
  const answer = await page.request.post('/stores/choose', {
    headers: { Origin: app.origin },
    form: { storeCode: closed.externalId.storeCode, returnTo: 'https://evil.example/' },
    maxRedirects: 0,
  })
  expect(answer.headers().location).toBe('/stores')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('v1_store')
})

test('choosing never leads off this site', async ({ page, app }) => {
  const answer = await page.request.post('/stores/choose', {
    headers: { Origin: app.origin },
    form: { storeCode: '500768', returnTo: '//evil.example' },
    maxRedirects: 0,
  })
  expect(answer.headers().location).toBe('/stores')
})

test('a failing search of stores leaves the screen', async ({ page, sandbox }) => {
  sandbox.server.sandbox.faults.add({
    endpoint: 'POST /v1/stores-facade/search/detail',
    mode: 'html',
  })
  await page.goto('/stores?q=единственный+запрос')
  await expect(page.getByText('Не удалось загрузить магазины')).toBeVisible()
  await expect(page.getByText('Ваш магазин')).toBeVisible()
  await expectGoodScreen(page, 'Магазины — Апрель')
})

test('the nearest come first once the shopper asks @js', async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 45.0355123, longitude: 38.9753456 })
  await page.goto('/stores')
  await page.getByRole('button', { name: 'Рядом со мной' }).click()
  await expect(page).toHaveURL(/lat=45\.036&lon=38\.975/)
  await expect(page.getByText(/\d (м|км)$/).first()).toBeVisible()
  await expect(page.getByText('г. Краснодар').first()).toBeVisible()
  await expectGoodScreen(page, 'Магазины — Апрель')
})

test('a shopper who does not tell their place is told so @js', async ({ page }) => {
  await page.goto('/stores')
  await page.getByRole('button', { name: 'Рядом со мной' }).click()
  await expect(page.getByText('Место узнать не получилось')).toBeVisible()
})

test('a map is loaded when it is asked for and works by keyboard @js', async ({
  page,
  sandboxServer,
}) => {
  const tile = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page.route('https://a.tiles.example/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: tile }),
  )
  const app = await startApp(sandboxServer.url, {
    MAP_TILES_URL: 'https://a.tiles.example/{z}/{x}/{y}.png',
    MAP_ATTRIBUTION: '© Карты',
  })
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto(`${app.origin}/stores?q=казань`)
    const button = page.getByRole('button', { name: 'Показать на карте' })
    await expect(button).toBeVisible()
    expect(scripts.filter((url) => url.includes('tiles.example'))).toEqual([])
    await button.focus()
    await page.keyboard.press('Enter')
    const map = page.getByRole('region', { name: 'Карта магазинов' })
    await expect(map.getByText('© Карты')).toBeVisible()
    await expect(map.locator('.leaflet-marker-icon').first()).toBeVisible()
    await expectGoodScreen(page, 'Магазины — Апрель')
    const marks = map.getByRole('button', { name: /магазинов рядом|«/ })
    for (let depth = 0; depth < 8; depth += 1) {
      const point = map.getByRole('button', { name: /«/ }).first()
      if (await point.isVisible()) break
      await marks.first().press('Enter')
    }
    await map.getByRole('button', { name: /«/ }).first().press('Enter')
    await map.getByRole('link', { name: /«/ }).click()
    await expect(page).toHaveURL(/\/stores\/\w+$/)
    await page.waitForLoadState('networkidle')
  } finally {
    await app.stop()
  }
})

test('without a map, without tiles: the list is all @js', async ({ page }) => {
  await page.goto('/stores')
  await expect(page.getByRole('button', { name: 'Рядом со мной' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Показать на карте' })).toHaveCount(0)
})
