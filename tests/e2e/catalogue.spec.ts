import { products } from '../../sandbox/data/products'
import { enlargeText } from '../support/large-text'
import {
  drawFrames,
  expect,
  holdRequests,
  openAddress,
  phoneUserAgent,
  sortBy,
  test,
} from './fixtures'

// Bots get no error page, and a headless browser counts as one.
test.use({ allowedStatuses: [404, 422], userAgent: phoneUserAgent })

test.beforeEach(async ({ signIn }) => signIn())

const THIN = '\u2009'

test('names of products are not cut on a small phone with a large font', async ({ page }) => {
  const openShelf = async () => {
    await openAddress(page, '/catalog/101-moloko', 'a bookmark')
    const names = page.locator('main [data-product]')
    await expect(names.nth(8)).toBeVisible()
    return names.evaluateAll((all) =>
      all
        .filter(({ clientHeight, scrollHeight }) => scrollHeight > clientHeight + 1)
        .map(({ textContent }) => textContent),
    )
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await openShelf()).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await enlargeText(page, 2)
  expect(await openShelf()).toEqual([])
})

test('the products of a category begin in the upper half of a phone', async ({ page, walk }) => {
  await walk(/^Каталог/)
  await page.getByRole('button', { name: 'Оставить этот' }).click()
  await page.getByRole('button', { name: 'Отказаться' }).click()
  await walk(/^Молочные продукты/, 'Молоко и сливки')
  await expect(page.getByRole('heading', { level: 1, name: 'Молоко и сливки' })).toBeVisible()
  const products = page.getByRole('region', { name: 'Товары' }).getByRole('list').last()
  expect((await products.boundingBox())!.y).toBeLessThan(420)
})

test('filters and order stay in the address, also after «Back» from a product', async ({
  page,
  walk,
}) => {
  await walk(/^Каталог/, /^Молочные продукты/)
  await expect(page).toHaveURL('/catalog/100-molochnye-produkty')
  await page.getByText('Фильтры', { exact: true }).click()
  const brand = page.getByRole('checkbox', { name: /Луговая песня/ })
  await brand.check()
  await expect(page).toHaveURL(/f\.brand=/)
  await expect(page.getByRole('link', { name: 'Убрать: Луговая песня' })).toBeVisible()
  await expect(brand).toBeFocused()
  const names = page.getByRole('region', { name: 'Товары' }).getByRole('link', { name: /песня/ })
  await expect(names.first()).toBeVisible()
  await expect(page.getByRole('link', { name: /«Белый ручей»/ })).toHaveCount(0)

  await page.getByRole('textbox', { name: /^от/ }).fill('60')
  await page.getByRole('button', { name: 'Показать товары' }).click()
  await expect(page.getByRole('link', { name: `Убрать: Цена от 60${THIN}₽` })).toBeVisible()

  await sortBy(page, 'Сначала дешёвые')
  await expect(page).toHaveURL(/sort=cheap/)
  await expect(page.getByLabel('Порядок', { exact: true })).toHaveValue('cheap')
  const prices = await page
    .getByRole('listitem')
    .filter({ has: page.locator('[data-product]') })
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

  const list = page.url()
  await page.locator('main [data-product]').first().click()
  await expect(page).toHaveURL(/\/product\//)
  await walk('Категория')
  await expect(page).toHaveURL(list)
  await expect(page.getByRole('link', { name: 'Убрать: Луговая песня' })).toBeVisible()
})

test('a late response of «Показать ещё» adds no products after the sort order has changed @js', async ({
  page,
  walk,
}) => {
  await walk(/^Каталог/)
  const tiles = page.locator('[data-product]')
  const answer = await holdRequests(page, /catalog\.data\?page=2/)
  await page.getByRole('link', { name: 'Показать ещё' }).click()
  await sortBy(page, 'Сначала дешёвые')
  await expect(page.getByLabel('Порядок', { exact: true })).toHaveValue('cheap')
  const response = page.waitForResponse(/catalog\.data\?page=2/)
  answer()
  await (await response).finished()
  await expect(page.getByRole('link', { name: 'Показать ещё' })).not.toHaveAttribute('aria-busy')
  await drawFrames(page)
  await expect(tiles).toHaveCount(24)
  await page.getByRole('link', { name: 'Показать ещё' }).click()
  await expect(tiles).toHaveCount(48)
  await expect(page.getByText(/Страница 2 из/)).toBeVisible()
})

test('«Back» to a long list shows the products of a newly chosen store @js', async ({
  page,
  walk,
}) => {
  await walk(/^Каталог/)
  const tiles = page.locator('main [data-product]')
  const begins = () => tiles.evaluateAll((all) => all.slice(0, 24).map((each) => each.outerHTML))
  await page.getByRole('link', { name: 'Показать ещё' }).click()
  await expect(tiles).toHaveCount(48)
  await walk('Выбрать другой')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Выбрать/ })
    .nth(3)
    .click()
  await expect(page.getByText('Магазин выбран')).toBeVisible()
  await expect(page).toHaveURL('/catalog')
  const ofNewStore = await begins()
  await page.goBack()
  // The address changes before the screen does.
  await expect(tiles).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/catalog')
  await expect(tiles).toHaveCount(24)
  expect(await begins()).toEqual(ofNewStore)
})

test("a product opened from another product's page starts at its first picture @js", async ({
  page,
}) => {
  const pictured = new Map(products.map(({ id, pictures }) => [id, pictures]))
  const strip = page.getByRole('region', { name: 'Фотографии товара' })
  const scrolled = () => strip.evaluate(({ scrollLeft }) => scrollLeft)
  const product = products.find(({ pictures, isForAdults }) => pictures > 1 && !isForAdults)!
  await openAddress(page, `/product/${product.id}`, 'a shared link')
  const heading = page.getByRole('heading', { level: 1 })
  const name = (await heading.textContent()) ?? ''
  await strip.evaluate((element) => element.scrollTo({ left: 10_000, behavior: 'instant' }))
  await expect.poll(scrolled).toBeGreaterThan(0)
  const similar = page.getByRole('region', { name: 'Похожие товары' }).locator('[data-product]')
  const ids = await similar.evaluateAll((links) => links.map((link) => link.dataset.product ?? ''))
  const next = ids.findIndex((id) => (pictured.get(id) ?? 0) > 1)
  await similar.nth(next).click()
  await expect(page).toHaveURL(new RegExp(`/product/${ids[next]}`))
  await expect(heading).not.toHaveText(name)
  expect(await scrolled()).toBe(0)
})
