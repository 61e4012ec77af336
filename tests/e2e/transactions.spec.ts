import { expect, expectGoodScreen, test } from './fixtures'

const rows = 'a[href^="/profile/transactions/t"]'
const history = ['Профиль', /^Покупки и чеки/] as const

test('2.37: the purchase history is grouped by month and extended by fifty entries at a time', async ({
  page,
  phone,
  signIn,
  sandbox,
  walk,
}) => {
  await signIn()
  const { transactions } = sandbox.server.sandbox.state.user(phone)
  await walk(...history)
  await expectGoodScreen(page, 'Покупки и чеки — Апрель')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^[А-Я][а-я]+ 20\d\d$/)
  await expect(page.getByText(/^Потрачено/).first()).toBeVisible()
  await expect(page.locator(rows)).toHaveCount(50)
  await expect(page.getByText(`Показано 50 из ${transactions.length}`)).toBeVisible()

  // The screen's heading stays in view while the rows scroll.
  await page.locator(rows).nth(30).scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  // As large as the heading of any other screen.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', '32px')

  await page.getByRole('link', { name: 'Показать ещё' }).click()
  await expect(page.locator(rows)).toHaveCount(100)
  const titles = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(new Set(titles).size).toBe(titles.length)
  await page.locator(rows).nth(70).click()
  await expect(page.getByRole('link', { name: 'Покупки и чеки' })).toBeVisible()
  await page.goBack()
  await expect(page.locator(rows)).toHaveCount(100)
  // A refresh starts at the beginning, so no page between is missing.
  await page.getByRole('button', { name: 'Обновить страницу' }).click()
  await expect(page.locator(rows)).toHaveCount(50)
  await page.getByRole('link', { name: 'Показать ещё' }).click()
  await expect(page.locator(rows)).toHaveCount(100)
  const shown = await page
    .locator(rows)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1)))
  expect(shown).toEqual(transactions.slice(0, 100).map(({ id }) => id))
})

test("«Back» to the history after another shopper signed in shows that shopper's first 50 entries @js", async ({
  page,
  phone,
  signIn,
  sandbox,
  walk,
  enter,
}) => {
  await enter(...history)
  await page.getByRole('link', { name: 'Показать ещё' }).click()
  await expect(page.locator(rows)).toHaveCount(100)
  await walk('Профиль')
  // In another tab.
  const other = phone.replace(/\d(\d{5})$/, '9$1')
  await signIn(other)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Покупки и чеки' })).toBeVisible()
  const shown = await page
    .locator(rows)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1)))
  const { transactions } = sandbox.server.sandbox.state.user(other)
  expect(shown).toEqual(transactions.slice(0, 50).map(({ id }) => id))
})

test('a list gets no entries of another shopper who signed in meanwhile @js', async ({
  page,
  phone,
  signIn,
  sandbox,
  enter,
}) => {
  await enter(...history)
  // In another tab.
  const other = phone.replace(/\d(\d{5})$/, '9$1')
  await signIn(other)
  const more = page.getByRole('link', { name: 'Показать ещё' })
  const loaded = page.waitForEvent('load')
  await more.click()
  await loaded
  await expect(page.locator(rows)).toHaveCount(50)
  const [newest] = sandbox.server.sandbox.state.user(other).transactions
  await expect(page.locator(rows).first()).toHaveAttribute('href', new RegExp(newest!.id))
})

test('profile, name, purchase and survey with very much data have no layout fault at 320 px @js', async ({
  page,
  signIn,
  walk,
}) => {
  await signIn('79000000007')
  await page.setViewportSize({ width: 320, height: 700 })
  await walk('Профиль')
  await expectGoodScreen(page, 'Профиль — Апрель')
  await walk(/^Имя и почта/)
  await expectGoodScreen(page, 'Имя и почта — Апрель')
  await walk(...history)
  await page.locator(rows).first().click()
  await expectGoodScreen(page, 'Покупка — Апрель')
  await walk('Профиль', /^Оценки и опросы/)
  await page.getByRole('main').locator('a[href^="/profile/survey/"]').first().click()
  await expectGoodScreen(page, 'Опрос — Апрель')
})
