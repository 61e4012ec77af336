import { deliverTickle, shownPushes, tapPush } from '../support/push-delivery'
import { pushSettings } from '../support/push-settings'
import { expect, test as base } from './fixtures'

const general = 'Апрель: Карта всегда под рукой — и без сети тоже'
const HOUR_MS = 3_600_000

const test = base.extend<{ tickle(hour: number): Promise<void> }>({
  /** Tells the device to ask, at an hour of its own clock. */
  tickle: async ({ page, context, app }, use) => {
    await use(async (hour) => {
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await context.serviceWorkers()[0]?.evaluate((local) => {
        Date.prototype.getHours = () => local
        // Of a place: a clock in UTC is not the shopper's own.
        Date.prototype.getTimezoneOffset = () => -180
      }, hour)
      await deliverTickle(page, app.origin)
    })
  },
})
// A guest's worker gets the answer that there is no session.
test.use({ appSettings: pushSettings, serviceWorkers: 'allow', allowedStatuses: [401] })

/** Of all that the shopper has, only 120 stars end soon. */
test.beforeEach(async ({ context, sandbox, phone }) => {
  await context.grantPermissions(['notifications'])
  const user = sandbox.server.sandbox.state.user(phone)
  for (const item of user.balance.items ?? []) item.expiresAt = null
  for (const coupon of user.coupons) coupon.expirationDate = null
  for (const offer of user.offers) offer.state = 'EXPIRED'
  const expiresAt = new Date(Date.now() + 12 * HOUR_MS).toISOString()
  user.balance.items?.push({ type: 'POINTS', amount: 120, expiresAt })
})

test.describe('a device that gets a tickle @js @whole', () => {
  test('shows the most useful reminder once, and a tap opens its page', async ({
    page,
    phone,
    context,
    signIn,
    walk,
    tickle,
  }) => {
    await signIn(phone)
    await walk()
    await tickle(12)
    const title = /^Звёзды скоро сгорят: (сегодня|завтра).*: 120\sзвёзд — спишите на кассе$/
    await expect.poll(async () => (await shownPushes(page)).join()).toMatch(title)
    await tickle(12)
    await expect.poll(() => shownPushes(page)).toEqual([general])
    await tapPush(context)
    await expect(page).toHaveURL('/qr')
  })

  test('is silent at night, without a request', async ({
    page,
    phone,
    app,
    signIn,
    walk,
    tickle,
  }) => {
    // The page itself asks the gateway for what it fetches ahead, some time or other.
    const asked = (route: string) => app.log().split(route).length - 1
    await signIn(phone)
    await walk('Профиль')
    const before = asked('reminders/due.resource')
    await tickle(23)
    await expect.poll(() => shownPushes(page)).toEqual([general])
    // What the worker had asked for would be reported before what is asked for now.
    const looked = asked('profile/profile.screen')
    await page.reload()
    await expect.poll(() => asked('profile/profile.screen')).toBeGreaterThan(looked)
    expect(asked('reminders/due.resource')).toBe(before)
  })

  test('shows a guest no personal data', async ({ page, walk, tickle }) => {
    await walk('Войти')
    // The screen takes away what is left of a shopper, notifications too, when it comes to life.
    await page.waitForLoadState('networkidle')
    await tickle(12)
    await expect.poll(() => shownPushes(page)).toEqual([general])
  })

  test('shows a general message after reminders were switched off', async ({
    page,
    phone,
    app,
    signIn,
    walk,
    tickle,
  }) => {
    await signIn(phone)
    await walk('Профиль', /^Уведомления/)
    for (const reminder of await page.getByRole('checkbox', { name: /^Напоминание/ }).all())
      await reminder.uncheck()
    await page.getByRole('button', { name: 'Сохранить подсказки' }).click()
    await expect(page.getByText('Сохранили')).toBeVisible()
    const asked = () => app.log().split('reminders/due.resource').length - 1
    const before = asked()
    await tickle(12)
    await expect.poll(asked).toBe(before + 1)
    // Three pushes that show nothing end a subscription on an iPhone.
    await expect.poll(() => shownPushes(page)).toEqual([general])
  })
})
