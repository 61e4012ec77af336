import { stores } from '../../sandbox/data/stores'
import { expect, expectGoodScreen, openAddress, sortBy, test } from './fixtures'

test.beforeEach(async ({ signIn }) => signIn())

test('the catalogue asks once whether to use its store, and another one is chosen in one step', async ({
  page,
  walk,
}) => {
  const other = stores.find(({ address, isActive }) => isActive && address.includes('Баумана'))!
  await walk(/^Каталог/)
  await expect(page.getByText(/^Показываем цены магазина/)).toBeVisible()
  await sortBy(page, 'Сначала дешёвые')
  await expect(page).toHaveURL(/\/catalog\?(?:.*&)?sort=cheap/)
  await expect(page.getByText(/^Показываем цены магазина/)).toHaveCount(0)
  await walk('Изменить магазин')
  await expect(page.getByRole('heading', { name: 'Магазины' })).toBeVisible()
  await expectGoodScreen(page, 'Магазины — Апрель')

  await page.getByRole('searchbox', { name: 'Город, улица или название' }).fill('казань баумана')
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page).toHaveURL(/q=/)
  await page.getByRole('button', { name: new RegExp(`^Выбрать: .*${other.address}`) }).click()
  await expect(page).toHaveURL(/\/catalog\?(?:.*&)?sort=cheap/)
  await expect(page.getByText('Магазин выбран')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Магазин выбран')).toHaveCount(0)
  await expect(page.getByText(other.address)).toBeVisible()
})

test('the list of stores begins in the shopper’s city near the top of the screen, and other cities are one press away @no-js', async ({
  page,
}) => {
  await openAddress(page, '/stores', 'a shared link')
  await page.getByRole('button', { name: 'Отказаться' }).click()
  await expect(page.getByRole('button', { name: 'Отказаться' })).toHaveCount(0)
  await openAddress(page, '/stores', 'a shared link')
  const cities = page.getByRole('navigation', { name: 'Города' })
  await expect(cities.getByRole('link', { name: 'Москва' })).toHaveAttribute('aria-current', 'true')
  const list = page.getByRole('form', { name: 'Выбор магазина' }).getByRole('listitem')
  await expect(list.filter({ hasText: 'г. Москва' })).toHaveCount(12)
  expect((await list.first().boundingBox())!.y).toBeLessThan(600)
  await cities.getByRole('link', { name: 'Казань' }).click()
  await expect(cities.getByRole('link', { name: 'Казань' })).toHaveAttribute('aria-current', 'true')
  await expect(list.filter({ hasText: 'г. Казань' })).toHaveCount(12)
})

test('the list of stores has pages and filters by kind, «open now» and a search text', async ({
  page,
  walk,
}) => {
  const find = () => page.getByRole('button', { name: 'Найти' }).click()
  await walk(/^Магазины/)
  await page.getByRole('searchbox').fill('')
  await find()
  await expect(page.getByText(/Найдено 72 магазина/)).toBeVisible()
  await walk('Следующие магазины')
  await expect(page.getByText('Страница 2 из 3')).toBeVisible()

  const kind = page.getByRole('combobox', { name: 'Вид магазина' })
  await kind.focus()
  await kind.selectOption('Гипермаркет')
  await expect(page).toHaveURL(/type=STORE_TYPE_GM/)
  await expect(kind).toBeFocused()
  await expect(page.getByText(/Найдено 6 магазинов/)).toBeVisible()
  await expect(kind).toHaveValue('STORE_TYPE_GM')

  await page.getByRole('checkbox', { name: 'Открыто сейчас' }).check()
  await expect(page).toHaveURL(/type=STORE_TYPE_GM&open=1/)
  await expect(page.getByText(/Закрыто|Часы работы не указаны/)).toHaveCount(0)
  await expectGoodScreen(page, 'Магазины — Апрель')

  await page.goBack()
  await page.goBack()
  await expect(page.getByText('Страница 2 из 3')).toBeVisible()
  await expect(kind).toHaveValue('')
  await page.goForward()
  await expect(page).toHaveURL(/type=STORE_TYPE_GM/)
  await expect(kind).toHaveValue('STORE_TYPE_GM')

  await page.getByRole('searchbox').fill('нет такой улицы')
  await find()
  await expect(page.getByText('Магазинов не нашлось')).toBeVisible()
  await expectGoodScreen(page, 'Магазины — Апрель')
})

test('the nearest stores come first on request @js', async ({ page, context, walk }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 45.0355123, longitude: 38.9753456 })
  await walk(/^Магазины/)
  const near = page.getByRole('button', { name: 'Рядом со мной' })
  const city = page.getByRole('navigation', { name: 'Города' }).getByRole('link').first()
  expect((await near.boundingBox())!.x).toBeLessThan((await city.boundingBox())!.x)
  await near.click()
  await expect(page).toHaveURL(/lat=45\.036&lon=38\.975/)
  await expect(page.getByText(/\d (м|км)$/).first()).toBeVisible()
  await expect(page.getByText('г. Краснодар').first()).toBeVisible()
  // Without tiles there is only the list.
  await expect(page.getByRole('button', { name: 'Показать на карте' })).toHaveCount(0)
  await expectGoodScreen(page, 'Магазины — Апрель')
})

test('links lead from a product to a store that has it, and back to the product and its sorted list', async ({
  page,
  walk,
}) => {
  await walk(/^Каталог/)
  await sortBy(page, 'Сначала дешёвые')
  await page
    .getByRole('listitem')
    .filter({ hasNotText: 'Нет в наличии' })
    .locator('[data-product]')
    .first()
    .click()
  await walk('в этом магазине')
  await expect(page.getByRole('rowheader', { name: 'Понедельник' }).first()).toBeVisible()
  await walk('Магазины', 'Вернуться')
  await expect(page).toHaveURL(/\/product\//)
  await page.getByRole('main').getByRole('link', { name: 'Каталог', exact: true }).click()
  await expect(page).toHaveURL(/\/catalog\?(?:.*&)?sort=cheap/)
})
