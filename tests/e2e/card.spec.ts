import { expect, expectGoodScreen, openAddress, test } from './fixtures'

const qr = 'QR-код карты для кассы'

test('the card shows «Показать на кассе» below its panel and above the tabs, at both heights of a phone', async ({
  page,
  signIn,
}) => {
  await signIn()
  for (const height of [844, 667]) {
    await page.setViewportSize({ width: 390, height })
    await openAddress(page, '/qr', 'the installed app')
    const getBox = async (name: RegExp, role: 'link' | 'navigation' | 'button') =>
      (await page.getByRole(role, { name }).boundingBox())!
    const main = await getBox(/^Показать на кассе/, 'link')
    const tabs = await getBox(/Основное меню/, 'navigation')
    const time = (await page.getByText(/^Код получен/).boundingBox())!
    expect(main.y).toBeGreaterThan(time.y + time.height)
    expect(main.y - time.y).toBeLessThan(80)
    expect(main.y + main.height).toBeLessThanOrEqual(tabs.y)
    expect((await getBox(/Обновить код/, 'link')).y).toBeGreaterThan(main.y)
  }
})

test('the code is black on white in the dark theme, and the till view has no menu', async ({
  page,
  walk,
  enter,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await enter('Карта')
  await expect(page).toHaveURL('/qr')
  const paths = page.getByRole('img', { name: qr }).locator('path')
  await expect(paths.first()).toHaveCSS('fill', 'rgb(255, 255, 255)')
  await expect(paths.last()).toHaveCSS('fill', 'rgb(0, 0, 0)')
  await expectGoodScreen(page, 'Карта — Апрель')
  await walk('Показать на кассе')
  await expect(page).toHaveURL('/qr/till')
  await expect(page.getByRole('img', { name: qr })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('main')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expectGoodScreen(page, 'Карта на кассе — Апрель')
  await walk('Обычный вид')
  await expect(page).toHaveURL('/qr')
})

test('main screen, card, profile and points show the last balance when its load fails @js', async ({
  page,
  phone,
  sandbox,
  walk,
  enter,
}) => {
  await enter()
  const points = await page
    .getByText(/^[\d\s]+ зв(езда|езды|ёзд)$/)
    .first()
    .textContent()
  sandbox.fail(phone, { endpoint: 'GET /v3/user/balance', mode: 'status', status: 500 })
  const expectLast = async (path: string) => {
    await expect(page).toHaveURL(path)
    await expect(page.getByText(/^Так было в \d\d:\d\d$/)).toBeVisible()
    await expect(page.getByText(points ?? '—')).toHaveCount(1)
  }
  await page.reload()
  await expectLast('/today')
  await walk('Карта')
  await expectLast('/qr')
  await walk('Профиль')
  await expectLast('/profile')
  await walk(/^Звёзды/)
  await expectLast('/profile/stars')
})

test.describe('with a script @js', () => {
  test.use({ allowedStatuses: [0] })

  test('1.6, 9.9: the copy button copies the number and confirms it for 1500 ms', async ({
    page,
    context,
    enter,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await enter('Карта')
    await expect(page).toHaveURL('/qr')
    const now = Date.now()
    await page.clock.install({ time: now })
    await page.clock.pauseAt(now + 1000)
    await page.getByRole('button', { name: 'Скопировать номер' }).click()
    await expect(page.getByRole('button', { name: 'Скопировано' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d{16}$/)
    await page.clock.runFor(1490)
    await expect(page.getByRole('button', { name: 'Скопировано' })).toBeVisible()
    await page.clock.runFor(20)
    await expect(page.getByRole('button', { name: 'Скопировать номер' })).toBeVisible()
  })
})
