import { expect, expectGoodScreen, test } from './fixtures'

const finder = ['Профиль', /^Покупки и чеки/, 'Найти покупку'] as const
const rows = 'a[href^="/profile/transactions/t"]'
const DEEP = '79000000009'

test('a purchase is found by what was bought, and the way leads to its receipt and back', async ({
  page,
  phone,
  signIn,
  sandbox,
  walk,
}) => {
  await signIn(phone)
  const { transactions } = sandbox.server.sandbox.state.user(phone)
  const purchase = transactions.find(({ receipt }) => receipt)!
  const name = purchase.receipt!.items[0]!.name
  await walk(...finder)
  await expectGoodScreen(page, 'Найти покупку — Апрель')
  await page.getByLabel('Что искать').fill(name.toUpperCase())
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByText(/^Найден[аоы] \d+ операци/)).toBeVisible()
  await expect(page.getByText(/^Просмотрены операции и чеки /)).toBeVisible()
  await expect(page.getByLabel('Что искать')).toHaveValue(name.toUpperCase())
  const row = page.locator(`a[href="/profile/transactions/${purchase.id}"]`)
  await expect(row.locator('mark').first()).toBeVisible()
  await expectGoodScreen(page, 'Найти покупку — Апрель')
  await row.click()
  await expect(page.getByRole('heading', { level: 2, name: 'Чек' })).toBeVisible()
  await walk('Найти покупку')
  await expect(page.getByLabel('Что искать')).toHaveValue(name.toUpperCase())
  await expect(row).toBeVisible()
  await walk('Покупки и чеки')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Покупки и чеки')
})

test('ten years of purchases are searched page by page', async ({ page, signIn, walk }) => {
  await signIn(DEEP)
  await walk(...finder)
  await page.getByText('Сумма, даты и вид операции').click()
  await page.getByLabel('Вид операции').selectOption('Возвраты')
  await page.getByLabel('По дату').fill('2024-05-03')
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(
    page.getByText(/^Просмотрены операции\s.+\s[123]\sмая\s2024: 200 из 10\s032/),
  ).toBeVisible()
  const first = await page.locator(rows).first().getAttribute('href')
  await page.getByRole('link', { name: 'Искать дальше' }).click()
  await expect(page).toHaveURL(/kind=REFUND.*offset=\d+/)
  await expect(page.getByLabel('Вид операции')).toHaveValue('REFUND')
  await expect(page.getByLabel('По дату')).toHaveValue('2024-05-03')
  await expect(page.locator(`a[href="${first}"]`)).toHaveCount(0)
  await page.getByRole('link', { name: 'Искать с начала' }).click()
  await expect(page.locator(rows).first()).toHaveAttribute('href', first!)
})

test('what is wrong is shown at its field, and nothing typed is lost', async ({
  page,
  phone,
  signIn,
  walk,
  isScripted,
}) => {
  await signIn(phone)
  await walk(...finder)
  await page.getByLabel('Что искать').fill('сыр')
  await page.getByText('Сумма, даты и вид операции').click()
  await page.getByLabel('Сумма от, ₽').fill('300')
  await page.getByLabel('Сумма до, ₽').fill('20')
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByLabel('Сумма от, ₽')).toHaveAccessibleDescription(
    'Ошибка: Сумма «от» больше суммы «до»',
  )
  await expect(page).toHaveTitle('Ошибка: Найти покупку — Апрель')
  if (isScripted) await expect(page.locator('#error-summary')).toBeFocused()
  await expectGoodScreen(page, 'Ошибка: Найти покупку — Апрель')
  await expect(page.getByLabel('Что искать')).toHaveValue('сыр')
  await page.getByRole('link', { name: 'Сумма «от» больше суммы «до»' }).click()
  await expect(page.getByLabel('Сумма от, ₽')).toBeFocused()
  await page.getByLabel('Сумма от, ₽').fill('')
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.locator('#error-summary')).toHaveCount(0)
  await expect(page).toHaveTitle('Найти покупку — Апрель')
})

test('a gateway that fails costs the finds alone', async ({
  page,
  phone,
  signIn,
  sandbox,
  walk,
}) => {
  await signIn(phone)
  await walk(...finder)
  sandbox.fail(phone, { endpoint: 'GET /v3/user/transactions', mode: 'status', status: 500 })
  await page.getByLabel('Что искать').fill('сыр')
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByText('Поиск не удался')).toBeVisible()
  await expect(page.getByLabel('Что искать')).toHaveValue('сыр')
  sandbox.server.sandbox.faults.clear()
  await page.getByRole('link', { name: 'Повторить' }).click()
  await expect(page.getByText(/^Просмотрены операции и чеки /)).toBeVisible()
})
