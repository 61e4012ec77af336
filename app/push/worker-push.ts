import { isTickle, readPush, type ShownPush } from './push-message'
import { enrolmentForm } from './push-subscription'
import { isQuietHour, readReminder, type Due } from './reminder'
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
 * Shows every push: browsers end the subscription of a site that stays silent. A tickle has no words
 * of its own: what there is to say is asked with the shopper's own cookie.
 */
export async function showPush({ data }: PushEvent): Promise<void> {
  const message = readJson(data)
  const general = readPush(message, scope.location.origin)
  if (!isTickle(message)) return show(general)
  const due = isQuietHour(hourOf(new Date())) ? null : await askWhatIsDue()
  if (due?.isOff) return
  await show(due?.reminder ? { ...general, ...due.reminder } : { ...general, silent: true })
}

async function show({ path, title, ...options }: ShownPush): Promise<void> {
  await scope.registration.showNotification(title, {
    ...options,
    lang: 'ru',
    badge: '/badge-96.png',
    data: { path },
  })
  if (!options.silent) await scope.navigator.setAppBadge?.().catch(() => undefined)
}

/** null: nobody is signed in, or there is no answer. */
async function askWhatIsDue(): Promise<Due | null> {
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
  const subscription = await scope.registration.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  for (const shown of (await scope.registration.getNotifications?.()) ?? []) shown.close()
}

/** The browser took the subscription back: another is made with the same key, and enrolled. */
export async function renewSubscription(event: SubscriptionChangeEvent): Promise<void> {
  const options = event.oldSubscription?.options
  const renewed =
    event.newSubscription ??
    (options && (await scope.registration.pushManager.subscribe(options).catch(() => null)))
  if (!renewed) return
  await fetch('/push/enrol', { method: 'POST', body: enrolmentForm(renewed.toJSON(), true) })
}
