import { expect, test } from './fixtures'

const OPT_IN = 'POST /v2/offers/opt-in'

test.beforeEach(async ({ enter }) => {
  await enter()
})

test('an offer joined during a refresh stays joined @js', async ({
  page,
  phone,
  sandbox,
  walk,
}) => {
  const offer = sandbox.server.sandbox.state
    .user(phone)
    .offers.find(({ state, progress }) => state === 'AVAILABLE' && progress)!
  offer.endDate = new Date(Date.now() + 30 * 3_600_000).toISOString()
  await walk('Акции')
  await page.getByRole('link', { name: offer.title }).first().click()
  await expect(page.locator('h1')).toHaveText(offer.title)
  await page.waitForLoadState('networkidle')
  sandbox.fail(phone, { endpoint: OPT_IN, mode: 'latency', latencyMs: 800 })
  await page.getByRole('button', { name: 'Участвовать' }).click()
  await page.getByRole('button', { name: 'Обновить страницу' }).click()
  await expect(page.getByText('Вы участвуете')).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Участвовать' })).toHaveCount(0)
})
