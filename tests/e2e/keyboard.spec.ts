import { addressOf, createViewers, screens, states } from '../support/screens'
import { tabThrough } from '../support/stops'
import { expect, openAddress, test } from './fixtures'

test.use({ allowedStatuses: [404, 429] })

/** Nothing stands before their content. */
const bare = ['till mode', 'card to print']
const halves = [0, 1]
for (const half of halves)
  test(`the Tab key goes through every screen in order, part ${half + 1} @js`, async ({
    page,
    app,
    sandboxServer,
  }) => {
    test.setTimeout(240_000)
    const viewers = createViewers(app.origin, sandboxServer)
    const part = [...screens, ...states].filter((_, index) => index % halves.length === half)
    for (const screen of part)
      await test.step(screen.name, async () => {
        const visitor = await viewers(screen.seenBy)
        await page.context().clearCookies()
        await page.context().addCookies(
          [...visitor.cookies, ['v1_consent', 'refused'] as const].map(([name, value]) => ({
            name,
            value,
            url: app.origin,
          })),
        )
        await openAddress(page, await addressOf(screen, visitor), 'each screen in turn')
        await page.waitForLoadState('networkidle')
        const { places, stops } = await tabThrough(page)
        expect(stops.filter(({ isOutlined }) => !isOutlined)).toEqual([])
        const strays = stops.filter(({ place }, index) => place !== index)
        expect(strays).toEqual([])
        expect(stops).toHaveLength(places)
        if (!bare.includes(screen.name)) expect(stops[0]?.tag).toContain('href="#content"')
      })
  })

test('a shopper signs in with keys alone', async ({ page, phone, sandbox, walk }) => {
  await walk('Войти')
  await page.getByLabel('Номер телефона').focus()
  await page.keyboard.type(phone)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Код из СМС' })).toBeVisible()
  await page.getByLabel('Пять цифр из сообщения').focus()
  await page.keyboard.type(sandbox.code(phone))
  if (test.info().project.name === 'no-js') await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/today')
})

test('a coupon, a consent and the till’s view obey the keys', async ({
  page,
  phone,
  isScripted,
  signIn,
  walk,
}) => {
  await signIn(phone)

  await walk('Купоны')
  const activate = page.getByRole('button', { name: /^Активировать/ })
  const before = await activate.count()
  await activate.first().focus()
  await page.keyboard.press('Enter')
  await expect(activate).toHaveCount(before - 1)

  await walk('Профиль', /^Уведомления/)
  const calls = page.getByRole('checkbox', { name: 'Звонки' })
  await expect(calls).not.toBeChecked()
  if (isScripted) await expect(page.getByText('Изменения сохраняются сразу')).toBeVisible()
  await calls.focus()
  await page.keyboard.press('Space')
  if (isScripted) {
    await expect(page.getByText('Включено', { exact: true })).toBeVisible()
  } else {
    await page.getByRole('button', { name: 'Сохранить', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Сохранили')).toBeVisible()
  }
  await page.reload()
  await expect(calls).toBeChecked()

  await walk('Карта')
  await page.getByRole('link', { name: 'Показать на кассе' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/qr/till')
  await page.getByRole('link', { name: 'Обычный вид' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/qr')
})
