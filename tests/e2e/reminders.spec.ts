import type { BrowserContext, Page } from '@playwright/test'

import type { Sandbox } from '../../sandbox/sandbox'
import { deliverTickle, shownPushes, tapPush } from '../support/push-delivery'
import { pushSettings } from '../support/push-settings'
import { expect, test } from './fixtures'

// A guest's worker is told that there is nobody.
test.use({ appSettings: pushSettings, serviceWorkers: 'allow', allowedStatuses: [401] })

const general = 'Апрель: Карта всегда под рукой — и без сети тоже'
const BALANCE = 'GET /v3/user/balance'
const HOUR_MS = 3_600_000

/** Of all that a shopper has, only these stars end soon. */
function burn({ state }: Sandbox, phone: string, amount: number): void {
  const user = state.user(phone)
  for (const item of user.balance.items ?? []) item.expiresAt = null
  for (const coupon of user.coupons) coupon.expirationDate = null
  for (const offer of user.offers) offer.state = 'EXPIRED'
  const expiresAt = new Date(Date.now() + 12 * HOUR_MS).toISOString()
  user.balance.items?.push({ type: 'POINTS', amount, expiresAt })
}

/** A worker that runs, on a phone whose clock says so. */
async function prepare(page: Page, context: BrowserContext, hour: number): Promise<void> {
  await context.grantPermissions(['notifications'])
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.serviceWorkers()[0]?.evaluate((local) => {
    Date.prototype.getHours = () => local
  }, hour)
}

test.describe('a device that is told to ask @js', () => {
  test('says the one most useful thing, once, and a tap leads there', async ({
    page,
    phone,
    context,
    app,
    sandbox,
    signIn,
    walk,
  }) => {
    burn(sandbox.server.sandbox, phone, 120)
    await signIn(phone)
    await walk()
    await prepare(page, context, 12)
    await deliverTickle(page, app.origin)
    const said = /^Звёзды сгорят (сегодня|завтра).*: 120\sзвёзд — спишите на кассе$/
    await expect.poll(async () => (await shownPushes(page)).join()).toMatch(said)
    await deliverTickle(page, app.origin)
    await expect.poll(() => shownPushes(page)).toEqual([general])
    await tapPush(context)
    await expect(page).toHaveURL('/qr')
  })

  test('wakes nobody at night, and asks nothing then', async ({
    page,
    phone,
    context,
    app,
    sandbox,
    signIn,
    walk,
  }) => {
    burn(sandbox.server.sandbox, phone, 120)
    await signIn(phone)
    await walk('Профиль')
    await prepare(page, context, 23)
    const before = sandbox.server.sandbox.calls.filter(
      ({ endpoint }) => endpoint === BALANCE,
    ).length
    await deliverTickle(page, app.origin)
    await expect.poll(() => shownPushes(page)).toEqual([general])
    const after = sandbox.server.sandbox.calls.filter(({ endpoint }) => endpoint === BALANCE).length
    expect(after).toBe(before)
  })

  test('says nothing of anybody to a guest', async ({ page, context, app, walk }) => {
    await walk('Войти')
    await prepare(page, context, 12)
    await deliverTickle(page, app.origin)
    await expect.poll(() => shownPushes(page)).toEqual([general])
  })

  test('says nothing once its shopper has switched reminders off', async ({
    page,
    phone,
    context,
    app,
    sandbox,
    signIn,
    walk,
  }) => {
    burn(sandbox.server.sandbox, phone, 120)
    await signIn(phone)
    await walk('Профиль', /^Уведомления/)
    for (const reminder of await page.getByRole('checkbox', { name: /^Напоминание/ }).all())
      await reminder.uncheck()
    await page.getByRole('button', { name: 'Сохранить подсказки' }).click()
    await expect(page.getByText('Сохранили')).toBeVisible()
    await prepare(page, context, 12)
    const asked = () => app.log().split('reminders/due.resource').length - 1
    const before = asked()
    await deliverTickle(page, app.origin)
    await expect.poll(asked).toBe(before + 1)
    expect(await shownPushes(page)).toEqual([])
  })
})
