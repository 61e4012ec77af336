import { enrolmentForm } from './push-subscription'

import { track } from '~/analytics/events'
import { PUSH_KEY } from '~/lib/kept-keys'
import {
  keyFor,
  needsEnrolment,
  parseStoredToken,
  permissionToasts,
  pushFailed,
  pushNotTurnedOff,
  pushTurnedOff,
  storedTokenOf,
  type KeptPush,
  type PushStep,
  type StoredToken,
} from './push'
import { withTimeLimit } from '~/lib/time-limit'
import { reportError } from '~/platform/report-error'
import { showToast } from '~/ui/toasts'

const UPDATED = 'v1_push_updated'
const PERMISSION = 'v1_push_permission'
/** A worker that never comes, or a push service that never answers, is a failure after this. */
const PATIENCE_MS = 15_000
/** How long the browser's question may stand. */
const QUESTION_MS = 30_000

/** What messaging needs of a browser (section 5). */
export function isPushPossible(): boolean {
  const needed = ['PushManager', 'Notification', 'fetch', 'indexedDB']
  return 'serviceWorker' in navigator && needed.every((name) => name in window)
}

/** What is kept of this device's push; nothing in a browser that keeps nothing. */
export function keptPush(): KeptPush {
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
    const known = Notification.permission
    const permission = known === 'default' ? await askPermission() : known
    onStep({ type: 'answered', permission })
    track('Push:Permission', { state: permission })
    if (permission !== 'granted') {
      localStorage.setItem(PERMISSION, permission)
      showToast(permissionToasts[permission])
      return
    }
    onStep({ type: 'sending' })
    const isSent = await withTimeLimit(() => enrolThisDevice(key, onStep), PATIENCE_MS)
    showToast(isSent ? permissionToasts.granted : pushFailed)
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
  const { token } = keptPush()
  if (!token) return onStep({ type: 'turnedOff' })
  try {
    onStep({ type: 'sending' })
    const isTold = await withTimeLimit(() => enrol(subscriptionOf(token), false), PATIENCE_MS)
    if (!isTold) {
      onStep({ type: 'enrolled' })
      showToast(pushNotTurnedOff)
      return
    }
    for (const name of [PUSH_KEY, UPDATED]) localStorage.removeItem(name)
    onStep({ type: 'turnedOff' })
    showToast(pushTurnedOff)
    const { pushManager } = await withTimeLimit(() => navigator.serviceWorker.ready, PATIENCE_MS)
    await (await pushManager.getSubscription())?.unsubscribe()
  } catch (error) {
    onStep({ type: keptPush().token ? 'enrolled' : 'turnedOff' })
    if (keptPush().token) showToast(pushNotTurnedOff)
    reportError(error, 'push')
  }
}

async function enrolThisDevice(key: string, onStep: (step: PushStep) => void): Promise<boolean> {
  const registration = await navigator.serviceWorker.ready
  return sendToken(await subscribe(registration, key), key, onStep)
}

/** The subscription of this key; one that was made with an earlier key is ended first. */
async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  key: string,
): Promise<PushSubscription> {
  const applicationServerKey = bytesOf(key)
  const existing = await pushManager.getSubscription()
  const keyOfExisting = existing?.options.applicationServerKey
  if (keyOfExisting && String(new Uint8Array(keyOfExisting)) === String(applicationServerKey))
    return existing
  await existing?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

async function sendToken(
  subscription: PushSubscription,
  key: string,
  onStep: (step: PushStep) => void,
): Promise<boolean> {
  const json = subscription.toJSON()
  const scope = (await navigator.serviceWorker.ready).scope
  const token = storedTokenOf(json, { key, scope, now: Date.now() })
  const { permission } = Notification
  if (!needsEnrolment(keptPush(), { token, permission })) {
    onStep({ type: 'enrolled' })
    return true
  }
  const isEnrolled = await enrol(json, permission === 'granted')
  onStep({ type: isEnrolled ? 'enrolled' : 'refused' })
  if (isEnrolled) {
    localStorage.setItem(PUSH_KEY, JSON.stringify(token))
    localStorage.setItem(UPDATED, new Date(token.timestamp).toISOString())
    localStorage.setItem(PERMISSION, permission)
  }
  return isEnrolled
}

async function enrol(subscription: PushSubscriptionJSON, isPermitted: boolean): Promise<boolean> {
  const body = enrolmentForm(subscription, isPermitted)
  return (await fetch('/push/enrol', { method: 'POST', body })).status === 204
}

/**
 * At every start: a device that was enrolled is enrolled again when something about it changed, the
 * operator's key among it.
 * @param key the public key of push now; none where the page does not know
 */
export async function checkSubscription(key?: string | null): Promise<void> {
  const { token: kept, permission: lastPermission } = keptPush()
  if (!kept || !isPushPossible()) return
  try {
    const registration = await navigator.serviceWorker.ready
    if (Notification.permission === 'granted') {
      const current = keyFor(kept, key, Date.now())
      await sendToken(await subscribe(registration, current), current, () => undefined)
    } else if (lastPermission === 'granted') {
      if (await enrol(subscriptionOf(kept), false))
        for (const name of [PUSH_KEY, UPDATED]) localStorage.removeItem(name)
      localStorage.setItem(PERMISSION, Notification.permission)
    }
  } catch (error) {
    reportError(error, 'push')
  }
}

const subscriptionOf = ({ endpoint, auth, p256dh }: StoredToken): PushSubscriptionJSON => ({
  endpoint,
  keys: { auth, p256dh },
})

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
