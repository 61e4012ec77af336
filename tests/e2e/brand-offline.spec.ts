import brand from '../../brands/prichal/brand.json' with { type: 'json' }
import { badStatuses, keepCard, number, test } from './bad-network'
import { expect, openAddress } from './fixtures'

test.use({
  serviceWorkers: 'allow',
  allowedStatuses: badStatuses,
  appSettings: { BRAND_DIR: 'brands/prichal' },
})

const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

test("the offline card has the brand's texts, colours and font @js @whole", async ({
  page,
  phone,
  sandbox,
  bad,
}) => {
  await keepCard(page, bad.network, sandbox, phone)
  bad.network.turn('gone')
  await openAddress(page, '/qr', 'typed')
  await expect(page.getByText(number).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Карта' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ваши баллы' })).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', rgb(brand.colours.light.bg))
  await expect(page.locator('body')).toHaveCSS('font-family', /^"Golos Text"/)
  await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute(
    'content',
    brand.colours.light.bg,
  )
  await openAddress(page, '/coupons', 'typed')
  await expect(page.getByRole('heading', { name: 'Нет связи' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Открыть карту' })).toHaveCSS(
    'background-color',
    rgb(brand.colours.light.primary),
  )
})
