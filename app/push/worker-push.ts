import { isTickle, readPush, type ShownPush } from './push-message'
import { forgetPushKey, readPushKey } from './push-key'
import { enrol } from './enrol-device'
import { bytesOfKey, isDeadEndpoint } from './push-subscription'
import { isQuietHour, readReminder, type Reminder } from './reminder'
import { formatTime } from '~/lib/dates'
import {
  scope,
  type NotificationEvent,
  type PushEvent,
  type SubscriptionChangeEvent,
} from '~/platform/worker-scope'

/** How long the answer to a tickle may take: the browser ends a worker that says nothing. */
const DUE_MS = 8000

/**
 * Shows every push: browsers end the subscription of a site that stays silent. A tickle has no text
 * of its own: what there is to say is asked with the shopper's own cookie.
 */
export async function showPush({ data }: PushEvent): Promise<void> {
  const message = readJson(data)
  const general = readPush(message, scope.location.origin)
  if (!isTickle(message)) return show(general)
  const due = isQuietHour(hourOf(new Date())) ? null : await askWhatIsDue()
  await show(due ? { ...general, ...due } : { ...general, silent: true })
}

/** Of Chromium and Firefox; the DOM's types have lost it. */
interface ShownOptions extends NotificationOptions {
  renotify: boolean
}

async function show({ path, title, ...options }: ShownPush): Promise<void> {
  const shown: ShownOptions = {
    ...options,
    // What takes the place of another one is news, too.
    renotify: options.tag !== undefined && !options.silent,
    lang: 'ru',
    badge: '/badge-96.png',
    data: { path },
  }
  await scope.registration.showNotification(title, shown)
  if (!options.silent) await scope.navigator.setAppBadge?.().catch(() => undefined)
}

/** null: no session, nothing is due, or there is no answer. */
async function askWhatIsDue(): Promise<Reminder | null> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), DUE_MS)
  try {
    const answer = await fetch('/push/due', {
      headers: { Accept: 'application/json' },
      redirect: 'manual',
      cache: 'no-store',
      signal: controller.signal,
    })
    return answer.ok ? readReminder(await answer.json()) : null
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

const hourOf = (now: Date) => Number(formatTime(now).slice(0, 2))

function readJson(data: PushEvent['data']): unknown {
  try {
    return data?.json()
  } catch {
    return null
  }
}

/** Leads to what the notification is about, in a window that is open if there is one. */
export async function openFromNotification({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  await clearBadge()
  const { path = '/today' } = (notification.data ?? {}) as { path?: string }
  const { origin } = scope.location
  const url = new URL(path, origin)
  if (url.origin !== origin) return
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((window) => window.url === url.href)
  const any = there ?? windows.find((window) => window.url.startsWith(`${origin}/`))
  if (!any) return void (await scope.clients.openWindow(url.href))
  await any.focus().catch(() => undefined)
  if (!there) await any.navigate(url.href).catch(() => scope.clients.openWindow(url.href))
}

/** The dot on the application's icon. */
export async function clearBadge(): Promise<void> {
  await scope.navigator.clearAppBadge?.().catch(() => undefined)
}

/** No push for whoever is not signed in any longer, nor what it has shown. */
export async function endSubscription(): Promise<void> {
  await forgetPushKey().catch(() => undefined)
  const subscription = await scope.registration.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  for (const shown of (await scope.registration.getNotifications?.()) ?? []) shown.close()
}

/**
 * The browser took the subscription back: another is made with the same key, and enrolled. Some
 * browsers tell neither the old one nor the new one. What is refused for good is not tried again.
 */
export async function renewSubscription(event: SubscriptionChangeEvent): Promise<void> {
  const renewed = event.newSubscription ?? (await subscribeAnew(event.oldSubscription))
  if (!renewed || isDeadEndpoint(renewed.endpoint)) return
  if ((await enrol(renewed.toJSON(), true)) === 'refused') await forgetPushKey()
}

async function subscribeAnew(
  old: PushSubscription | null | undefined,
): Promise<PushSubscription | null> {
  const { pushManager } = scope.registration
  const key = await readPushKey().catch(() => null)
  const options = key
    ? { userVisibleOnly: true, applicationServerKey: bytesOfKey(key) }
    : old?.options
  if (!options) return null
  const current = await pushManager.getSubscription().catch(() => null)
  return current ?? pushManager.subscribe(options).catch(() => null)
}
