import { expect, expectGoodScreen, test } from './fixtures'

const OPT_IN = 'POST /v2/offers/opt-in'

test.beforeEach(async ({ phone, signIn, walk }) => {
  await signIn(phone)
  await walk()
})

test('an offer is found on the main screen, read and joined once, and its progress counts', async ({
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
  const block = page.getByRole('region', { name: 'Акции и личные цены' })
  await block.getByRole('link', { name: offer.title }).first().click()
  await expect(page.locator('h1')).toHaveText(offer.title)
  await expectGoodScreen(page, 'Предложение — Апрель')
  await page.getByRole('button', { name: 'Участвовать' }).click()
  await expect(page.getByText('Вы участвуете')).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Участвовать' })).toHaveCount(0)
  const writes = sandbox.server.sandbox.calls.filter(
    ({ endpoint, body }) => endpoint === OPT_IN && (body as { code: string }).code === offer.code,
  )
  expect(writes).toHaveLength(1)
  await expectGoodScreen(page, 'Предложение — Апрель')

  await walk('Предложения')
  await expectGoodScreen(page, 'Предложения — Апрель')
  await expect(page.getByRole('progressbar').first()).toBeVisible()
  await walk('Акции')
  await expectGoodScreen(page, 'Акции — Апрель')
  await expect(page.getByRole('heading', { name: 'Личные цены' })).toBeVisible()
  await walk('Главная')
  // The offer has come closer to its end than any other, and counts now.
  await expect(block.getByRole('progressbar').first()).toBeVisible()
})

test('an offer that is joined beside a refresh looks joined @js', async ({
  page,
  phone,
  sandbox,
}) => {
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

test('a price of one’s own on the main screen leads to its product', async ({ page }) => {
  const block = page.getByRole('region', { name: 'Акции и личные цены' })
  const price = block.getByRole('listitem').filter({ hasText: '₽' }).last().getByRole('link')
  const name = await price.innerText()
  await price.click()
  await expect(page).toHaveURL(/\/product\//)
  // Some shoppers' last price is of a drink.
  const question = page.getByRole('button', { name: 'Мне есть 18, показать' })
  await expect(question.or(page.getByText(name)).first()).toBeVisible()
  if (await question.isVisible()) await question.click()
  await expect(page.locator('h1')).toHaveText(name)
})

test('coupons and the search lead to the promotions, too', async ({ page, walk }) => {
  await walk('Купоны', /^Акции/, /^Купоны Скидки/)
  await expect(page).toHaveURL('/actions/coupons')
  await walk('Акции')
  await expect(page).toHaveURL('/actions')
  await walk('Главная')
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page).toHaveURL(/\/search/)
  await walk(/^Акции/)
  await expect(page).toHaveURL('/actions')
})

test('all offers are joined with one press', async ({ page, phone, sandbox, signIn, walk }) => {
  await signIn(phone)
  await walk('Купоны', 'Акции')
  await page.getByRole('link', { name: /^Все/ }).first().click()
  await page.getByRole('button', { name: 'Участвовать во всех' }).click()
  await expect(page.getByText(/^Вы участвуете ещё в \d+ предложени/)).toBeVisible()
  const { offers } = sandbox.server.sandbox.state.user(phone)
  expect(offers.filter(({ state }) => state === 'AVAILABLE')).toEqual([])
  await expect(page.getByRole('button', { name: 'Участвовать во всех' })).toHaveCount(0)
})
