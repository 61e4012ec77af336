import { expect, expectGoodScreen, openAddress, test } from './fixtures'

test('the main screen holds everything, card and stars first', async ({ page, phone, signIn }) => {
  await signIn(phone)
  await page.goto('/today')
  await expectGoodScreen(page, 'Главная — Апрель')
  for (const heading of ['Мои купоны', 'Купоны для вас', 'Последние чеки', 'Акции и личные цены'])
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

test('a part that did not load is asked for again by its own link', async ({
  page,
  phone,
  sandbox,
  signIn,
}) => {
  await signIn(phone)
  sandbox.fail(phone, { endpoint: 'GET /v3/user/transactions', mode: 'status', status: 500 })
  await page.goto('/today')
  const block = page.getByRole('region', { name: 'Последние чеки' })
  await expect(block.getByText('Не удалось загрузить')).toBeVisible()
  sandbox.server.sandbox.faults.clear()
  await block.getByRole('link', { name: 'Повторить' }).click()
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

test('missing fields of a profile lead on to where the shopper was going', async ({
  page,
  sandbox,
  signIn,
}) => {
  await signIn('79000000003')
  // Another journey may have filled them in.
  Object.assign(sandbox.server.sandbox.state.user('79000000003'), {
    firstName: '',
    birthDate: null,
  })
  await openAddress(page, '/profile/stars', 'a bookmark')
  await expect(page).toHaveURL('/profile/incomplete?returnTo=%2Fprofile%2Fstars')
  await page.getByLabel('Имя').fill('Семён')
  await page.getByLabel('День').fill('2')
  await page.getByLabel('Месяц').fill('1')
  await page.getByLabel('Год').fill('1980')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page).toHaveURL('/profile/stars')
})

test.describe('the first steps', () => {
  test('come after the first sign-in, once, and can be skipped', async ({
    page,
    phone,
    context,
    sandbox,
    isScripted,
    walk,
  }) => {
    await context.clearCookies()
    const signInByHand = async () => {
      await walk('Войти')
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

    await walk('Профиль')
    await page.getByRole('button', { name: 'Выйти' }).click()
    await expect(page).toHaveURL('/')
    await signInByHand()
    await expect(page).toHaveURL('/today')
  })

  test('are skipped by a link', async ({ page, phone, signIn }) => {
    await signIn(phone)
    await openAddress(page, '/onboarding', 'typed')
    await page.getByRole('link', { name: 'Пропустить' }).click()
    await expect(page).toHaveURL('/today')
  })
})
