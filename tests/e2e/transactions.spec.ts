import { wares } from '../../sandbox/data/goods'
import { expect, expectGoodScreen, test } from './fixtures'

const rows = 'a[href^="/profile/transactions/t"]'
const row = (id = '') => `a[href="/profile/transactions/${id}"]`
const history = ['Профиль', /^Покупки и чеки/] as const

test('the history is read month by month, fifty at a time', async ({
  page,
  phone,
  signIn,
  sandbox,
  isScripted,
  walk,
}) => {
  await signIn(phone)
  const { transactions } = sandbox.server.sandbox.state.user(phone)
  await walk(...history)
  await expectGoodScreen(page, 'Покупки и чеки — Апрель')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^[А-Я][а-я]+ 20\d\d$/)
  await expect(page.getByText(/^Потрачено/).first()).toBeVisible()
  await expect(page.locator(rows)).toHaveCount(50)
  await expect(page.getByText(`Показано 50 из ${transactions.length}`)).toBeVisible()

  // The header stays where it is while the rows go by.
  await page.locator(rows).nth(30).scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()

  await page.getByRole('link', { name: 'Показать ещё' }).click()
  if (isScripted) {
    await expect(page.locator(rows)).toHaveCount(100)
    const titles = await page.getByRole('heading', { level: 2 }).allTextContents()
    expect(new Set(titles).size).toBe(titles.length)
    await page.locator(rows).nth(70).click()
    await expect(page.getByRole('link', { name: 'Покупки и чеки' })).toBeVisible()
    await page.goBack()
    await expect(page.locator(rows)).toHaveCount(100)
    // Refreshed it begins anew: no page between is left out.
    await page.getByRole('link', { name: 'Показать ещё' }).click()
    await expect(page.locator(rows)).toHaveCount(150)
    await page.getByRole('button', { name: 'Обновить страницу' }).click()
    await expect(page.locator(rows)).toHaveCount(50)
    await page.getByRole('link', { name: 'Показать ещё' }).click()
    await expect(page.locator(rows)).toHaveCount(100)
    const shown = await page
      .locator(rows)
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1)))
    expect(shown).toEqual(transactions.slice(0, 100).map(({ id }) => id))
  } else {
    await expect(page).toHaveURL('/profile/transactions?offset=50')
    await expect(page.locator(rows)).toHaveCount(50)
    await expect(page.locator(rows).first()).toHaveAttribute(
      'href',
      `/profile/transactions/${transactions[50]?.id}`,
    )
    await page.getByRole('link', { name: 'Показать более новые' }).click()
    await expect(page.locator(rows).first()).toHaveAttribute(
      'href',
      `/profile/transactions/${transactions[0]?.id}`,
    )
  }
  const asked = sandbox.server.sandbox.calls.filter(
    ({ endpoint }) => endpoint === 'GET /v3/user/transactions',
  )
  expect(asked.every(({ query }) => Number(query.limit) <= 50)).toBe(true)
})

test('a list that another shopper comes back to is theirs from its beginning @js', async ({
  page,
  phone,
  signIn,
  sandbox,
  walk,
}) => {
  await signIn(phone)
  await walk(...history)
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

test('of another shopper who has signed in meanwhile nothing is added to a list: it is theirs from its beginning @js', async ({
  page,
  phone,
  signIn,
  sandbox,
  walk,
}) => {
  await signIn(phone)
  await walk(...history)
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

test('ten years of purchases are counted in groups of digits, and spoken as one number', async ({
  signIn,
  sandbox,
  page,
  walk,
}) => {
  const phone = '79000000009'
  await signIn(phone)
  const count = sandbox.server.sandbox.state.user(phone).transactions.length
  expect(count).toBeGreaterThan(9999)
  await walk(...history)
  const grouped = String(count).replace(/(?=\d{3}$)/, '\u2009')
  await expect(page.getByText(`Показано 50 из ${grouped}`, { exact: true })).toBeVisible()
  await expect(page.getByText(`Показано 50 из ${count}`, { exact: true })).toHaveCount(1)
})

test('a receipt has its positions, sums, fiscal data and code', async ({
  page,
  phone,
  signIn,
  sandbox,
  walk,
}) => {
  await signIn(phone)
  const { transactions } = sandbox.server.sandbox.state.user(phone)
  const purchase = transactions.find(({ receipt }) => receipt?.fiscalSign)
  const receipt = purchase!.receipt!
  await walk(...history)
  await page.locator(row(purchase?.id)).click()
  await expectGoodScreen(page, 'Покупка — Апрель')
  await expect(page.getByRole('region', { name: 'Чек' }).locator('ol > li')).toHaveCount(
    receipt.items.length,
  )
  await expect(page.getByText(receipt.fiscalDriveNumber!)).toBeVisible()
  await expect(page.getByText(receipt.fiscalSign!)).toBeVisible()
  await expect(page.getByRole('img', { name: /QR-код чека/ })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Основное меню' })).toBeHidden()
  await expect(page.getByText(receipt.fiscalSign!)).toBeVisible()
})

test('from a receipt the way leads to its goods, at today’s prices', async ({
  page,
  phone,
  signIn,
  sandbox,
  walk,
}) => {
  await signIn(phone)
  const { transactions } = sandbox.server.sandbox.state.user(phone)
  const purchase = transactions.find(({ receipt }) => receipt)
  const product = wares.find(({ isForAdults, name }) => !isForAdults && name.length < 60)!
  purchase!.receipt!.items = [
    { name: product.name, price: product.basePrice * 2, quantity: 1, sum: product.basePrice * 2 },
    { name: 'Чай, которого больше нет', price: 9_900, quantity: 1, sum: 9_900 },
  ]
  await walk(...history)
  await page.locator(row(purchase?.id)).click()
  await page.getByRole('link', { name: 'Купить ещё раз' }).click()
  await expectGoodScreen(page, 'Купить ещё раз — Апрель')
  const goods = page.getByRole('main').getByRole('listitem')
  await expect(goods.first()).toContainText(/дешевле на \d/)
  await expect(goods.nth(1)).toContainText('такого нет')
  await expect(page.getByRole('link', { name: /^Найти похожее: Чай/ })).toBeVisible()
  await goods.first().getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`^[^?]*/product/${product.id}`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(product.name.split(' ')[0]!)
})

test('nothing breaks the screens of who has very much of everything @js', async ({
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
