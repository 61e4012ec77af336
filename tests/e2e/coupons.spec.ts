import { expect, expectGoodScreen, test } from './fixtures'

const FAVOURITE = 'POST /v2/user/coupons/favorite'

test.describe('coupons', () => {
  test('are listed by tabs, each with a heading of its own state', async ({
    page,
    phone,
    signIn,
  }) => {
    await signIn(phone)
    await page.goto('/coupons')
    await expectGoodScreen(page, 'Купоны — Апрель')
    await expect(page.getByRole('link', { name: 'Купоны', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(page.getByRole('article')).toHaveCount(24)
    await page.getByRole('link', { name: 'Следующие купоны' }).click()
    await expect(page).toHaveURL('/coupons?page=2')
    await expect(page.getByRole('article')).toHaveCount(4)

    await page.getByRole('link', { name: 'Мои', exact: true }).click()
    await expect(page).toHaveURL('/coupons?tab=mine')
    await expect(page.getByText(/Активирован/).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Активировать/ })).toHaveCount(0)
    await expectGoodScreen(page, 'Купоны — Апрель')

    await page.getByRole('link', { name: 'Прошедшие' }).click()
    await expect(page.getByText('Использован').first()).toBeVisible()
    await expect(page.getByText('Срок истёк').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Активировать|Убрать)/ })).toHaveCount(0)
    await expectGoodScreen(page, 'Купоны — Апрель')
  })

  test('are activated and let go by their buttons, each write sent once', async ({
    page,
    phone,
    sandbox,
    signIn,
  }) => {
    await signIn(phone)
    await page.goto('/coupons')
    const { calls, state } = sandbox.server.sandbox
    const coupon = state.user(phone).coupons.find(({ state }) => state === 'AVAILABLE')
    const writes = () =>
      calls.flatMap(({ endpoint, body }) =>
        endpoint === FAVOURITE && (body as { favoriteId: string }).favoriteId === coupon?.favoriteId
          ? [body]
          : [],
      )
    const tile = page.getByRole('article').filter({
      has: page.locator(`a[href="/coupons/${coupon?.favoriteId}"]`),
    })

    await tile.getByRole('button', { name: /^Активировать/ }).click()
    await expect(page.getByText('Купон активирован')).toBeVisible()
    await expect(tile.getByText(/Активирован в \d\d:\d\d/)).toBeVisible()
    expect(writes()).toEqual([{ favoriteId: coupon?.favoriteId, isFavorite: true }])

    await tile.getByRole('button', { name: /^Убрать/ }).click()
    await expect(page.getByText('Купон убран из моих')).toBeVisible()
    await expect(tile.getByRole('button', { name: /^Активировать/ })).toBeVisible()
    expect(writes()[1]).toEqual({ favoriteId: coupon?.favoriteId, isFavorite: false })
  })

  test('a form that is sent twice activates once', async ({
    page,
    phone,
    sandbox,
    signIn,
    app,
  }) => {
    await signIn(phone)
    const { calls, state } = sandbox.server.sandbox
    const coupon = state.user(phone).coupons.find(({ state }) => state === 'AVAILABLE')
    const post = () =>
      page.request.post(`/coupons/${coupon?.favoriteId}/activate`, {
        headers: { Origin: app.origin },
        form: { formId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', isFavorite: 'false', foreign: 'x' },
        maxRedirects: 0,
      })
    const answers = await Promise.all([post(), post(), post()])
    expect(answers.map((answer) => answer.status())).toEqual([303, 303, 303])
    const writes = calls.filter(
      ({ endpoint, body }) =>
        endpoint === FAVOURITE &&
        (body as { favoriteId: string }).favoriteId === coupon?.favoriteId,
    )
    expect(writes.map(({ body }) => body)).toEqual([
      { favoriteId: coupon?.favoriteId, isFavorite: true },
    ])
  })

  test('a refusal rolls the button back and says so', async ({ page, phone, sandbox, signIn }) => {
    await signIn(phone)
    sandbox.fail(phone, { endpoint: FAVOURITE, mode: 'status', status: 500 })
    await page.goto('/coupons')
    const button = page.getByRole('button', { name: /^Активировать/ }).first()
    await button.click()
    await expect(page.getByText('Активировать купон не получилось')).toBeVisible()
    await expect(button).toHaveText('Активировать')
  })

  test('one that ended meanwhile says so', async ({ page, phone, sandbox, signIn }) => {
    await signIn(phone)
    await page.goto('/coupons')
    for (const coupon of sandbox.server.sandbox.state.user(phone).coupons) coupon.state = 'USED'
    await page
      .getByRole('button', { name: /^Активировать/ })
      .first()
      .click()
    await expect(page.getByText('Этот купон уже использован или его срок истёк')).toBeVisible()
  })

  for (const [displayType, look] of [
    ['barcode', 'Штрихкод купона'],
    ['qr', 'QR-код купона'],
    ['text', null],
    ['hologram', null],
  ] as const)
    test(`an active one shows its code as ${displayType}, and in letters`, async ({
      page,
      phone,
      sandbox,
      signIn,
    }) => {
      await signIn(phone)
      const coupon = sandbox.server.sandbox.state
        .user(phone)
        .coupons.find(({ state }) => state === 'ACTIVATED')
      if (!coupon) throw new Error('The sandbox has no active coupon')
      coupon.displayType = displayType
      coupon.items = [{ couponCode: 'APR-7-42' }]
      await page.goto(`/actions/coupons/${coupon.favoriteId}`)
      await expect(page.getByText('APR-7-42')).toBeVisible()
      await expect(page.getByRole('img', { name: /купона$/ })).toHaveCount(look ? 1 : 0)
      if (look) await expect(page.getByRole('img', { name: look })).toBeVisible()
      await expectGoodScreen(page, 'Купон — Апрель')
      await page.getByRole('link', { name: 'Купоны', exact: true }).first().click()
      await expect(page).toHaveURL(/\/(actions\/)?coupons$/)
    })

  test('used and expired ones look it, show no code and cannot be activated', async ({
    page,
    phone,
    sandbox,
    signIn,
  }) => {
    await signIn(phone)
    const { coupons } = sandbox.server.sandbox.state.user(phone)
    for (const [state, words] of [
      ['USED', 'Использован'],
      ['EXPIRED', 'Срок истёк'],
    ] as const) {
      const coupon = coupons.find((each) => each.state === state)
      await page.goto(`/coupons/${coupon?.favoriteId}`)
      await expect(page.getByText(words, { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Активировать/ })).toHaveCount(0)
      await expect(page.getByText(coupon?.items[0]?.couponCode ?? '—')).toHaveCount(0)
    }
  })

  test('none, and a gateway that fails, have screens of their own', async ({
    page,
    phone,
    sandbox,
    signIn,
  }) => {
    await signIn('79000000006')
    await page.goto('/coupons')
    await expect(page.getByText('Купонов пока нет')).toBeVisible()
    await expectGoodScreen(page, 'Купоны — Апрель')
    await signIn(phone)
    sandbox.fail(phone, { endpoint: 'GET /v2/user/coupons', mode: 'status', status: 500 })
    await page.goto('/coupons')
    await expect(page.getByText('Не удалось загрузить')).toBeVisible()
  })

  test('very long and very many ones stay on the screen', async ({ page, signIn }) => {
    await signIn('79000000007')
    await page.goto('/coupons')
    await expectGoodScreen(page, 'Купоны — Апрель')
    await page.getByRole('article').first().getByRole('link').click()
    await expectGoodScreen(page, 'Купон — Апрель')
  })
})

test.describe('an address that names no coupon', () => {
  test.use({ allowedStatuses: [404] })

  test('is not found', async ({ page, phone, signIn }) => {
    await signIn(phone)
    for (const path of ['/coupons/9999999999', '/coupons/%3Cb%3E', '/actions/offers/none']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Здесь ничего не нашлось' })).toBeVisible()
    }
  })
})
