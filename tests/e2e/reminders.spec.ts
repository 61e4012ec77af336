import { deliverTickle, shownPushes, tapPush } from '../support/push-delivery'
import { pushSettings } from '../support/push-settings'
import { expect, test as base } from './fixtures'

const general = 'Апрель: Карта всегда под рукой — и без сети тоже'
const HOUR_MS = 3_600_000

const test = base.extend<{ tickle(hour: number): Promise<void> }>({
  /** Sends the device a tickle at a given time of its clock. */
  tickle: async ({ page, context, app }, use) => {
    await use(async (hour) => {
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await context.serviceWorkers()[0]?.evaluate((local) => {
        Date.prototype.getHours = () => local
        // A real time zone: a clock in UTC is not a shopper's.
        Date.prototype.getTimezoneOffset = () => -180
      }, hour)
      await deliverTickle(page, app.origin)
    })
  },
})
// A guest's worker learns that there is no session.
test.use({ appSettings: pushSettings, serviceWorkers: 'allow', allowedStatuses: [401] })

/** Only 120 stars of the shopper expire soon. */
test.beforeEach(async ({ context, sandbox, phone }) => {
  await context.grantPermissions(['notifications'])
  const user = sandbox.server.sandbox.state.user(phone)
  for (const item of user.balance.items ?? []) item.expiresAt = null
  for (const coupon of user.coupons) coupon.expirationDate = null
  for (const offer of user.offers) offer.state = 'EXPIRED'
  const expiresAt = new Date(Date.now() + 12 * HOUR_MS).toISOString()
  user.balance.items?.push({ type: 'POINTS', amount: 120, expiresAt })
})

test.describe('a device that gets a tickle (the same push for every device) @js @whole', () => {
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

  test('shows the general message at night, without requesting a reminder', async ({
    page,
    phone,
    app,
    signIn,
    walk,
    tickle,
  }) => {
    // The page prefetches the same call at some time.
    const asked = (route: string) => app.log().split(route).length - 1
    await signIn(phone)
    await walk('Профиль')
    const before = asked('reminders/due.resource')
    await tickle(23)
    await expect.poll(() => shownPushes(page)).toEqual([general])
    // An earlier request of the worker would be reported before this one.
    const looked = asked('profile/profile.screen')
    await page.reload()
    await expect.poll(() => asked('profile/profile.screen')).toBeGreaterThan(looked)
    expect(asked('reminders/due.resource')).toBe(before)
  })

  test('shows a guest no personal data', async ({ page, walk, tickle }) => {
    await walk('Войти')
    // A hydrating screen removes the data of an ended session, notifications too.
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
    // On an iPhone three pushes without a notification end the subscription.
    await expect.poll(() => shownPushes(page)).toEqual([general])
  })
})
