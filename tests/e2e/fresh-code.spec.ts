import type { Page } from '@playwright/test'

import { RECONNECT_SPREAD_MS } from '../../app/card/code-refresher'
import { passTime } from '../support/clock'
import { expect, expectGoodScreen, test } from './fixtures'

const qr = 'QR-код карты для кассы'
const CODE = 'GET /v1/user/totp'
const stale = 'Обновить код не удалось'
const refused = 'Код больше не действует'
const signInAgain = 'Войдите снова, чтобы обновить код'

/** Slightly longer than the refresh interval of a code. */
const A_REFRESH = 300_500

/** Opens a shopper's card with a controlled clock and no request in flight. */
async function openCard(page: Page, walk: (...links: string[]) => Promise<void>, ...on: string[]) {
  await page.clock.install()
  await walk('Карта', ...on)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('img', { name: qr })).toBeVisible()
}

const drawn = (page: Page) =>
  page.getByRole('img', { name: qr }).locator('path').last().getAttribute('d')

test.describe("refreshing the card's code @js", () => {
  test.use({ allowedStatuses: [0, 401, 403, 503] })

  test('the last code stays when its refresh fails, until another one succeeds', async ({
    page,
    signIn,
    walk,
  }) => {
    await signIn()
    await openCard(page, walk)
    const last = await drawn(page)
    // Ten minutes pass in seconds here, so the gateway's breaker would stay open.
    await page.route('**/qr/code', (route) =>
      route.fulfill({ status: 503, json: { error: 'unreachable' } }),
    )
    await passTime(page, 300_000)
    await expect(page.getByText(stale)).toBeVisible()
    expect(await drawn(page)).toBe(last)
    await expect(page.getByText('назовите номер карты')).toBeVisible()
    await expectGoodScreen(page, 'Карта — Апрель')
    // Overnight: yesterday's code is not shown as current.
    await page.clock.fastForward('24:00:00')
    await expect(page.getByText(/^Код получен \d+ [а-я]+ в \d\d:\d\d$/)).toBeVisible()

    await page.unroute('**/qr/code')
    await passTime(page, A_REFRESH)
    await expect(page.getByText(stale)).toHaveCount(0)
  })

  for (const [place, ...on] of [['Карта'], ['Карта на кассе', 'Показать на кассе']])
    test(`on «${place}» a code refused with 403 is shown as no longer valid, not as failed to refresh`, async ({
      page,
      phone,
      context,
      sandbox,
      signIn,
      walk,
    }) => {
      await signIn()
      await openCard(page, walk, ...on)
      const last = await drawn(page)
      sandbox.fail(phone, {
        endpoint: CODE,
        mode: 'status',
        status: 403,
        body: { code: 'cardBlocked', message: '' },
      })
      await passTime(page, A_REFRESH)
      await expect(page.getByRole('status').filter({ hasText: refused })).toBeVisible()
      await expect(page.getByText(stale)).toHaveCount(0)
      expect(await drawn(page)).toBe(last)
      await expect(page.getByText('или назовите номер карты')).toBeVisible()
      await expect(page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/).first()).toBeVisible()
      await expectGoodScreen(page, `${place} — Апрель`)

      sandbox.server.sandbox.faults.clear()
      await context.setOffline(true)
      await context.setOffline(false)
      await passTime(page, RECONNECT_SPREAD_MS)
      await expect(page.getByText(refused)).toHaveCount(0)
      await expect(page.getByRole('img', { name: qr })).toBeVisible()
    })

  test('a session that ends keeps the card on the screen, with a message', async ({
    page,
    phone,
    sandbox,
    signIn,
    walk,
  }) => {
    await signIn()
    await openCard(page, walk)
    const last = await drawn(page)
    const refusal = { mode: 'status', status: 401 } as const
    sandbox.server.sandbox.faults.add({ endpoint: 'POST /v1/auth/token/refresh', ...refusal })
    sandbox.fail(phone, { endpoint: '*', ...refusal })
    await passTime(page, A_REFRESH)
    await expect(page.getByRole('status').filter({ hasText: signInAgain })).toBeVisible()
    expect(await drawn(page)).toBe(last)
    await expect(page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/).first()).toBeVisible()
    await expectGoodScreen(page, 'Карта — Апрель')
    // No call repeats without need.
    const calls = sandbox.server.sandbox.calls.length
    await passTime(page, 10 * A_REFRESH)
    expect(sandbox.server.sandbox.calls).toHaveLength(calls)

    await page.getByRole('link', { name: 'Войти', exact: true }).click()
    await expect(page).toHaveURL('/login?returnTo=/qr')
  })

  test('a code that fails to load while the main screen revalidates leaves the last code', async ({
    page,
    phone,
    sandbox,
    signIn,
    walk,
  }) => {
    // Tips are shown one at a time: the tip about an unconfirmed e-mail would come first.
    sandbox.server.sandbox.state.user(phone).isEmailConfirmed = true
    await signIn()
    await walk()
    await expect(page.getByRole('img', { name: qr })).toBeVisible()
    const last = await drawn(page)
    sandbox.fail(phone, { endpoint: CODE, mode: 'status', status: 500 })
    await page.getByRole('button', { name: 'Не сейчас' }).first().click()
    await expect(page.getByText(stale)).toBeVisible()
    expect(await drawn(page)).toBe(last)
  })

  test("the next refresh after another shopper signed in in a second tab shows that shopper's card", async ({
    page,
    phone,
    sandbox,
    signIn,
    walk,
  }) => {
    const next = `7903${phone.slice(4)}`
    const getNumber = (owner: string) =>
      (sandbox.server.sandbox.state.user(owner).cards[0] ?? '').replace(/(.{4})(?=.)/g, '$1 ')
    await signIn()
    await openCard(page, walk)
    await expect(page.getByText(getNumber(phone), { exact: true }).first()).toBeVisible()
    await signIn(next)
    await passTime(page, A_REFRESH)
    await expect(page.getByText(getNumber(next), { exact: true }).first()).toBeVisible()
    await expect(page.getByText(getNumber(phone), { exact: true })).toHaveCount(0)
  })
})
