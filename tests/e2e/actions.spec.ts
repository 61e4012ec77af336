import { expect, expectProductScreen, test } from './fixtures'

const OPT_IN = 'POST /v2/offers/opt-in'

test.beforeEach(async ({ phone, signIn, walk }) => {
  await signIn(phone)
  await walk()
})

test('an offer of the main screen is joined once and shows its progress', async ({
  page,
  phone,
  sandbox,
  walk,
}) => {
  const offer = sandbox.server.sandbox.state
    .user(phone)
    .offers.find(({ state, progress }) => state === 'AVAILABLE' && progress)!
  offer.endDate = new Date(Date.now() + 30 * 3_600_000).toISOString()
  await page.reload()
  const block = page.getByRole('region', { name: 'Акции', exact: true })
  await block.getByRole('link', { name: offer.title }).first().click()
  await expect(page.locator('h1')).toHaveText(offer.title)
  await expectProductScreen(page, 'Задание — Апрель')
  await page.getByRole('button', { name: 'Участвовать' }).click()
  await expect(page.getByText('Вы участвуете')).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Участвовать' })).toHaveCount(0)
  const writes = sandbox.server.sandbox.calls.filter(
    ({ endpoint, body }) => endpoint === OPT_IN && (body as { code: string }).code === offer.code,
  )
  expect(writes).toHaveLength(1)
  await expectProductScreen(page, 'Задание — Апрель')

  await walk(/^Задания за звёзды/)
  await expectProductScreen(page, 'Задания за\u00a0звёзды — Апрель')
  await expect(page.getByRole('progressbar').first()).toBeVisible()
  await walk('Акции')
  await expectProductScreen(page, 'Акции — Апрель')
  await expect(page.getByRole('heading', { name: 'Личные цены' })).toBeVisible()
  await walk('Главная')
  // The joined offer expires first, so the main screen shows its progress.
  await expect(block.getByRole('progressbar').first()).toBeVisible()
})

test('an offer joined during a refresh stays joined @js', async ({ page, phone, sandbox }) => {
  const offer = sandbox.server.sandbox.state
    .user(phone)
    .offers.find(({ state, progress }) => state === 'AVAILABLE' && progress)!
  offer.endDate = new Date(Date.now() + 30 * 3_600_000).toISOString()
  await page.reload()
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
