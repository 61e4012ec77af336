import type { Page, Worker } from '@playwright/test'

import { startApp } from '../support/app-process'
import { expect, test as base } from './fixtures'

// Keys of nobody: 65 and 32 bytes.
const publicKey = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
const settings = {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
  VAPID_SUBJECT: 'mailto:push@april.example',
  PUSH_RELAY_TOKEN: 'a-relay-token-of-the-tests-that-is-long',
}

const test = base.extend({
  app: [
    async ({ sandboxServer }, use) => {
      const app = await startApp(sandboxServer.url, settings)
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
})
test.use({ serviceWorkers: 'allow' })

/** No browser of the tests has a push service: this is the answer of one. */
async function stubSubscription(page: Page) {
  await page.addInitScript(() => {
    const subscription = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/phone',
      options: { applicationServerKey: null },
      unsubscribe: async () => true,
      toJSON: () => ({
        endpoint: 'https://fcm.googleapis.com/fcm/send/phone',
        keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
      }),
    }
    PushManager.prototype.subscribe = async () => subscription as never
    PushManager.prototype.getSubscription = async () => null
  })
}

async function answer(page: Page, permission: NotificationPermission) {
  await page.addInitScript((given) => {
    let current: NotificationPermission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => current })
    Notification.requestPermission = async () => (current = given)
  }, permission)
}

test.describe('pushes @js', () => {
  test('are switched on by a tap, and this device is enrolled once', async ({
    page,
    phone,
    sandbox,
    signIn,
  }) => {
    const enrolments = () =>
      sandbox.server.sandbox.calls.filter(({ path }) => path.endsWith('/user-device/enroll')).length
    await stubSubscription(page)
    await answer(page, 'granted')
    await signIn(phone)
    await page.goto('/profile/notification')
    const before = enrolments()
    await page.getByRole('button', { name: 'Включить', exact: true }).click()
    await expect(page.getByText('Уведомления включены')).toBeVisible()
    await expect(page.getByText('На этом устройстве пуши включены')).toBeVisible()
    expect(enrolments()).toBe(before + 1)
    const stored = await page.evaluate(() => localStorage.getItem('v1_push_subscription'))
    expect(JSON.parse(stored ?? '{}')).toMatchObject({ token: 'phone', auth: 'A'.repeat(22) })
  })

  test('that are refused are not asked for again', async ({ page, phone, signIn }) => {
    await answer(page, 'denied')
    await signIn(phone)
    await page.goto('/profile/notification')
    await page.getByRole('button', { name: 'Включить', exact: true }).click()
    await expect(page.getByText('Уведомления запрещены в браузере').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Включить', exact: true })).toHaveCount(0)
  })

  test.describe('that fail', () => {
    test.use({ allowedStatuses: [502] })

    test('say so and can be tried again', async ({ page, phone, sandbox, signIn }) => {
      await stubSubscription(page)
      await answer(page, 'granted')
      await signIn(phone)
      sandbox.fail(phone, {
        endpoint: 'POST /cuscom/v3/user-device/enroll',
        mode: 'status',
        status: 400,
      })
      await page.goto('/profile/notification')
      await page.getByRole('button', { name: 'Включить', exact: true }).click()
      const failed = 'Не удалось включить уведомления. Попробуйте ещё раз'
      await expect(page.getByText(failed)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Включить', exact: true })).toBeVisible()
    })
  })

  test('that arrive are shown, and a tap lands on their page', async ({
    page,
    phone,
    context,
    app,
    signIn,
  }) => {
    await context.grantPermissions(['notifications'])
    await signIn(phone)
    await page.goto('/today')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const devtools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(app.origin))
        if (ours) resolve(ours.registrationId)
      }),
    )
    await devtools.send('ServiceWorker.enable')
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: app.origin,
      registrationId: await registered,
      data: JSON.stringify({
        web_push: 8030,
        notification: { title: 'Купон на хлеб', body: 'До завтра', navigate: `${app.origin}/qr` },
      }),
    })
    const shown = () =>
      page.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(
          ({ title, body }) => `${title}: ${body}`,
        ),
      )
    await expect.poll(shown).toEqual(['Купон на хлеб: До завтра'])

    const worker = context.serviceWorkers()[0] as Worker
    await worker.evaluate(async () => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
      const [notification] = await scope.registration.getNotifications()
      const Tap = (globalThis as never as { NotificationEvent: new (...all: unknown[]) => Event })
        .NotificationEvent
      try {
        globalThis.dispatchEvent(new Tap('notificationclick', { notification }))
      } catch {
        // Only the browser's own event may prolong the worker's life.
      }
    })
    await expect(page).toHaveURL('/qr')
    expect(await shown()).toEqual([])
  })
})
