import { expect, expectGoodScreen, test } from './fixtures'

const OPT_IN = 'POST /v2/offers/opt-in'

test('the hub shows offers and personal prices and leads on', async ({ page, phone, signIn }) => {
  await signIn(phone)
  await page.goto('/actions')
  await expectGoodScreen(page, 'Акции — Апрель')
  await expect(page.getByRole('heading', { name: 'Личные цены' })).toBeVisible()
  await page.getByRole('link', { name: /^Предложения Звёзды/ }).click()
  await expect(page).toHaveURL('/actions/offers')
  await expectGoodScreen(page, 'Предложения — Апрель')
  await expect(page.getByRole('progressbar').first()).toBeVisible()
})

test('personal prices are asked for once in ten minutes', async ({
  page,
  phone,
  sandbox,
  signIn,
}) => {
  await signIn(phone)
  const asked = () =>
    sandbox.server.sandbox.calls.filter(({ path }) => path.endsWith('/personal-promotions')).length
  const before = asked()
  await page.goto('/actions')
  await page.goto('/actions')
  expect(asked()).toBe(before + 1)
})

test('an offer is activated once, and its progress begins to count', async ({
  page,
  phone,
  sandbox,
  signIn,
}) => {
  await signIn(phone)
  const offer = sandbox.server.sandbox.state
    .user(phone)
    .offers.find(({ state, progress }) => state === 'AVAILABLE' && progress)
  await page.goto(`/actions/offers/${offer?.code}`)
  await expectGoodScreen(page, 'Предложение — Апрель')
  await page.getByRole('button', { name: 'Участвовать' }).click()
  await expect(page.getByText('Вы участвуете')).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Участвовать' })).toHaveCount(0)
  const writes = sandbox.server.sandbox.calls.filter(
    ({ endpoint, body }) => endpoint === OPT_IN && (body as { code: string }).code === offer?.code,
  )
  expect(writes.map(({ body }) => body)).toEqual([{ code: offer?.code }])
  await expectGoodScreen(page, 'Предложение — Апрель')
})

test('every state of an offer says what it is', async ({ page, phone, sandbox, signIn }) => {
  await signIn(phone)
  for (const [state, words] of [
    ['ACTIVATED', 'Участвуете'],
    ['COMPLETED', 'Выполнено'],
    ['EXPIRED', 'Завершено'],
  ] as const) {
    const offer = sandbox.server.sandbox.state
      .user(phone)
      .offers.find((each) => each.state === state)
    await page.goto(`/actions/offers/${offer?.code}`)
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Участвовать' })).toHaveCount(0)
  }
})

test('an offer that closed meanwhile says so, and one that fails can be tried again', async ({
  page,
  phone,
  sandbox,
  signIn,
}) => {
  await signIn(phone)
  const offer = sandbox.server.sandbox.state
    .user(phone)
    .offers.find(({ state }) => state === 'AVAILABLE')
  if (!offer) throw new Error('The sandbox has no open offer')
  sandbox.fail(phone, { endpoint: OPT_IN, mode: 'status', status: 500, times: 1 })
  await page.goto(`/actions/offers/${offer.code}`)
  await page.getByRole('button', { name: 'Участвовать' }).click()
  await expect(page.getByText('Не получилось. Попробуйте ещё раз')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Участвовать' })).toBeVisible()
  offer.state = 'COMPLETED'
  await page.getByRole('button', { name: 'Участвовать' }).click()
  await expect(page.getByText('уже нельзя участвовать')).toBeVisible()
})

test('nothing at all is a screen too', async ({ page, signIn }) => {
  await signIn('79000000006')
  await page.goto('/actions')
  await expect(page.getByText('Личных цен пока нет')).toBeVisible()
  await page.goto('/actions/offers')
  await expect(page.getByText('Предложений пока нет')).toBeVisible()
})

test('far too much is a screen too', async ({ page, signIn }) => {
  await signIn('79000000007')
  await page.goto('/actions')
  await expectGoodScreen(page, 'Акции — Апрель')
  await page.goto('/actions/offers?page=2')
  await expectGoodScreen(page, 'Предложения — Апрель')
})
