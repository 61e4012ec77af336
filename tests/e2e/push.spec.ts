import type { Page, Worker } from '@playwright/test'

import type { SandboxServer } from '../../sandbox/server'
import { deliverPush, shownPushes, tapPush } from '../support/push-delivery'
import { awaitWorker, expect, openAddress, test } from './fixtures'

// Random keys of 65 and 32 bytes.
const publicKey = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
const appSettings = {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
  VAPID_SUBJECT: 'mailto:push@april.example',
  PUSH_RELAY_TOKEN: 'a-relay-token-of-the-tests-that-is-long',
}

test.use({ appSettings, serviceWorkers: 'allow' })

const settingsOfPushes = ['Профиль', /^Уведомления/]

const endpointOfPhone = 'https://fcm.googleapis.com/fcm/send/phone'
const deadEndpoint = 'https://permanently-removed.invalid/fcm/send/phone'

/** The browsers of the tests have no push service: this replaces its response. */
async function stubSubscription(page: Page, endpoint = endpointOfPhone) {
  await page.addInitScript((endpoint) => {
    const subscription = {
      endpoint,
      options: { applicationServerKey: null },
      unsubscribe: async () => true,
      toJSON: () => ({
        endpoint,
        keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
      }),
    }
    PushManager.prototype.subscribe = async () => subscription as never
    PushManager.prototype.getSubscription = async () => null
  }, endpoint)
}

/** Whether each enrolment at the gateway permits notifications. */
const getEnrolments = ({ sandbox }: SandboxServer) =>
  sandbox.calls
    .filter(({ path }) => path.endsWith('/user-device/enroll'))
    .map(({ body }) => (body as { notifications_permitted: boolean }).notifications_permitted)

async function response(page: Page, permission: NotificationPermission) {
  await page.addInitScript((given) => {
    let current: NotificationPermission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => current })
    Notification.requestPermission = async () => (current = given)
  }, permission)
}

test.describe('pushes @js @whole', () => {
  test('2.34: are switched on, are shown as on at the next visit of the settings, and are switched off', async ({
    page,
    sandbox,
    walk,
    enter,
  }) => {
    const enrolled = () => getEnrolments(sandbox.server)
    await stubSubscription(page)
    await response(page, 'granted')
    await enter(...settingsOfPushes)
    const before = enrolled().length
    const turnOn = page.getByRole('button', { name: 'Включить', exact: true })
    await turnOn.click()
    await expect(page.getByText('Уведомления включены')).toBeVisible()
    const isOn = page.getByText('На этом устройстве пуши включены')
    await expect(isOn).toBeVisible()
    const storedState = () => page.evaluate(() => localStorage.getItem('v1_push_subscription'))
    expect(JSON.parse((await storedState()) ?? '{}')).toMatchObject({
      token: 'phone',
      auth: 'A'.repeat(22),
    })

    await walk(...settingsOfPushes)
    await expect(isOn).toBeVisible()
    await expect(turnOn).toHaveCount(0)

    await page.getByRole('button', { name: 'Выключить' }).click()
    await expect(page.getByText('Уведомления на этом устройстве выключены')).toBeVisible()
    await expect(turnOn).toBeVisible()
    expect(enrolled().slice(before)).toEqual([true, false])
    expect(await storedState()).toBeNull()
  })

  test('are subscribed again at the next visit after the operator has changed the push key', async ({
    page,
    sandbox,
    walk,
    enter,
  }) => {
    await stubSubscription(page)
    await response(page, 'granted')
    await page.addInitScript(() => {
      const subscribe = PushManager.prototype.subscribe
      PushManager.prototype.subscribe = function (options) {
        const key = options?.applicationServerKey as Uint8Array
        localStorage.setItem('subscribed-with', String(key.length))
        return subscribe.call(this, options)
      }
    })
    await enter(...settingsOfPushes)
    await page.getByRole('button', { name: 'Включить', exact: true }).click()
    await expect(page.getByText('На этом устройстве пуши включены')).toBeVisible()
    // A device that was last used before the rotation of keys.
    const storedState = () =>
      page.evaluate(
        () => JSON.parse(localStorage.getItem('v1_push_subscription') ?? '{}') as object,
      )
    const { key } = (await storedState()) as { key: string }
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('v1_push_subscription') ?? '{}') as object
      const older = 'C'.repeat(87)
      localStorage.setItem(
        'v1_push_subscription',
        JSON.stringify({ ...stored, key: older, timestamp: 1 }),
      )
      localStorage.removeItem('subscribed-with')
    })
    const before = getEnrolments(sandbox.server).length
    await page.addInitScript(() =>
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' }),
    )
    await walk('Главная')
    await page.reload()
    await expect.poll(storedState).toMatchObject({ key })
    expect(await page.evaluate(() => localStorage.getItem('subscribed-with'))).toBe('65')
    expect(getEnrolments(sandbox.server)).toHaveLength(before + 1)
  })

  test('blocked in the browser are not requested again, and a screen explains how to allow them', async ({
    page,
    walk,
    enter,
  }) => {
    await response(page, 'denied')
    await enter(...settingsOfPushes)
    await page.getByRole('button', { name: 'Включить', exact: true }).click()
    await expect(page.getByText('Уведомления запрещены в браузере').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Включить', exact: true })).toHaveCount(0)
    await walk('Как разрешить')
    await expect(page.getByRole('heading', { name: 'Как разрешить пуши' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Chrome на Android' })).toBeVisible()
  })

  test('can still be switched on after the visitor closed the permission request of the browser', async ({
    page,
    enter,
  }) => {
    await response(page, 'default')
    await enter(...settingsOfPushes)
    await page.getByRole('button', { name: 'Включить', exact: true }).click()
    await expect(page.getByText('Вопрос браузера остался без ответа')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Вопрос браузера остался без ответа')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Включить', exact: true })).toBeVisible()
  })

  test('that the browser cannot receive show a message that suggests another browser', async ({
    page,
    sandbox,
    enter,
  }) => {
    await stubSubscription(page, deadEndpoint)
    await response(page, 'granted')
    await enter(...settingsOfPushes)
    const before = getEnrolments(sandbox.server).length
    await page.getByRole('button', { name: 'Включить', exact: true }).click()
    await expect(page.getByText('В этом браузере пуши не работают')).toBeVisible()
    await expect(page.getByText('До этого браузера пуши не доходят')).toBeVisible()
    await expect(page.getByText(/откройте сайт в Chrome/)).toBeVisible()
    await expect(page.getByText('Попробуйте ещё раз')).toHaveCount(0)
    expect(getEnrolments(sandbox.server)).toHaveLength(before)
  })

  test('are off after the browser has ended the subscription', async ({ page, sandbox, enter }) => {
    const enrolled = () => getEnrolments(sandbox.server)
    await stubSubscription(page)
    await response(page, 'granted')
    await enter(...settingsOfPushes)
    const before = enrolled().length
    await page.getByRole('button', { name: 'Включить', exact: true }).click()
    await expect(page.getByText('На этом устройстве пуши включены')).toBeVisible()
    await stubSubscription(page, deadEndpoint)
    await page.addInitScript(() =>
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' }),
    )
    await page.reload()
    await expect(page.getByText('Пуши на этом устройстве отключились')).toBeVisible()
    await expect(page.getByText('На этом устройстве пуши включены')).toHaveCount(0)
    // One page reports to the gateway that pushes have ended here; later pages do not repeat it.
    await page.reload()
    await expect(page.getByRole('button', { name: 'Включить', exact: true })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(enrolled().slice(before)).toEqual([true, false])
  })

  test.describe('on an iPhone in a browser without installation', () => {
    test.use({
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 312.0',
    })

    test('show that this browser has no pushes, and no message about an iOS version', async ({
      page,
      enter,
    }) => {
      await enter(...settingsOfPushes)
      await expect(page.getByText('В этом браузере пуши не работают')).toBeVisible()
      await expect(page.getByText(/iOS 16\.4/)).toHaveCount(0)
    })
  })

  test.describe('pushes that fail', () => {
    test.use({ allowedStatuses: [0, 502] })

    test('at enrolment show a message, and the button can be pressed again', async ({
      page,
      phone,
      sandbox,
      enter,
    }) => {
      await stubSubscription(page)
      await response(page, 'granted')
      await enter(...settingsOfPushes)
      const turnOn = page.getByRole('button', { name: 'Включить', exact: true })
      const failed = page.getByText('Не удалось включить уведомления')
      await page.route('**/push/enrol', (route) => route.abort())
      await turnOn.click()
      await expect(failed).toBeVisible()
      await expect(turnOn).toHaveAttribute('aria-disabled', 'false')

      await page.unroute('**/push/enrol')
      sandbox.fail(phone, {
        endpoint: 'POST /cuscom/v3/user-device/enroll',
        mode: 'status',
        status: 400,
        times: 1,
      })
      const answered = page.waitForResponse('**/push/enrol')
      await turnOn.click()
      expect((await answered).status()).toBe(502)
      await expect(failed).toBeVisible()
      await expect(turnOn).toHaveAttribute('aria-disabled', 'false')
      await turnOn.click()
      await expect(page.getByText('На этом устройстве пуши включены')).toBeVisible()
    })
  })

  test('open in a window without typed text, and in a new one when there is no other', async ({
    page,
    context,
    app,
    enter,
  }) => {
    await context.grantPermissions(['notifications'])
    await enter('Профиль', /^Имя и почта/)
    await page.getByLabel('Имя').fill('Ульяна')
    const other = await context.newPage()
    await openAddress(other, '/coupons', 'a bookmark')
    await other.waitForLoadState('networkidle')
    const worker = context.serviceWorkers()[0] as Worker
    // Only a person's own tap may open a window.
    await worker.evaluate(() => {
      const scope = globalThis as unknown as { opened: string[]; clients: { openWindow: unknown } }
      scope.opened = []
      scope.clients.openWindow = async (url: string) => void scope.opened.push(url)
    })
    const opened = () =>
      worker.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
    const tap = async () => {
      await deliverPush(page, app.origin, { title: 'Акции', text: 'До завтра', url: '/actions' })
      await expect.poll(() => shownPushes(page)).toHaveLength(1)
      await tapPush(context)
      await expect.poll(() => shownPushes(page)).toEqual([])
    }
    await tap()
    await expect(other).toHaveURL('/actions')
    expect(await opened()).toEqual([])
    await other.close()
    await tap()
    await expect.poll(opened).toEqual([`${app.origin}/actions`])
    await expect(page).toHaveURL('/profile/edit')
    await expect(page.getByLabel('Имя')).toHaveValue('Ульяна')
  })

  test('clear the badge of the icon when the application is opened', async ({
    page,
    context,
    enter,
  }) => {
    await enter()
    await awaitWorker(page)
    const worker = context.serviceWorkers()[0] as Worker
    const cleared = () => worker.evaluate(() => (globalThis as { cleared?: number }).cleared ?? 0)
    await worker.evaluate(() => {
      const counted = globalThis as { cleared?: number }
      Object.assign(navigator, {
        clearAppBadge: async () => void (counted.cleared = (counted.cleared ?? 0) + 1),
      })
    })
    expect(await cleared()).toBe(0)
    await page.reload()
    await expect.poll(cleared).toBe(1)
  })
})
