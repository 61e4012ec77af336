import { track } from '~/analytics/events'
import type { StoredName } from '~/domain/storage-catalogue'
import { PUSH_KEY } from '~/domain/storage-keys'
import { withTimeout } from '~/lib/with-timeout'
import { reportError } from '~/platform/report-error'
import { showToast } from '~/ui/toasts'

import { forgetPushKey, keepPushKey, bytesOfKey, isDeadEndpoint, enrol } from './push-subscription'
import {
  keyFor,
  needsEnrolment,
  parseStoredToken,
  enrolmentToasts,
  permissionToasts,
  pushFailed,
  pushNotTurnedOff,
  pushTurnedOff,
  getStoredToken,
  type EnrolmentResult,
  type StoredPush,
  type PushStep,
  type StoredToken,
} from './push'

const UPDATED = 'v1_push_updated' satisfies StoredName
const PERMISSION = 'v1_push_permission' satisfies StoredName
/** Deadline for a service worker or push service without a response. */
const TIMEOUT_MS = 15_000
/** How long the browser's permission prompt may stay open. */
const PROMPT_TIMEOUT_MS = 30_000

/** True when the browser has all APIs for push (specification 5.9). */
export function isPushPossible(): boolean {
  const needed = ['PushManager', 'Notification', 'fetch', 'indexedDB']
  return 'serviceWorker' in navigator && needed.every((name) => name in window)
}

/** The stored push subscription of this device; empty without storage. */
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
 * Asks for permission, subscribes and enrols this device; call it only after a tap.
 * @param onStep called on each step of both tracks
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
    const result = await withTimeout(() => enrolThisDevice(key), TIMEOUT_MS)
    onStep({ type: result === 'failed' ? 'refused' : result })
    showToast(enrolmentToasts[result])
  } catch (error) {
    onStep({ type: 'failed' })
    showToast(pushFailed)
    reportError(error, 'push')
  }
}

/** A prompt that the browser hides, or shows as a small bell, counts as unanswered. */
const askPermission = () =>
  withTimeout(() => Notification.requestPermission(), PROMPT_TIMEOUT_MS).catch(
    () => Notification.permission,
  )

/** Removes this device at the gateway and ends the subscription. */
export async function turnOffPush(onStep: (step: PushStep) => void): Promise<void> {
  const { token } = storedPush()
  if (!token) return onStep({ type: 'turnedOff' })
  try {
    onStep({ type: 'sending' })
    const result = await withTimeout(() => enrol(getSubscription(token), false), TIMEOUT_MS)
    if (result === 'failed') {
      onStep({ type: 'enrolled' })
      showToast(pushNotTurnedOff)
      return
    }
    await forgetEnrolment()
    onStep({ type: 'turnedOff' })
    showToast(pushTurnedOff)
    const { pushManager } = await withTimeout(() => navigator.serviceWorker.ready, TIMEOUT_MS)
    await (await pushManager.getSubscription())?.unsubscribe()
  } catch (error) {
    onStep({ type: storedPush().token ? 'enrolled' : 'turnedOff' })
    if (storedPush().token) showToast(pushNotTurnedOff)
    reportError(error, 'push')
  }
}

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
 * Returns a subscription with this key; ends an old or dead one first.
 * @returns null when this browser cannot receive pushes
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

/** Reports a subscription to the gateway when necessary. */
async function sendToken(subscription: PushSubscription, key: string): Promise<EnrolmentResult> {
  const json = subscription.toJSON()
  const scope = (await navigator.serviceWorker.ready).scope
  const token = getStoredToken(json, { key, scope, now: Date.now() })
  const { permission } = Notification
  await keepPushKey(key).catch(() => undefined)
  if (!needsEnrolment(storedPush(), { token, permission })) return 'enrolled'
  const result = await enrol(json, permission === 'granted')
  if (result === 'enrolled') {
    localStorage.setItem(PUSH_KEY, JSON.stringify(token))
    localStorage.setItem(UPDATED, new Date(token.timestamp).toISOString())
    localStorage.setItem(PERMISSION, permission)
  }
  // Later pages must not repeat a final refusal.
  if (result === 'refused') await forgetEnrolment()
  return result === 'refused' ? 'unreachable' : result
}

let checking: Promise<boolean> | undefined

/**
 * Runs at each start, and before a page says that pushes are on. Enrols an enrolled device again
 * after a change of its subscription or of the operator's key.
 * @param key the current public key of push; none when the page does not have it
 * @returns false when an enrolled device receives no pushes
 */
export function checkSubscription(key?: string | null): Promise<boolean> {
  checking ??= check(key).finally(() => (checking = undefined))
  return checking
}

async function check(key: string | null | undefined): Promise<boolean> {
  const { token: stored } = storedPush()
  if (!stored || !isPushPossible()) return true
  try {
    if (Notification.permission === 'granted') return await checkEnrolled(stored, key)
    // A report that failed is repeated at the next start.
    if ((await enrol(getSubscription(stored), false)) !== 'failed') await forgetEnrolment()
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
  // Reports the device as not permitted, so that the sender can stop its pushes.
  await enrol(getSubscription(stored), false)
  await forgetEnrolment()
  return false
}

const getSubscription = ({ endpoint, auth, p256dh }: StoredToken): PushSubscriptionJSON => ({
  endpoint,
  keys: { auth, p256dh },
})
