import { expect, expectGoodScreen, openAddress, test } from './fixtures'

const failing = [
  'GET /v2/user/coupons',
  'GET /v2/user/coupons/favorite',
  'GET /v3/user/transactions',
  'GET /v3/user/balance',
  'GET /v3/user/cards',
  'GET /v1/profile',
]

test('a failing gateway is announced once on each screen, and a failed list leads to the card', async ({
  page,
  phone,
  sandbox,
  signIn,
}) => {
  await signIn()
  await page.goto('/today')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const endpoint of failing) sandbox.fail(phone, { endpoint, mode: 'status', status: 500 })
  const main = page.getByRole('main')
  for (const [path, text] of [
    ['/today', /^Часть данных не.загрузилась\. Карта работает$/],
    ['/qr', /^Часть данных не.загрузилась$/],
    ['/profile', /^Часть данных не.загрузилась$/],
    ['/deadlines', /^Часть данных не.загрузилась$/],
  ] as const) {
    await openAddress(page, path, 'each screen in turn')
    await expect(main.getByText(text)).toHaveCount(1)
    await expect(main.getByRole('link', { name: /^Повторить/ })).toHaveCount(0)
    await expect(main.getByRole('link', { name: 'Обновить', exact: true })).toHaveAttribute(
      'href',
      path,
    )
  }
  await page.goto('/today')
  const [notice, tabs] = [
    await main.getByText(/Карта работает$/).boundingBox(),
    await page.getByRole('navigation', { name: 'Основное меню' }).boundingBox(),
  ]
  expect(notice!.y + notice!.height).toBeLessThan(tabs!.y)
  for (const path of ['/coupons', '/profile/transactions']) {
    await openAddress(page, path, 'each screen in turn')
    await expect(main.getByText(/не.загрузились$/)).toHaveCount(1)
    await expect(main.locator('img[src$="warning.svg"]')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Открыть карту' })).toHaveAttribute('href', '/qr')
    await expectGoodScreen(page, /—/)
  }
})

test.describe('an error in the browser', { tag: '@js' }, () => {
  test('reaches the server with file and line, without personal data', async ({
    page,
    app,
    walk,
  }) => {
    await walk('Войти')
    await page.waitForFunction(() => '__remixRouter' in window)
    const sent = page.waitForRequest((request) => request.url().endsWith('/errors'))
    // An error event with a position in a file of the build.
    await page.evaluate(() => {
      const error = new TypeError('canary for +7 905 444-00-11')
      const file = document.querySelector('link[rel=modulepreload]')?.getAttribute('href')
      error.stack = `TypeError: x\n    at show (${location.origin}${file}:1:99)`
      dispatchEvent(new ErrorEvent('error', { error }))
    })
    await sent
    await expect.poll(() => app.log()).toContain('"what":"script"')
    const line =
      app
        .log()
        .split('\n')
        .find((each) => each.includes('"what":"script"')) ?? ''
    expect(JSON.parse(line)).toMatchObject({ where: 'browser', what: 'script', kind: 'TypeError' })
    expect(line).toMatch(/app:\/\/\/build\/client\/assets\/[\w.-]+\.js:1:99/)
    expect(line).not.toMatch(/444\D{0,2}00\D{0,2}11/)
  })
})
