import { forgetPushKey, keepPushKey } from './push-key'
import { enrol } from './enrol-device'
import { bytesOfKey, isDeadEndpoint } from './push-subscription'

import { track } from '~/analytics/events'
import { PUSH_KEY } from '~/lib/storage-keys'
import {
  keyFor,
  needsEnrolment,
  parseStoredToken,
  enrolmentToasts,
  permissionToasts,
  pushFailed,
  pushNotTurnedOff,
  pushTurnedOff,
  storedTokenOf,
  type EnrolmentResult,
  type StoredPush,
  type PushStep,
  type StoredToken,
} from './push'
import { withTimeLimit } from '~/lib/time-limit'
import { reportError } from '~/platform/report-error'
import { showToast } from '~/ui/toasts'
import type { StoredName } from '~/lib/storage-catalogue'

const UPDATED = 'v1_push_updated' satisfies StoredName
const PERMISSION = 'v1_push_permission' satisfies StoredName
/** A worker that never comes, or a push service that never answers, is a failure after this. */
const PATIENCE_MS = 15_000
/** How long the browser's question may stand. */
const QUESTION_MS = 30_000

/** What messaging needs of a browser (section 5). */
export function isPushPossible(): boolean {
  const needed = ['PushManager', 'Notification', 'fetch', 'indexedDB']
  return 'serviceWorker' in navigator && needed.every((name) => name in window)
}

/** The stored push subscription of this device; nothing in a browser that stores nothing. */
export function storedPush(): StoredPush {
  try {
    return {
      token: parseStoredToken(localStorage.getItem(PUSH_KEY)),
      permission: localStorage.getItem(PERMISSION),
    }
  } catch {
    return { token: null, permission: null }
  }
}

/**
 * Asks for the permission, subscribes and enrols this device: after a tap and only then.
 * @param onStep follows the two tracks
 */
export async function turnOnPush(key: string, onStep: (step: PushStep) => void): Promise<void> {
  try {
    onStep({ type: 'asked' })
    const permissionNow = Notification.permission
    const permission = permissionNow === 'default' ? await askPermission() : permissionNow
    onStep({ type: 'answered', permission })
    track('Push:Permission', { state: permission })
    if (permission !== 'granted') {
      localStorage.setItem(PERMISSION, permission)
      showToast(permissionToasts[permission])
      return
    }
    onStep({ type: 'sending' })
    const result = await withTimeLimit(() => enrolThisDevice(key), PATIENCE_MS)
    onStep({ type: result === 'failed' ? 'refused' : result })
    showToast(enrolmentToasts[result])
  } catch (error) {
    onStep({ type: 'failed' })
    showToast(pushFailed)
    reportError(error, 'push')
  }
}

/** A question that is only offered by a small bell, or never shown, is one without an answer. */
const askPermission = () =>
  withTimeLimit(() => Notification.requestPermission(), QUESTION_MS).catch(
    () => Notification.permission,
  )

/** Tells the gateway that nothing more is to come here, and ends the subscription. */
export async function turnOffPush(onStep: (step: PushStep) => void): Promise<void> {
  const { token } = storedPush()
  if (!token) return onStep({ type: 'turnedOff' })
  try {
    onStep({ type: 'sending' })
    const result = await withTimeLimit(() => enrol(subscriptionOf(token), false), PATIENCE_MS)
    if (result === 'failed') {
      onStep({ type: 'enrolled' })
      showToast(pushNotTurnedOff)
      return
    }
    await forgetEnrolment()
    onStep({ type: 'turnedOff' })
    showToast(pushTurnedOff)
    const { pushManager } = await withTimeLimit(() => navigator.serviceWorker.ready, PATIENCE_MS)
    await (await pushManager.getSubscription())?.unsubscribe()
  } catch (error) {
    onStep({ type: storedPush().token ? 'enrolled' : 'turnedOff' })
    if (storedPush().token) showToast(pushNotTurnedOff)
    reportError(error, 'push')
  }
}

/** Nothing comes to this device any longer. */
async function forgetEnrolment(): Promise<void> {
  for (const name of [PUSH_KEY, UPDATED]) localStorage.removeItem(name)
  await forgetPushKey().catch(() => undefined)
}

async function enrolThisDevice(key: string): Promise<EnrolmentResult> {
  const registration = await navigator.serviceWorker.ready
  const subscription = await subscribe(registration, key)
  return subscription ? sendToken(subscription, key) : 'unreachable'
}

/**
 * The subscription of this key; one that was made with an earlier key, or that is dead, is ended first.
 * @returns null where this browser makes none that can get a push
 */
async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  key: string,
): Promise<PushSubscription | null> {
  const applicationServerKey = bytesOfKey(key)
  const existing = await pushManager.getSubscription()
  const keyOfExisting = existing?.options.applicationServerKey
  const isOurs =
    keyOfExisting && String(new Uint8Array(keyOfExisting)) === String(applicationServerKey)
  if (isOurs && !isDeadEndpoint(existing.endpoint)) return existing
  await existing?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  return isDeadEndpoint(made.endpoint) ? null : made
}

/** Tells the gateway of a subscription where it has to be reported. */
async function sendToken(subscription: PushSubscription, key: string): Promise<EnrolmentResult> {
  const json = subscription.toJSON()
  const scope = (await navigator.serviceWorker.ready).scope
  const token = storedTokenOf(json, { key, scope, now: Date.now() })
  const { permission } = Notification
  await keepPushKey(key).catch(() => undefined)
  if (!needsEnrolment(storedPush(), { token, permission })) return 'enrolled'
  const result = await enrol(json, permission === 'granted')
  if (result === 'enrolled') {
    localStorage.setItem(PUSH_KEY, JSON.stringify(token))
    localStorage.setItem(UPDATED, new Date(token.timestamp).toISOString())
    localStorage.setItem(PERMISSION, permission)
  }
  // No later page asks again for what is refused for good.
  if (result === 'refused') await forgetEnrolment()
  return result === 'refused' ? 'unreachable' : result
}

let checking: Promise<boolean> | undefined

/**
 * At every start, and before a page says that pushes are on: a device that was enrolled is enrolled
 * again when something about it changed, the operator's key among it.
 * @param key the public key of push now; none where the page does not know
 * @returns whether an enrolled device gets pushes; true where none is enrolled
 */
export function checkSubscription(key?: string | null): Promise<boolean> {
  checking ??= check(key).finally(() => (checking = undefined))
  return checking
}

async function check(key: string | null | undefined): Promise<boolean> {
  const { token: stored, permission: lastPermission } = storedPush()
  if (!stored || !isPushPossible()) return true
  try {
    if (Notification.permission === 'granted') return await checkEnrolled(stored, key)
    if (lastPermission !== 'granted') return true
    if ((await enrol(subscriptionOf(stored), false)) !== 'failed') await forgetEnrolment()
    localStorage.setItem(PERMISSION, Notification.permission)
    return true
  } catch (error) {
    reportError(error, 'push')
    return false
  }
}

async function checkEnrolled(
  stored: StoredToken,
  key: string | null | undefined,
): Promise<boolean> {
  const registration = await navigator.serviceWorker.ready
  const current = keyFor(stored, key, Date.now())
  const subscription = await subscribe(registration, current)
  if (subscription) return (await sendToken(subscription, current)) === 'enrolled'
  // The sender need not try any longer.
  await enrol(subscriptionOf(stored), false)
  await forgetEnrolment()
  return false
}

const subscriptionOf = ({ endpoint, auth, p256dh }: StoredToken): PushSubscriptionJSON => ({
  endpoint,
  keys: { auth, p256dh },
})
