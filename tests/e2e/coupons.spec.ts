import { expect, expectGoodScreen, test } from './fixtures'

const FAVOURITE = 'POST /v2/user/coupons/favorite'

test.describe('coupons', () => {
  test('are listed by tabs, each with a heading of its own state', async ({
    page,
    phone,
    isScripted,
    signIn,
    walk,
  }) => {
    await signIn(phone)
    await walk('Купоны')
    await expectGoodScreen(page, 'Купоны — Апрель')
    await expect(page.getByRole('link', { name: 'Купоны', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(page.getByRole('article')).toHaveCount(24)
    await page.getByRole('link', { name: 'Следующие купоны' }).click()
    await expect(page).toHaveURL('/coupons?page=2')
    if (isScripted) await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('article')).toHaveCount(4)

    await page.getByRole('link', { name: 'Мои', exact: true }).click()
    await expect(page).toHaveURL('/coupons?tab=mine')
    await expect(page.getByText(/Активирован/).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Активировать: / })).toHaveCount(0)
    await expectGoodScreen(page, 'Купоны — Апрель')

    await page.getByRole('link', { name: 'Прошедшие' }).click()
    await expect(page.getByText('Использован').first()).toBeVisible()
    await expect(page.getByText('Срок истёк').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Активировать|Убрать): / })).toHaveCount(0)
    await expectGoodScreen(page, 'Купоны — Апрель')
  })

  test('are activated and let go by their buttons, each write sent once', async ({
    page,
    phone,
    sandbox,
    signIn,
    walk,
  }) => {
    await signIn(phone)
    await walk('Купоны')
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

    await tile.getByRole('button', { name: /^Активировать: / }).click()
    await expect(page.getByText('Купон активирован')).toBeVisible()
    await expect(tile.getByText(/Активирован в\s\d\d:\d\d/)).toBeVisible()
    expect(writes()).toEqual([{ favoriteId: coupon?.favoriteId, isFavorite: true }])

    await tile.getByRole('button', { name: /^Убрать/ }).click()
    await expect(page.getByText('Купон убран из моих')).toBeVisible()
    await expect(tile.getByRole('button', { name: /^Активировать: / })).toBeVisible()
    expect(writes()[1]).toEqual({ favoriteId: coupon?.favoriteId, isFavorite: false })
  })

  test('are let go one by one, and the way back leads to those that are left', async ({
    page,
    phone,
    signIn,
    walk,
  }) => {
    await signIn(phone)
    await walk('Купоны', 'Мои')
    const mine = page.getByRole('article')
    await expect(page.getByRole('button', { name: /^Активировать: / })).toHaveCount(0)
    const before = await mine.count()
    await mine.first().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/coupons\/.+/)
    await page.getByRole('button', { name: /^Убрать/ }).click()
    await expect(page.getByText('Купон убран из моих')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Купоны', exact: true }).click()
    await expect(page).toHaveURL('/coupons?tab=mine')
    await expect(mine).toHaveCount(before - 1)
  })

  test('the browser’s «Back» leaves a list at once, however many were activated on it @js', async ({
    page,
    phone,
    signIn,
    walk,
  }) => {
    await signIn(phone)
    await walk('Профиль', 'Купоны')
    const buttons = page.getByRole('button', { name: /^Активировать: / })
    for (const left of [(await buttons.count()) - 1, (await buttons.count()) - 2]) {
      await buttons.first().click()
      await expect(buttons).toHaveCount(left)
      await expect(page.getByText('Купон активирован')).toHaveCount(1)
    }
    await page.goBack()
    await expect(page).toHaveURL('/profile')
  })

  test('are activated all at once; what was refused or got no answer is shown, and a second press goes on', async ({
    page,
    phone,
    sandbox,
    signIn,
    walk,
  }) => {
    await signIn(phone)
    await walk('Купоны')
    const { calls, state } = sandbox.server.sandbox
    const open = state.user(phone).coupons.filter(({ state }) => state === 'AVAILABLE')
    const asked = () =>
      calls.flatMap(({ endpoint, body }) =>
        endpoint === FAVOURITE ? [(body as { favoriteId: string }).favoriteId] : [],
      )
    const before = asked().length
    sandbox.fail(phone, { endpoint: FAVOURITE, mode: 'status', status: 500, times: 1 })
    sandbox.fail(phone, { endpoint: FAVOURITE, mode: 'status', status: 422, times: 1 })
    await page.getByRole('button', { name: 'Активировать все купоны' }).click()
    await expect(page.getByText(/^Активировано: \d+ купон/)).toBeVisible()
    await expect(page.getByText(/Отказано: «.+» — уже использован или срок истёк\./)).toBeVisible()
    await expect(page.getByText(/Не дождались ответа: 1 купон/)).toBeVisible()
    await expectGoodScreen(page, 'Купоны — Апрель')
    expect(asked().slice(before)).toHaveLength(open.length)
    expect(new Set(asked().slice(before)).size).toBe(open.length)

    await walk('Главная', 'Купоны')
    await expect(page.getByRole('button', { name: 'Активировать все купоны' })).toBeVisible()
    await page.getByRole('button', { name: 'Активировать все купоны' }).click()
    await expect(page.getByText('Активировано: 2 купона')).toBeVisible()
  })

  test('the button of one turns once, and not to and fro before the answer @js', async ({
    page,
    phone,
    sandbox,
    signIn,
    walk,
  }) => {
    await signIn(phone)
    sandbox.fail(phone, { endpoint: FAVOURITE, mode: 'latency', latencyMs: 500 })
    await walk('Купоны')
    const button = page.getByRole('button', { name: /^Активировать: / }).first()
    const turns = await button.evaluateHandle((element) => {
      const texts: string[] = []
      new MutationObserver(() => {
        const text = element.textContent ?? ''
        if (texts.at(-1) !== text) texts.push(text)
      }).observe(element, { subtree: true, childList: true, characterData: true })
      return texts
    })
    await button.click()
    await expect(page.getByText('Купон активирован')).toBeVisible()
    expect(await turns.jsonValue()).toEqual(['Убрать'])
  })

  test('two that are activated one after another, or one beside a refresh or on the way to another screen, look active @js', async ({
    page,
    phone,
    sandbox,
    signIn,
    walk,
  }) => {
    await signIn(phone)
    await walk('Профиль', 'Купоны')
    // The script's last part is there, too.
    await page.waitForLoadState('networkidle')
    sandbox.fail(phone, { endpoint: FAVOURITE, mode: 'latency', latencyMs: 800 })
    const buttonOf = (id: string) => page.locator(`form[action^="/coupons/${id}/"] button`)
    const ids = await page
      .locator('form[action$="/activate"]')
      .evaluateAll((forms) => forms.map((form) => form.getAttribute('action')?.split('/')[2] ?? ''))
    const [one = '', two = '', three = '', four = ''] = ids.slice(-4)

    await buttonOf(one).click()
    await page.waitForTimeout(300)
    await buttonOf(two).click()
    for (const id of [one, two]) {
      await expect(buttonOf(id)).toHaveText('Убрать')
      await expect(buttonOf(id)).not.toHaveAttribute('aria-disabled')
    }
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)

    await buttonOf(three).click()
    const refresh = page.getByRole('button', { name: 'Обновить страницу' })
    // No scrolling: the button is at the page's top.
    await refresh.dispatchEvent('click')
    await expect(buttonOf(three)).not.toHaveAttribute('aria-disabled')
    await expect(buttonOf(three)).toHaveText('Убрать')

    await buttonOf(four).click()
    await page.waitForTimeout(100)
    await page.getByRole('link', { name: 'Мои', exact: true }).click()
    await expect(page).toHaveURL('/coupons?tab=mine')
    await expect(page.locator(`a[href^="/coupons/${four}"]`).first()).toBeVisible()
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL('/profile')
  })

  test('a refusal rolls the button back and says so', async ({
    page,
    phone,
    sandbox,
    signIn,
    walk,
  }) => {
    await signIn(phone)
    sandbox.fail(phone, { endpoint: FAVOURITE, mode: 'status', status: 500 })
    await walk('Купоны')
    const button = page.getByRole('button', { name: /^Активировать: / }).first()
    await button.click()
    await expect(page.getByText('Активировать купон не получилось')).toBeVisible()
    await expect(button).toHaveText('Активировать')
  })

  test('one that ended meanwhile says so', async ({ page, phone, sandbox, signIn, walk }) => {
    await signIn(phone)
    await walk('Купоны')
    for (const coupon of sandbox.server.sandbox.state.user(phone).coupons) coupon.state = 'USED'
    await page
      .getByRole('button', { name: /^Активировать: / })
      .first()
      .click()
    await expect(page.getByText('Этот купон уже использован или его срок истёк')).toBeVisible()
  })

  test('an active one shows its code drawn, and in letters', async ({
    page,
    phone,
    sandbox,
    signIn,
    walk,
  }) => {
    await signIn(phone)
    const coupon = sandbox.server.sandbox.state
      .user(phone)
      .coupons.find(({ state }) => state === 'ACTIVATED')
    if (!coupon) throw new Error('The sandbox has no active coupon')
    coupon.displayType = 'barcode'
    coupon.title = 'Скидка на журавлей'
    coupon.items = [{ couponCode: 'APR-7-42' }]
    await walk('Купоны', 'Мои', coupon.title)
    await expect(page.getByText('APR-7-42')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Штрихкод купона' })).toBeVisible()
    await expectGoodScreen(page, 'Купон — Апрель')
    await page.getByRole('main').getByRole('link', { name: 'Купоны', exact: true }).click()
    await expect(page).toHaveURL('/coupons?tab=mine')
    await expect(page.getByRole('link', { name: 'Мои' })).toHaveAttribute('aria-current', 'true')
  })

  test('none, and a gateway that fails, have text of their own', async ({
    page,
    phone,
    sandbox,
    signIn,
    walk,
  }) => {
    await signIn('79000000006')
    await walk('Купоны')
    await expect(page.getByText('Купонов пока нет')).toBeVisible()
    await expectGoodScreen(page, 'Купоны — Апрель')
    await signIn(phone)
    sandbox.fail(phone, { endpoint: 'GET /v2/user/coupons', mode: 'status', status: 500 })
    await walk('Главная', 'Купоны')
    await expect(page.getByText('Не удалось загрузить')).toBeVisible()
  })
})
