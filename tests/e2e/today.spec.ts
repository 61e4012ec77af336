import { expect, expectGoodScreen, test } from './fixtures'

const blocks: [endpoint: string, heading: string][] = [
  ['GET /v2/user/coupons/favorite', 'Мои купоны'],
  ['GET /v2/user/coupons', 'Купоны для вас'],
  ['GET /v3/user/transactions', 'Последние чеки'],
]

test('the main screen holds everything, card and stars first', async ({ page, phone, signIn }) => {
  await signIn(phone)
  await page.goto('/today')
  await expectGoodScreen(page, 'Главная — Апрель')
  for (const [, heading] of blocks)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR-код карты для кассы' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.getByRole('link', { name: 'Все' }).last().click()
  await expect(page).toHaveURL('/profile/transactions')
})

test('advertising says that it is, and whose', async ({ page, phone, signIn }) => {
  await signIn(phone)
  await page.goto('/today')
  const note = page.getByText(/^Реклама\. .+erid: \S+$/).first()
  await expect(note).toBeVisible()
  const link = page.getByRole('listitem').filter({ has: note }).getByRole('link')
  await expect(link).toHaveAttribute('rel', /sponsored/)
  await expect(link).toHaveAttribute('referrerpolicy', 'no-referrer')
})

for (const [endpoint, heading] of blocks)
  test(`${endpoint} that fails costs the block «${heading}» alone`, async ({
    page,
    phone,
    sandbox,
    signIn,
  }) => {
    await signIn(phone)
    sandbox.fail(phone, { endpoint, mode: 'status', status: 500 })
    await page.goto('/today')
    const block = page.getByRole('region', { name: heading })
    await expect(block.getByText('Не удалось загрузить')).toBeVisible()
    await expect(page.getByText('Не удалось загрузить')).toHaveCount(1)
    sandbox.server.sandbox.faults.clear()
    await block.getByRole('link', { name: 'Повторить' }).click()
    await expect(page.getByText('Не удалось загрузить')).toHaveCount(0)
  })

for (const endpoint of [
  'GET /v2/user/coupons',
  'GET /v1/v1-market/adfox',
  'GET /v3/user/transactions',
  'GET /v1/profile',
  'GET /v2/user/poll',
])
  test(`${endpoint} that hangs holds nothing else up`, async ({ page, phone, sandbox, signIn }) => {
    await signIn(phone)
    await page.goto('/today')
    sandbox.fail(phone, { endpoint, mode: 'hang' })
    const response = await page.goto('/today')
    expect(response?.status()).toBe(200)
    // Waiting for the call to its end would take five seconds.
    expect(response?.request().timing().responseStart).toBeLessThan(3000)
    await expect(page.getByRole('img', { name: 'QR-код карты для кассы' })).toBeVisible()
  })

test('the calls go out side by side', async ({ page, phone, sandbox, signIn }) => {
  await signIn(phone)
  await page.goto('/today')
  sandbox.fail(phone, { endpoint: '*', mode: 'latency', latencyMs: 400 })
  const response = await page.goto('/today')
  // One after the other they would take over three seconds.
  expect(response?.request().timing().responseStart).toBeLessThan(2000)
  await expect(page.getByText('Не удалось загрузить')).toHaveCount(0)
})

test('advice can be waved away, and stays away', async ({ page, phone, sandbox, signIn }) => {
  await signIn(phone)
  sandbox.server.sandbox.state.user(phone).birthDate = null
  await page.goto('/today')
  await expect(page.getByText('Дополните профиль')).toBeVisible()
  const dismiss = page.getByRole('button', { name: 'Не сейчас' })
  const before = await dismiss.count()
  await dismiss.first().click()
  await expect(dismiss).toHaveCount(before - 1)
  await page.goto('/today')
  await expect(page.getByText('Дополните профиль')).toHaveCount(0)
})

test('of a shopper who has nothing yet it says what comes', async ({ page, signIn }) => {
  await signIn('79000000006')
  await page.goto('/today')
  await expect(page.getByText('здесь появится первый чек')).toBeVisible()
  await expect(page.getByText('Активируйте купон — и он появится здесь.')).toBeVisible()
  await expectGoodScreen(page, 'Главная — Апрель')
})

test('of a shopper who has too much of everything it stays in shape', async ({ page, signIn }) => {
  await signIn('79000000007')
  await page.goto('/today')
  await expectGoodScreen(page, 'Главная — Апрель')
  // However long the name is, the code for the till is there without scrolling.
  await expect(page.getByRole('img', { name: 'QR-код карты для кассы' })).toBeInViewport({
    ratio: 1,
  })
})

test.describe('the first steps', () => {
  test('come after the first sign-in, once, and can be skipped', async ({
    page,
    phone,
    context,
    sandbox,
    isScripted,
  }) => {
    await context.clearCookies()
    const signInByHand = async () => {
      await page.goto('/login')
      await page.getByLabel('Номер телефона').fill(phone)
      await page.getByRole('button', { name: 'Получить код' }).click()
      await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
      await page.getByLabel('Пять цифр из сообщения').pressSequentially(sandbox.code(phone))
      if (!isScripted) await page.getByRole('button', { name: 'Продолжить' }).click()
    }
    await signInByHand()
    await expect(page).toHaveURL('/onboarding/1')
    await expectGoodScreen(page, 'Знакомство — Апрель')
    await page.getByRole('link', { name: 'Дальше' }).click()
    await expect(page).toHaveURL('/onboarding/2')
    await page.getByRole('link', { name: 'Дальше' }).click()
    await expect(page.getByText('Шаг 3 из 3')).toBeVisible()
    await expectGoodScreen(page, 'Знакомство — Апрель')
    await page.getByRole('link', { name: 'Начать' }).click()
    await expect(page).toHaveURL('/today')

    await page.goto('/profile')
    await page.getByRole('button', { name: 'Выйти' }).click()
    await expect(page).toHaveURL('/')
    await signInByHand()
    await expect(page).toHaveURL('/today')
  })

  test('are skipped by a link', async ({ page, phone, signIn }) => {
    await signIn(phone)
    await page.goto('/onboarding')
    await page.getByRole('link', { name: 'Пропустить' }).click()
    await expect(page).toHaveURL('/today')
  })
})
