import brand from '../../brands/prichal/brand.json' with { type: 'json' }
import { holdStill } from '../support/adaptations'
import { getFindings, type Rules } from '../support/axe'
import { getAddress, createViewers, screenNamed, type ScreenName } from '../support/screens'
import { expect, expectGoodScreen, openAddress, openLogin, passLogin, test } from './fixtures'

// A shop with another name, other colours, another font and «баллы».
test.use({
  appSettings: { BRAND_DIR: 'brands/prichal' },
  allowedStatuses: [404],
  contextOptions: { reducedMotion: 'reduce' },
})

const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
const { light } = brand.colours

test("another brand's shopper goes from the landing to the card, in the brand's words", async ({
  page,
  phone,
  sandbox,
  walk,
}) => {
  await openAddress(page, '/', 'typed')
  await expect(page.getByRole('heading', { name: 'Баллы за каждую покупку' })).toBeVisible()
  await expectGoodScreen(page, 'Карта покупателя — Причал')
  await openLogin(page)
  await passLogin(page, phone, () => sandbox.code(phone))
  await expect(page).toHaveURL('/today')
  await expectGoodScreen(page, 'Сегодня — Причал')
  await expect(page.locator('body')).toHaveCSS('background-color', rgb(light.bg))
  await expect(page.locator('body')).toHaveCSS('font-family', /^"Golos Text"/)

  await walk('Карта')
  await expect(page.getByRole('img', { name: 'QR-код карты для кассы' })).toBeVisible()
  await expect(page.getByText('Ваши баллы')).toBeVisible()
  await expectGoodScreen(page, 'Карта — Причал')
  // With a script the texts come from the page's meta, without one from the server.
  await walk('Кабинет', /^Баллы/)
  await expect(page.getByRole('heading', { name: 'Как устроены баллы' })).toBeVisible()
  await expect(page.getByText(/\d балл(?:а|ов)?$/).first()).toBeAttached()
  await expectGoodScreen(page, 'Баллы — Причал')
})

/** Together they show every part and every colour. */
const looked: ScreenName[] = [
  'landing',
  'login',
  'today',
  'card',
  'product',
  'offers',
  'coupons',
  'store',
  'deadlines',
  'profile',
  'stars',
  'purchases',
  'transactions',
]
const looks: Rules = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block', 'target-size'],
}

test('another brand has enough contrast in both themes @js', async ({
  page,
  app,
  sandboxServer,
}) => {
  test.setTimeout(180_000)
  const viewers = createViewers(app.origin, sandboxServer)
  const findings: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const screen of looked.map(screenNamed)) {
    const visitor = await viewers(screen.seenBy)
    const cookies = [...visitor.cookies, ['v1_consent', 'refused'] as const]
    await page.context().clearCookies()
    await page
      .context()
      .addCookies(cookies.map(([name, value]) => ({ name, value, url: app.origin })))
    await openAddress(page, getAddress(screen, visitor), 'each screen in turn')
    // axe must not see colours in transition.
    await holdStill(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('body')).toHaveCSS(
        'background-color',
        rgb(brand.colours[colorScheme].bg),
      )
      for (const { id, html } of await getFindings(page, looks))
        findings.push(...html.map((each) => `${screen.name}, ${colorScheme}: ${id} ${each}`))
    }
  }
  expect(findings).toEqual([])
})
