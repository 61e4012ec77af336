import { stores } from '../../sandbox/data/stores'
import { tilesUrl } from '../../sandbox/handlers/tiles'
import { expect, expectGoodScreen, test as base } from './fixtures'

/** An operator with map tiles. */
const test = base.extend({
  appSettings: async ({ sandboxServer: { url } }, use) => {
    await use({ MAP_TILES_URL: tilesUrl(url), MAP_ATTRIBUTION: 'Учебная карта' })
  },
})

test.beforeEach(async ({ signIn }) => signIn())

test('2.51: the map above the list of stores loads on request and works by keyboard @js', async ({
  page,
  app,
  walk,
}) => {
  await page.context().addCookies([{ name: 'v1_consent', value: 'accepted', url: app.origin }])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await walk(/^Магазины/)
  await page.getByRole('searchbox').fill('казань')
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page).toHaveURL(/q=/)
  const button = page.getByRole('button', { name: 'Показать на карте' })
  await expect(button).toBeVisible()
  expect(asked.filter((url) => url.includes('/tiles/'))).toEqual([])
  await button.focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('v1_events')))
    .toContain('Map:Open')
  const map = page.getByRole('region', { name: 'Карта магазинов' })
  await expect(map.getByText('Учебная карта')).toBeVisible()
  await expect(map.locator('.leaflet-marker-icon').first()).toBeVisible()
  await expectGoodScreen(page, 'Магазины — Апрель')
  // The Tab key leaves the map; the list has the same stores.
  const isInside = () => map.evaluate((element) => element.contains(document.activeElement))
  expect(await isInside()).toBe(true)
  for (let tabs = 0; tabs < 100 && (await isInside()); tabs += 1) await page.keyboard.press('Tab')
  expect(await isInside()).toBe(false)
  const list = page.getByRole('form', { name: 'Выбор магазина' })
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab')
      return list.evaluate((element) => element.contains(document.activeElement))
    })
    .toBe(true)
  const marks = map.getByRole('button', { name: /магазин(а|ов)? рядом|«/ })
  for (let depth = 0; depth < 8; depth += 1) {
    const point = map.getByRole('button', { name: /«/ }).first()
    if (await point.isVisible()) break
    await marks.first().press('Enter')
  }
  await map.getByRole('button', { name: /«/ }).first().press('Enter')
  await map.getByRole('link', { name: /«/ }).press('Enter')
  await expect(page).toHaveURL(/\/stores\/\w+$/)
  await page.waitForLoadState('networkidle')
})

test('2.51: a desktop shows the map of the stores beside their list without a press @js', async ({
  page,
  walk,
}) => {
  await walk(/^Магазины/)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  const map = page.getByRole('region', { name: 'Карта магазинов' })
  await expect(map.locator('.leaflet-marker-icon').first()).toBeVisible()
  const list = page.getByRole('form', { name: 'Выбор магазина' })
  const [shown, listed] = await Promise.all([map.boundingBox(), list.boundingBox()])
  expect(shown!.x).toBeGreaterThan(listed!.x + listed!.width)
  expect(Math.abs(shown!.y - listed!.y)).toBeLessThan(60)
  await expectGoodScreen(page, 'Магазины — Апрель')
  await page.waitForLoadState('networkidle')
})

test('the open map of stores shows only the store that a new search finds @js', async ({
  page,
  walk,
}) => {
  await walk(/^Магазины/)
  await page.getByRole('button', { name: 'Показать на карте' }).click()
  const map = page.getByRole('region', { name: 'Карта магазинов' })
  const marks = map.locator('.leaflet-marker-icon')
  await expect(marks.first()).toBeVisible()
  await expect(marks).not.toHaveCount(1)
  const one = stores.find(({ isActive }) => isActive)!.address
  await page.getByRole('searchbox').fill(one)
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByText('Найден 1 магазин')).toBeVisible()
  await expect(marks).toHaveCount(1)
  await expect(map.getByText('Учебная карта')).toBeVisible()
  await page.waitForLoadState('networkidle')
})

test('the chosen store has a map of its own, with its tiles @js', async ({ page, walk }) => {
  await walk(/^Каталог/, /г\. Москва/)
  await expect(page).toHaveURL(/\/stores\/500768/)
  await page.getByRole('button', { name: 'Показать на карте' }).click()
  const map = page.getByRole('region', { name: 'Карта магазинов' })
  const tile = map.locator('img.leaflet-tile-loaded').first()
  await expect(tile).toBeVisible()
  expect(await tile.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)
  await expect(map.getByText('Учебная карта')).toBeVisible()
  await page.waitForLoadState('networkidle')
})

test('1.5: a press on the main screen shows its store on a map, and no tile is asked for before @js', async ({
  page,
  app,
  walk,
}) => {
  await page.context().addCookies([{ name: 'v1_consent', value: 'accepted', url: app.origin }])
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await walk('Главная')
  const button = page.getByRole('link', { name: 'Показать на карте' })
  await expect(button).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => url.includes('/tiles/'))).toEqual([])
  await button.focus()
  await page.keyboard.press('Enter')
  const map = page.getByRole('figure', { name: 'Карта' })
  await expect(page.locator(':focus').getByRole('figure')).toBeVisible()
  await expect(map.getByText('Учебная карта')).toBeVisible()
  const widths = () =>
    map.locator('img').evaluateAll((all: HTMLImageElement[]) => all.map((one) => one.naturalWidth))
  await expect.poll(widths).toEqual([256, 256, 256, 256])
  expect(await page.evaluate(() => sessionStorage.getItem('v1_events'))).toContain('Map:Open')
  await expectGoodScreen(page, 'Главная — Апрель')
})

test('1.5: without a script the main screen leads to the way to its store @no-js', async ({
  page,
  walk,
}) => {
  await walk('Главная', 'Показать на карте')
  await expect(page).toHaveURL(/\/stores\/500768/)
  await expect(page.getByRole('heading', { name: 'Как добраться' })).toBeVisible()
})

test('dragging the map down does not pull the page @js', async ({ page, walk }) => {
  await walk(/^Магазины/)
  await page.getByRole('button', { name: 'Показать на карте' }).click()
  const map = page.getByRole('region', { name: 'Карта магазинов' })
  await expect(map.getByText('Учебная карта')).toBeVisible()
  const drag = (place: typeof map) =>
    place.evaluate((target) => {
      window.scrollTo(0, 0)
      const send = (type: string, clientY: number) =>
        target.dispatchEvent(
          new TouchEvent(type, {
            touches: [new Touch({ identifier: 1, target, clientX: 100, clientY })],
            bubbles: true,
            cancelable: true,
          }),
        )
      send('touchstart', 100)
      send('touchmove', 150)
      send('touchmove', 400)
      return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    })
  const asked = page.getByText('Отпустите, чтобы обновить')
  await drag(map)
  await expect(asked).toHaveCount(0)
  // The same gesture pulls the page itself.
  await drag(page.locator('h1'))
  await expect(asked).toBeVisible()
})
