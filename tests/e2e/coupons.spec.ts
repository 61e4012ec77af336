import { expect, test } from './fixtures'

const FAVOURITE = 'POST /v2/user/coupons/favorite'

test.describe('coupons', () => {
  test('lead their screen: the first is near its top, and each is one low row', async ({
    page,
    signIn,
    walk,
  }) => {
    await signIn()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/today')
    await page.getByRole('button', { name: 'Отказаться' }).click()
    await walk('Купоны')
    const rows = page.getByRole('article')
    expect((await rows.first().boundingBox())!.y).toBeLessThan(260)
    const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight))
    expect(heights.length).toBeGreaterThan(10)
    expect(Math.max(...heights)).toBeLessThanOrEqual(104)
  })

  test('are activated, removed and returned by their buttons', async ({
    page,
    phone,
    sandbox,
    enter,
  }) => {
    await enter('Купоны')
    const coupon = sandbox.server.sandbox.state
      .user(phone)
      .coupons.find(({ state }) => state === 'AVAILABLE')
    const tile = page.getByRole('article').filter({
      has: page.locator(`a[href="/coupons/${coupon?.favoriteId}"]`),
    })

    await tile.getByRole('button', { name: /^Активировать: / }).click()
    await expect(page.getByText('Купон активирован')).toBeVisible()
    const atTheTill = 'Скидка применится сама, когда покажете карту на кассе.'
    await expect(page.getByText(atTheTill)).toBeVisible()
    await expect(tile.getByText('Активен', { exact: true })).toBeVisible()

    await tile.getByRole('link').click()
    await expect(page.getByText(/Активирован в\s\d\d:\d\d/)).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByText(atTheTill)).toBeVisible()
    await expect(main.getByRole('link', { name: 'Показать карту' })).toHaveAttribute('href', '/qr')
    await expect(main.getByRole('region', { name: 'Код купона' })).toContainText(
      /Если скидка не.сработала, покажите кассиру этот код/,
    )
    await page.getByRole('button', { name: /^Убрать/ }).click()
    await expect(page.getByText('Купон убран', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Активировать: / })).toBeVisible()
    await page.getByRole('button', { name: 'Вернуть', exact: true }).click()
    await expect(page.getByText('Купон активирован')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Убрать/ })).toBeVisible()
  })

  test('«Back» leaves the list in one step after two activations @js', async ({ page, enter }) => {
    await enter('Профиль', 'Купоны')
    const buttons = page.getByRole('button', { name: /^Активировать: / })
    for (const left of [(await buttons.count()) - 1, (await buttons.count()) - 2]) {
      await buttons.first().click()
      await expect(buttons).toHaveCount(left)
      await expect(page.getByText('Купон активирован')).toHaveCount(1)
    }
    await page.goBack()
    await expect(page).toHaveURL('/profile')
  })

  test('the button of a coupon changes its text once during a slow activation @js', async ({
    page,
    phone,
    sandbox,
    signIn,
    walk,
  }) => {
    await signIn()
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
    expect(await turns.jsonValue()).toEqual(['Активен'])
  })

  test('stay active after parallel activations, a refresh or a navigation @js', async ({
    page,
    phone,
    sandbox,
    enter,
  }) => {
    await enter('Профиль', 'Купоны')
    // Waits for the deferred scripts.
    await page.waitForLoadState('networkidle')
    sandbox.fail(phone, { endpoint: FAVOURITE, mode: 'latency', latencyMs: 800 })
    const getButton = (id: string) => page.locator(`form[action^="/coupons/${id}/"] button`)
    const ids = await page
      .locator('form[action$="/activate"]')
      .evaluateAll((forms) => forms.map((form) => form.getAttribute('action')?.split('/')[2] ?? ''))
    const [one = '', two = '', three = '', four = ''] = ids.slice(-4)

    const isSent = page.waitForRequest(new RegExp(`/coupons/${one}/activate`))
    await getButton(one).click()
    await isSent
    await getButton(two).click()
    for (const id of [one, two]) {
      await expect(getButton(id)).toHaveText('Активен')
    }
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)

    await getButton(three).click()
    const refresh = page.getByRole('button', { name: 'Обновить страницу' })
    // Without scrolling: the button is at the top of the page.
    await refresh.dispatchEvent('click')
    await expect(getButton(three)).toHaveText('Активен')

    const isLastSent = page.waitForRequest(new RegExp(`/coupons/${four}/activate`))
    await getButton(four).click()
    await isLastSent
    await page.getByRole('link', { name: 'Активные', exact: true }).click()
    await expect(page).toHaveURL('/coupons?tab=mine')
    await expect(page.locator(`a[href^="/coupons/${four}"]`).first()).toBeVisible()
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL('/profile')
  })
})
