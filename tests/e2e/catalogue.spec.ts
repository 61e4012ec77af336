import { wares } from '../../sandbox/data/goods'
import { stores } from '../../sandbox/data/stores'
import { expect, expectGoodScreen, phoneUserAgent, test } from './fixtures'

// Bots are not shown the error page, and a headless browser says that it is one.
test.use({ allowedStatuses: [404, 422], userAgent: phoneUserAgent })

test.beforeEach(async ({ phone, signIn }) => signIn(phone))

const THIN = '\u2009'
let nextStore = 0

/** A store that no other test of this run reads: what is kept for it is this test's alone. */
function ownStore(): string {
  nextStore += 1
  const usable = stores.filter(({ isActive }) => isActive)
  return usable[usable.length - nextStore]!.externalId.storeCode
}

test('a shopper goes from the main screen through a category to a product', async ({ page }) => {
  await page.goto('/today')
  await page.getByRole('link', { name: /^Каталог/ }).click()
  await expect(page).toHaveURL('/catalog')
  await expectGoodScreen(page, 'Каталог — Апрель')
  await expect(page.getByText(/Найдено \d+ товар/)).toBeVisible()

  await page.getByRole('link', { name: 'Все категории' }).click()
  await expectGoodScreen(page, 'Категории — Апрель')
  await page.getByRole('link', { name: 'Сыры' }).click()
  await expect(page).toHaveURL(/\/catalog\/\d+-syry$/)
  await expectGoodScreen(page, 'Сыры — Апрель')

  await page.getByRole('link', { name: 'Сыр Гауда 45%' }).click()
  await expect(page).toHaveURL(/\/product\/\d+-syr-gauda-45$/)
  await expectGoodScreen(page, 'Сыр Гауда 45% — Апрель')
  await expect(page.getByText(`₽ за кг`).first()).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Страна' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Похожие товары' })).toBeVisible()
  const html = await page.content()
  expect(html).not.toMatch(/NaN|undefined ₽|Invalid Date/)
})

test('a misspelt word is corrected, and the correction is a link', async ({ page }) => {
  await page.goto('/today')
  await page.getByRole('searchbox', { name: 'Найти товар' }).fill('малоко')
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page).toHaveURL(/\/search\?q=/)
  await expect(page.getByText('По запросу «малоко» ничего нет')).toBeVisible()
  await expectGoodScreen(page, 'малоко — поиск — Апрель')
  await page.getByRole('link', { name: '«молоко»' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('молоко')
  await expect(page.getByText('ничего нет')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Молоко и сливки' })).toBeVisible()
})

test('where nothing is found there are categories to go on with', async ({ page }) => {
  await page.goto('/search?q=йцукенфыв')
  await expect(page.getByText('Ничего не нашлось')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Молочные продукты и яйца' })).toBeVisible()
  await expectGoodScreen(page, 'йцукенфыв — поиск — Апрель')
})

test('filters and order narrow the list, live in the address, and go back', async ({
  page,
  isScripted,
}) => {
  await page.goto('/catalog/100')
  await expect(page).toHaveURL('/catalog/100-molochnye-produkty')
  await page.getByText('Фильтры', { exact: true }).click()
  const brand = page.getByRole('checkbox', { name: /Луговая песня/ })
  await brand.check()
  if (!isScripted) await page.getByRole('button', { name: 'Показать товары' }).click()
  await expect(page).toHaveURL(/f\.brand=/)
  await expect(page.getByRole('link', { name: 'Убрать: Луговая песня' })).toBeVisible()
  if (isScripted) await expect(brand).toBeFocused()
  const names = page.getByRole('region', { name: 'Товары' }).getByRole('link', { name: /песня/ })
  await expect(names.first()).toBeVisible()
  await expect(page.getByRole('link', { name: /«Белый ручей»/ })).toHaveCount(0)

  await page.getByRole('textbox', { name: /^от/ }).fill('60')
  await page.getByRole('button', { name: 'Показать товары' }).click()
  await expect(page.getByRole('link', { name: `Убрать: Цена от 60${THIN}₽` })).toBeVisible()

  await page.getByRole('link', { name: 'Дешевле' }).click()
  await expect(page).toHaveURL(/sort=cheap/)
  await expect(page.getByRole('link', { name: 'Дешевле' })).toHaveAttribute('aria-current', 'true')
  const prices = await page
    .getByRole('listitem')
    .filter({ has: page.locator('[data-good]') })
    .getByText(/^(Цена со скидкой: )?[\d\u2009,]+\u2009₽$/)
    .allTextContents()
  const sums = prices.map((price) => Number(price.replace(/[^\d,]/g, '').replace(',', '.')))
  expect(sums.length).toBeGreaterThan(2)
  expect(Math.min(...sums)).toBeGreaterThanOrEqual(60)

  await page.getByRole('link', { name: 'Убрать: Луговая песня' }).click()
  await expect(page).not.toHaveURL(/f\.brand=/)
  await page.goBack()
  await expect(page).toHaveURL(/f\.brand=/)
  await expect(page.getByRole('checkbox', { name: /Луговая песня/ })).toBeChecked()
})

test('more goods are one link away; with a script they join the list', async ({
  page,
  isScripted,
}) => {
  await page.goto('/catalog')
  const tiles = page.locator('[data-good]')
  await expect(tiles).toHaveCount(24)
  const first = await tiles.first().getAttribute('data-good')
  await page.getByRole('link', { name: 'Показать ещё' }).click()
  await expect(page.getByText(/Страница 2 из/)).toBeVisible()
  if (isScripted) {
    await expect(tiles).toHaveCount(48)
    await expect(page).toHaveURL('/catalog')
    await tiles.nth(30).click()
    await expect(page).toHaveURL(/\/product\//)
    await page.goBack()
    await expect(tiles).toHaveCount(48)
  } else {
    await expect(page).toHaveURL('/catalog?page=2')
    await expect(tiles).toHaveCount(24)
    expect(await tiles.first().getAttribute('data-good')).not.toBe(first)
    await page.getByRole('link', { name: 'Предыдущая' }).click()
    await expect(tiles.first()).toHaveAttribute('data-good', first!)
  }
})

test('a broken address is the plain list, and a page past the end says so', async ({ page }) => {
  await page.goto('/catalog?sort=worst&page=minus&f.castle=1&from.price=much&to.=')
  await expect(page.locator('[data-good]')).toHaveCount(24)
  await page.goto('/catalog?page=999')
  await page.getByRole('link', { name: 'К началу списка' }).click()
  await expect(page.locator('[data-good]')).toHaveCount(24)
})

test('goods for adults are hidden until the shopper says they are of age', async ({ page }) => {
  const wine = wares.find(({ isForAdults }) => isForAdults)!
  await page.goto(`/product/${wine.id}`)
  await expect(page.getByText('Этот товар — для тех, кому есть 18')).toBeVisible()
  expect(await page.content()).not.toContain(wine.name)
  await expectGoodScreen(page, 'Товар — Апрель')

  await page.goto('/catalog/900')
  await expect(page.getByText(/Скрыто? \d+ товар/)).toBeVisible()
  await expect(page.locator('[data-good]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Мне есть 18, показать' }).click()
  await expect(page).toHaveURL(/\/catalog\/900-/)
  await expect(page.locator('[data-good]').first()).toBeVisible()
  await expect(page.getByText('для взрослых')).toHaveCount(0)
})

test.describe('addresses', () => {
  const milk = wares[0]!

  test('a wrong or missing slug leads to the right one, the query kept', async ({ page }) => {
    await page.goto(`/product/${milk.id}-not-this?x=1`)
    await expect(page).toHaveURL(`/product/${milk.id}-${milk.seoCode}?x=1`)
    await page.goto(`/product/${milk.id}/reviews`)
    await expect(page).toHaveURL(`/product/${milk.id}-${milk.seoCode}/reviews`)
    await page.goto('/catalog/101-x?sort=cheap')
    await expect(page).toHaveURL('/catalog/101-moloko?sort=cheap')
  })

  for (const path of [
    '/product/milk',
    '/product/0000000001',
    '/product/0000000001/reviews',
    '/catalog/milk',
    '/catalog/0',
    '/catalog/99999',
    '/catalog/99999999999999',
  ])
    test(`${path} is not found`, async ({ page }) => {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: 'Здесь ничего не нашлось' })).toBeVisible()
    })
})

test('a review is sent once, with its faults named', async ({ page }) => {
  const ware = wares.find(({ commentsCount, isForAdults }) => commentsCount > 12 && !isForAdults)!
  await page.goto(`/product/${ware.id}`)
  await page.getByRole('link', { name: 'Оставить отзыв' }).click()
  await expect(page).toHaveURL(/\/reviews#write$/)
  await page.getByRole('textbox', { name: 'Достоинства' }).fill('Вкусно <b>очень</b>')
  await page.getByRole('button', { name: 'Отправить отзыв' }).click()
  const fault = page.getByRole('link', { name: 'Поставьте оценку: от одной до пяти звёзд' })
  await expect(fault).toHaveAttribute('href', '#score')
  await expect(page.getByRole('textbox', { name: 'Достоинства' })).toHaveValue(
    'Вкусно <b>очень</b>',
  )
  await expectGoodScreen(page, `Ошибка: Отзывы: ${ware.name} — Апрель`)

  await page.getByRole('radio', { name: '4 из 5, хорошо' }).check()
  await page.getByRole('textbox', { name: 'Отзыв', exact: true }).fill('x'.repeat(3001))
  await page.getByRole('button', { name: 'Отправить отзыв' }).click()
  await expect(page.getByRole('link', { name: /Сократите текст/ })).toBeVisible()
  await expect(page.getByRole('radio', { name: '4 из 5, хорошо' })).toBeChecked()

  await page.getByRole('textbox', { name: 'Отзыв', exact: true }).fill('Хорошее, берём часто.')
  await page.getByRole('button', { name: 'Отправить отзыв' }).click()
  await expect(page.getByText('Спасибо! Отзыв на модерации')).toBeVisible()
  await expect(page.getByText('Ваш отзыв на модерации')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Отправить отзыв' })).toHaveCount(0)
  await expectGoodScreen(page, `Отзывы: ${ware.name} — Апрель`)

  await page.getByRole('link', { name: 'Низкие оценки' }).click()
  await expect(page).toHaveURL(/sort=low/)
  const scores = await page.getByRole('img', { name: /^Оценка \d из 5$/ }).all()
  const given = await Promise.all(scores.map((score) => score.getAttribute('aria-label')))
  expect(given).toEqual([...given].sort())
  await page.getByRole('link', { name: 'Следующие отзывы' }).click()
  await expect(page).toHaveURL(/sort=low&page=2/)
})

test('a second review of the same product is refused kindly', async ({ page, app }) => {
  const path = `/product/${wares[3]!.id}-${wares[3]!.seoCode}/reviews`
  const send = () =>
    page.request.post(path, {
      headers: { Origin: app.origin },
      form: { score: '5' },
      maxRedirects: 0,
    })
  expect((await send()).status()).toBe(303)
  const second = await send()
  expect(second.status()).toBe(422)
  expect(await second.text()).toContain('Ваш отзыв об этом товаре уже у нас')
})

test('hostile names are text', async ({ page, signIn }) => {
  await signIn('79000000007')
  const hostile = wares.find(({ name }) => name.includes('<script>'))!
  await page.goto(`/product/${hostile.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    '<script>alert("ой")</script>',
  )
  await expectGoodScreen(page, `${hostile.name} — Апрель`)
  const data = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'Product', name: hostile.name })
  expect(data).not.toContain('<')

  await page.goto(`/search?q=${encodeURIComponent(hostile.name.slice(0, 60))}`)
  await expectGoodScreen(page, /— поиск — Апрель$/)
  await page.goto(`/search?q=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`)
  await expect(page.getByRole('searchbox')).toHaveValue('"><img src=x onerror=alert(1)>')
})

test.describe('a failure leaves the rest', () => {
  const store = () => ownStore()

  async function at(page: import('@playwright/test').Page, origin: string, code: string) {
    await page.context().addCookies([{ name: 'v1_store', value: code, url: origin }])
  }

  const listing = [
    ['GET /v3/categories/store/{storeCode}', 'Категории не загрузились'],
    ['POST /v1/goods/filters', 'Фильтры не загрузились'],
    ['POST /v2/goods/search', 'Не удалось загрузить товары'],
  ] as const
  for (const [endpoint, words] of listing)
    test(`of a list: ${endpoint}`, async ({ page, app, sandbox }) => {
      await at(page, app.origin, store())
      sandbox.server.sandbox.faults.add({ endpoint, mode: 'status', status: 500 })
      await page.goto('/catalog/100-molochnye-produkty')
      await expect(page.getByText(words)).toBeVisible()
      for (const [, others] of listing)
        if (others !== words) await expect(page.getByText(others)).toHaveCount(0)
      if (!endpoint.includes('search'))
        await expect(page.locator('[data-good]').first()).toBeVisible()
      await expectGoodScreen(page, /— Апрель$/)
      sandbox.server.sandbox.faults.clear()
      await page.getByRole('link', { name: 'Повторить' }).click()
      await expect(page.getByText(words)).toHaveCount(0)
      await expect(page.locator('[data-good]').first()).toBeVisible()
    })

  const parts = [
    ['GET /v1/object/{id}/scores', 'Рейтинг не загрузился'],
    ['GET /v2/object/feedback', 'Отзывы не загрузились'],
    ['POST /v2/goods/search', 'Не удалось загрузить'],
    ['GET /v2/goods/{id}', 'Не удалось загрузить товар'],
  ] as const
  parts.forEach(([endpoint, words], place) =>
    test(`of a product: ${endpoint}`, async ({ page, app, sandbox }) => {
      await at(page, app.origin, store())
      const ware = wares.filter(({ isForAdults }) => !isForAdults)[100 + place]!
      sandbox.server.sandbox.faults.add({ endpoint, mode: 'malformed' })
      await page.goto(`/product/${ware.id}-${ware.seoCode}`)
      await expect(page.getByText(words, { exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Повторить' })).toHaveCount(1)
      if (!endpoint.startsWith('GET /v2/goods'))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(ware.name)
      await expectGoodScreen(page, /— Апрель$/)
    }),
  )

  test('a review that could not be sent can be sent again', async ({ page, phone, sandbox }) => {
    sandbox.fail(phone, { endpoint: 'POST /v2/object/feedback', mode: 'status', status: 500 })
    await page.goto(`/product/${wares[7]!.id}/reviews`)
    await page.getByRole('radio', { name: '5 из 5, отлично' }).check()
    await page.getByRole('button', { name: 'Отправить отзыв' }).click()
    await expect(page.getByText('Отправить отзыв не получилось')).toBeVisible()
    sandbox.server.sandbox.faults.clear()
    await page.getByRole('button', { name: 'Отправить отзыв' }).click()
    await expect(page.getByText('Спасибо! Отзыв на модерации')).toBeVisible()
  })

  test('a hanging block costs the page a second and a half', async ({ page, app, sandbox }) => {
    await at(page, app.origin, store())
    sandbox.server.sandbox.faults.add({ endpoint: 'POST /v1/goods/filters', mode: 'hang' })
    const response = await page.goto('/catalog/200-ovoshchi-i-frukty')
    expect(response?.request().timing().responseStart).toBeLessThan(3000)
    await expect(page.getByText('Фильтры не загрузились')).toBeVisible()
  })
})

test('pages stay light', async ({ page, app }) => {
  for (const path of ['/catalog', '/catalog/100', '/categories', '/stores', '/search?q=молоко']) {
    const answer = await page.request.get(app.origin + path)
    expect((await answer.body()).length).toBeLessThan(150_000)
  }
})

test('a visitor without a session is asked to sign in', async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.origin })
  for (const path of [
    '/search',
    '/categories',
    '/catalog',
    '/catalog/101',
    '/product/1',
    '/stores',
  ])
    expect((await context.request.get(path, { maxRedirects: 0 })).headers().location).toMatch(
      /^\/login\?returnTo=/,
    )
  await context.close()
})

test('a keyboard alone filters, opens more and reaches a product @js', async ({ page }) => {
  await page.goto('/catalog/100-molochnye-produkty')
  await page.getByText('Фильтры', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Со скидкой' }).focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/f\.discount=true/)
  await expect(page.getByRole('checkbox', { name: 'Со скидкой' })).toBeFocused()

  await page.goto('/catalog')
  await page.getByRole('link', { name: 'Показать ещё' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-good]').nth(24)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
