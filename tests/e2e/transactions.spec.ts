import { expect, expectGoodScreen, test } from './fixtures'

test.use({ allowedStatuses: [404] })

const rows = 'a[href^="/profile/transactions/"]'

test('the history is read month by month, fifty at a time', async ({
  page,
  phone,
  signIn,
  sandbox,
  isScripted,
}) => {
  await signIn(phone)
  const { transactions } = sandbox.server.sandbox.state.user(phone)
  await page.goto('/profile/transactions')
  await expectGoodScreen(page, 'Покупки и чеки — Апрель')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^[А-Я][а-я]+ 20\d\d$/)
  await expect(page.getByText(/^Потрачено/).first()).toBeVisible()
  await expect(page.locator(rows)).toHaveCount(50)
  await expect(page.getByText(`Показано 50 из ${transactions.length}`)).toBeVisible()

  await page.getByRole('link', { name: 'Показать ещё' }).click()
  if (isScripted) {
    await expect(page.locator(rows)).toHaveCount(100)
    const titles = await page.getByRole('heading', { level: 2 }).allTextContents()
    expect(new Set(titles).size).toBe(titles.length)
    await page.locator(rows).nth(70).click()
    await expect(page.getByRole('link', { name: 'Покупки и чеки' })).toBeVisible()
    await page.goBack()
    await expect(page.locator(rows)).toHaveCount(100)
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

test('a receipt has its positions, sums, fiscal data and code', async ({
  page,
  phone,
  signIn,
  sandbox,
}) => {
  await signIn(phone)
  const { transactions } = sandbox.server.sandbox.state.user(phone)
  const purchase = transactions.find(({ receipt }) => receipt?.fiscalSign)
  const receipt = purchase!.receipt!
  await page.goto(`/profile/transactions/${purchase?.id}`)
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

test('a receipt without all fiscal data has no code', async ({ page, phone, signIn, sandbox }) => {
  await signIn(phone)
  const { transactions } = sandbox.server.sandbox.state.user(phone)
  const purchase = transactions.find(({ receipt }) => receipt?.fiscalSign)
  delete purchase?.receipt?.fiscalSign
  await page.goto(`/profile/transactions/${purchase?.id}`)
  await expect(page.getByRole('region', { name: 'Чек' })).toBeVisible()
  await expect(page.getByRole('img', { name: /QR-код чека/ })).toHaveCount(0)
})

test('every kind of operation has its word and its sign', async ({
  page,
  phone,
  signIn,
  sandbox,
}) => {
  await signIn(phone)
  const { transactions } = sandbox.server.sandbox.state.user(phone)
  for (const [type, word, sign] of [
    ['REFUND', 'Возврат', /^\+.*₽$/],
    ['ACCRUAL', 'Начисление звёзд', /^\+\d+\sзв/],
    ['WRITE_OFF', 'Списание звёзд', /^−\d+\sзв/],
    ['EXPIRATION', 'Звёзды сгорели', /^−\d+\sзв/],
  ] as const) {
    await page.goto(`/profile/transactions/${transactions.find((one) => one.type === type)?.id}`)
    await expect(page).toHaveTitle(`${word} — Апрель`)
    await expect(page.getByText(sign)).toBeVisible()
  }
})

test('foreign, missing and malformed ids are the same 404', async ({
  page,
  phone,
  signIn,
  sandbox,
}) => {
  await signIn(phone)
  const stranger = sandbox.server.sandbox.state.user('79059999999')
  const seen = new Set<string>()
  for (const id of [
    stranger.transactions[0]?.id ?? '',
    't000000000000',
    '%D1%8F',
    'a%2Fb',
    '...',
  ]) {
    const answer = await page.goto(`/profile/transactions/${id}`)
    expect(answer?.status()).toBe(404)
    await expectGoodScreen(page, 'Здесь ничего не нашлось — Апрель')
    seen.add(await page.locator('main').innerHTML())
  }
  expect(seen.size).toBe(1)
})

test('what did not load can be tried again', async ({ page, phone, signIn, sandbox }) => {
  await signIn(phone)
  const [{ id } = { id: '' }] = sandbox.server.sandbox.state.user(phone).transactions
  for (const [endpoint, path, times] of [
    ['GET /v3/user/transactions', '/profile/transactions', 2],
    ['GET /v2/user/transactions/{id}', `/profile/transactions/${id}`, 1],
  ] as const) {
    sandbox.fail(phone, { endpoint, mode: 'html', times })
    await page.goto(path)
    await page.getByRole('link', { name: 'Повторить' }).click()
    await expect(page.getByRole('link', { name: 'Повторить' })).toHaveCount(0)
  }
})

test.describe('with nothing bought', () => {
  test.use({ phone: '79000000006' })

  test('the history says how to begin', async ({ page, phone, signIn }) => {
    await signIn(phone)
    await page.goto('/profile/transactions')
    await expect(page.getByText('Покупок пока нет')).toBeVisible()
    await expectGoodScreen(page, 'Покупки и чеки — Апрель')
    await page.goto('/profile/transactions?offset=50')
    await page.getByRole('link', { name: 'К началу' }).click()
    await expect(page).toHaveURL('/profile/transactions')
  })
})

test.describe('with very much of everything', () => {
  test.use({ phone: '79000000007' })

  test('nothing breaks the screens', async ({ page, phone, signIn, sandbox }) => {
    await signIn(phone)
    await page.setViewportSize({ width: 320, height: 700 })
    const { transactions, polls } = sandbox.server.sandbox.state.user(phone)
    for (const [path, title] of [
      ['/profile', 'Профиль'],
      ['/profile/edit', 'Мои данные'],
      ['/profile/stars', 'Звёзды'],
      ['/profile/cards', 'Карты'],
      ['/profile/transactions', 'Покупки и чеки'],
      [`/profile/transactions/${transactions[0]?.id}`, 'Покупка'],
      ['/profile/rate', 'Оценки и опросы'],
      [`/profile/survey/${polls[0]?.id}`, 'Опрос'],
    ] as const) {
      await page.goto(path)
      await expectGoodScreen(page, `${title} — Апрель`)
    }
  })
})
