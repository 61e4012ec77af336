import { createECDH, randomBytes } from 'node:crypto'

import type { BrowserContext, Page } from '@playwright/test'
import { decrypt } from 'http_ece'
import webpush from 'web-push'

import { getDelivery } from '../../app/push/messages.server'

interface News {
  title: string
  text: string
  url: string
}

/** A push, encrypted for a browser's keys and decrypted as that browser does. */
function sealedAndOpened(payload: string): string {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const secret = randomBytes(16)
  const { body } = webpush.generateRequestDetails(
    {
      endpoint: 'https://fcm.googleapis.com/fcm/send/phone',
      keys: { p256dh: keys.getPublicKey('base64url'), auth: secret.toString('base64url') },
    },
    payload,
    { vapidDetails: { subject: 'mailto:push@april.example', ...webpush.generateVAPIDKeys() } },
  )
  const opened = decrypt(body as Buffer, {
    version: 'aes128gcm',
    privateKey: keys,
    authSecret: secret,
  })
  return opened.toString()
}

/** Delivers a push to this site's worker, as the browser's push service would. */
export function deliverPush(page: Page, origin: string, news: News): Promise<void> {
  return deliver(page, origin, getDelivery({ tokens: [], notification: news }, origin).payload)
}

/** A push for a worker that is not active yet is lost. */
async function rules(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const { active } = await navigator.serviceWorker.ready
    return active?.state === 'activated'
  })
}

async function deliver(page: Page, origin: string, payload: string): Promise<void> {
  await rules(page)
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (ours) resolve(ours.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data: sealedAndOpened(payload),
  })
  await devtools.detach()
}

/** Shown notifications as `title: text`. */
export const shownPushes = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(
      ({ title, body }) => `${title}: ${body}`,
    ),
  )

/** Taps on the shown notification. */
export async function tapPush(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no worker')
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications()
    const Tap = (globalThis as never as { NotificationEvent: new (...all: unknown[]) => Event })
      .NotificationEvent
    try {
      globalThis.dispatchEvent(new Tap('notificationclick', { notification }))
    } catch {
      // Only the browser's own event may extend the worker's life.
    }
  })
}
