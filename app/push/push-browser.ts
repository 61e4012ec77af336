import { enrolmentForm } from './push-subscription'

import { track } from '~/analytics/events'
import { PUSH_KEY } from '~/lib/kept-keys'
import {
  needsEnrolment,
  parseStoredToken,
  permissionToasts,
  pushFailed,
  storedTokenOf,
  type PushStep,
} from './push'
import { reportError } from '~/platform/report-error'
import { showToast } from '~/ui/toasts'

const UPDATED = 'v1_push_updated'
const PERMISSION = 'v1_push_permission'

/** What messaging needs of a browser (section 5). */
export function isPushPossible(): boolean {
  return ['serviceWorker', 'PushManager', 'Notification', 'fetch', 'indexedDB'].every((name) =>
    name === 'serviceWorker' ? name in navigator : name in window,
  )
}

/**
 * Asks for the permission, subscribes and enrols this device: after a tap and only then.
 * @param onStep follows the two tracks
 */
export async function turnOnPush(key: string, onStep: (step: PushStep) => void): Promise<void> {
  try {
    onStep({ type: 'asked' })
    const known = Notification.permission
    const permission = known === 'default' ? await Notification.requestPermission() : known
    onStep({ type: 'answered', permission })
    track('Push:Permission', { state: permission })
    if (permission !== 'granted') {
      localStorage.setItem(PERMISSION, permission)
      showToast(permissionToasts[permission])
      return
    }
    const registration = await navigator.serviceWorker.ready
    const isSent = await sendToken(await subscribe(registration, key), key, onStep)
    showToast(isSent ? permissionToasts.granted : pushFailed)
  } catch (error) {
    onStep({ type: 'failed' })
    showToast(pushFailed)
    reportError(error, 'push')
  }
}

/** The subscription of this key; one that was made with an earlier key is ended first. */
async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  key: string,
): Promise<PushSubscription> {
  const applicationServerKey = bytesOf(key)
  const existing = await pushManager.getSubscription()
  const keyOfExisting = existing?.options.applicationServerKey
  if (existing && keyOfExisting && isSame(new Uint8Array(keyOfExisting), applicationServerKey))
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
  const kept = {
    token: parseStoredToken(localStorage.getItem(PUSH_KEY)),
    permission: localStorage.getItem(PERMISSION),
  }
  const { permission } = Notification
  if (!needsEnrolment(kept, { token, permission })) {
    onStep({ type: 'enrolled' })
    return true
  }
  onStep({ type: 'sending' })
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

/** At every start: a device that was enrolled is enrolled again when something about it changed. */
export async function checkSubscription(): Promise<void> {
  const kept = parseStoredToken(localStorage.getItem(PUSH_KEY))
  if (!kept || !isPushPossible()) return
  try {
    const registration = await navigator.serviceWorker.ready
    if (Notification.permission === 'granted') {
      await sendToken(await subscribe(registration, kept.key), kept.key, () => undefined)
    } else if (localStorage.getItem(PERMISSION) === 'granted') {
      const { endpoint, auth, p256dh } = kept
      if (await enrol({ endpoint, keys: { auth, p256dh } }, false))
        for (const name of [PUSH_KEY, UPDATED]) localStorage.removeItem(name)
      localStorage.setItem(PERMISSION, Notification.permission)
    }
  } catch (error) {
    reportError(error, 'push')
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
