import { readPush, type ShownPush } from './push-message'
import { forgetPushKey, readPushKey, bytesOfKey, isDeadEndpoint, enrol } from './push-subscription'
import { withTimeout } from '~/lib/with-timeout'
import { readerClock } from '~/lib/dates'
import { getBrowserZone } from '~/lib/time-zones'
import { READ_STATE, type WindowState } from '~/domain/worker-messages'
import {
  scope,
  type NotificationEvent,
  type PushEvent,
  type SubscriptionChangeEvent,
  type WindowClient,
} from '~/platform/worker-scope'

/** Pushes make no sound from nine in the evening to nine in the morning, local time. */
const isQuietHour = (hour: number) => hour >= 21 || hour < 9

/** Shows every push, because browsers end the subscription of a site that stays silent. */
export async function showPush({ data }: PushEvent): Promise<void> {
  const shown = readPush(readJson(data), scope.location.origin)
  await show(isQuietHour(getHour(new Date())) ? { ...shown, silent: true } : shown)
}

/** Options of Chromium and Firefox that the DOM types lack. */
interface ShownOptions extends NotificationOptions {
  renotify: boolean
}

async function show({ path, title, ...options }: ShownPush): Promise<void> {
  const shown: ShownOptions = {
    ...options,
    // A notification that replaces another one also sounds.
    renotify: options.tag !== undefined && !options.silent,
    lang: 'ru',
    badge: '/badge-96.png',
    data: { path },
  }
  await scope.registration.showNotification(title, shown)
  if (!options.silent) await scope.navigator.setAppBadge?.().catch(() => undefined)
}

const getHour = (now: Date) => readerClock(now, getBrowserZone()).hour

function readJson(data: PushEvent['data']): unknown {
  try {
    return data?.json()
  } catch {
    return null
  }
}

/** Half of the time in which Firefox still lets a tap open a window. */
const STEP_MS = 400

/** The card's screens have no form, and till and stored card no script that answers. */
const isCard = (url: string) => /^\/qr(?:\/|$)/.test(new URL(url).pathname)

/** What a window shows, as its script says: browsers only know the address that it was opened with. */
async function getState(window: WindowClient): Promise<WindowState & { window: WindowClient }> {
  const { port1, port2 } = new MessageChannel()
  const response = new Promise<WindowState>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data as WindowState)
  })
  window.postMessage(READ_STATE, [port2])
  const { url } = window
  const state = await withTimeout(
    () => response,
    STEP_MS,
    () => ({ url, hasTypedText: !isCard(url) }),
  ).finally(() => port1.close())
  return { window, ...state }
}

/**
 * Opens the notification's path: in a window that shows it, else in one of ours without a half-filled
 * form, else in a new one. A tap allows one focus or new window, so a refusal must come before it.
 */
export async function openFromNotification({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  await clearBadge()
  const { path = '/today' } = (notification.data ?? {}) as { path?: string }
  const { origin } = scope.location
  const url = new URL(path, origin)
  if (url.origin !== origin) return
  const type = 'window'
  const all = await scope.clients.matchAll({ type, includeUncontrolled: true })
  const states = await Promise.all(all.map(getState))
  const there = states.find((state) => state.url === url.href)
  if (there) return void (await there.window.focus().catch(() => undefined))
  // Others refuse to navigate.
  const controlled = await scope.clients.matchAll({ type, includeUncontrolled: false })
  const isControlled = ({ window }: { window: WindowClient }) =>
    controlled.some(({ id }) => id === window.id)
  const free = states.find((state) => !state.hasTypedText && isControlled(state))?.window
  try {
    const opened =
      free &&
      (await withTimeout(
        () => free.navigate(url.href),
        STEP_MS,
        () => free,
      ))
    if (opened) return void (await opened.focus().catch(() => undefined))
  } catch {
    // The window refuses to navigate.
  }
  await scope.clients.openWindow(url.href)
}

export async function clearBadge(): Promise<void> {
  await scope.navigator.clearAppBadge?.().catch(() => undefined)
}

/** Ends the subscription and closes notifications after signing out. */
export async function endSubscription(): Promise<void> {
  await forgetPushKey().catch(() => undefined)
  const subscription = await scope.registration.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  for (const shown of (await scope.registration.getNotifications?.()) ?? []) shown.close()
}

/**
 * The browser ended the subscription: subscribes again with the same key and enrols. Some browsers
 * pass neither the old nor the new subscription. A final refusal is not repeated.
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
