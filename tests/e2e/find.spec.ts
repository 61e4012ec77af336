import { expect, expectProductScreen, test } from './fixtures'

const finder = ['Профиль', /^Покупки и чеки/, 'Найти покупку'] as const

test('the search finds a purchase by its shop, and the receipt links back to the search with its text', async ({
  page,
  phone,
  signIn,
  sandbox,
  walk,
}) => {
  await signIn(phone)
  const { transactions } = sandbox.server.sandbox.state.user(phone)
  const purchase = transactions.find(({ receipt, storeAddress }) => receipt && storeAddress)!
  const name = purchase.storeAddress!
  await walk(...finder)
  await expectProductScreen(page, 'Найти покупку — Апрель')
  await page.getByLabel('Что искать').fill(name.toUpperCase())
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByText(/^Найден[аоы] \d+ операци/)).toBeVisible()
  await expect(page.getByText(/^Просмотрены операции /)).toBeVisible()
  await expect(page.getByLabel('Что искать')).toHaveValue(name.toUpperCase())
  const row = page.locator(`a[href="/profile/transactions/${purchase.id}"]`)
  await expect(row).toBeVisible()
  await expectProductScreen(page, 'Найти покупку — Апрель')
  await row.click()
  await expect(page.getByRole('heading', { level: 2, name: 'Чек' })).toBeVisible()
  await walk('Найти покупку')
  await expect(page.getByLabel('Что искать')).toHaveValue(name.toUpperCase())
  await expect(row).toBeVisible()
  await walk('Покупки и чеки')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Покупки и чеки')
})
