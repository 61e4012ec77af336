import { PUSH_CACHE } from '~/domain/storage-keys'

const KEY_URL = '/v1_push_key'

/** Stores the sender's key for the service worker, which subscribes again with it. */
export async function keepPushKey(key: string): Promise<void> {
  const cache = await caches.open(PUSH_CACHE)
  await cache.put(KEY_URL, new Response(key))
}

/** The key of this device's enrolment; null without one. */
export async function readPushKey(): Promise<string | null> {
  const stored = await caches.match(KEY_URL, { cacheName: PUSH_CACHE })
  return stored ? stored.text() : null
}

/** Deletes the key when the device is no longer enrolled. */
export async function forgetPushKey(): Promise<void> {
  await caches.delete(PUSH_CACHE)
}

/** A browser's push subscription: the endpoint, and the keys to encrypt messages. */
export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

const MAX_ENDPOINT_LENGTH = 1024

const isBytes = (value: unknown, length: number): value is string =>
  typeof value === 'string' && new RegExp(`^[\\w-]{${length}}=?=?$`).test(value)

/** Validates a subscription from a browser; null for anything else. */
export function parseSubscription(value: unknown): Subscription | null {
  const { endpoint, keys } = (value ?? {}) as Partial<Subscription>
  if (typeof endpoint !== 'string' || endpoint.length > MAX_ENDPOINT_LENGTH) return null
  // 65 and 16 bytes in base64url.
  if (!isBytes(keys?.p256dh, 87) || !isBytes(keys.auth, 22)) return null
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
}

/**
 * True when no push can arrive. A browser without a push service creates subscriptions for a host
 * that does not exist (`https://permanently-removed.invalid/…`).
 */
export function isDeadEndpoint(endpoint: string | null | undefined): boolean {
  try {
    // The oldest supported browsers lack `URL.canParse`.
    return /(^|\.)invalid\.?$/.test(new URL(endpoint ?? '').hostname)
  } catch {
    return true
  }
}

/** The sender's public key in the format of `subscribe`. */
export function bytesOfKey(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** The result of an enrolment: `failed` may be tried again, `refused` is final. */
type Enrolment = 'enrolled' | 'refused' | 'failed'

/** Statuses that a later attempt may change: signed out, too early, too often. */
const passing = [401, 408, 409, 425, 429]

/** Enrols or removes a device; used by pages and the service worker. */
export async function enrol(
  subscription: PushSubscriptionJSON,
  isPermitted: boolean,
): Promise<Enrolment> {
  const body = new URLSearchParams({
    subscription: JSON.stringify(subscription),
    permitted: String(isPermitted),
  })
  // Without this header the guard would redirect to a page.
  const headers = { Accept: 'application/json' }
  const { status } = await fetch('/push/enrol', { method: 'POST', headers, body })
  if (status === 204) return 'enrolled'
  return status >= 400 && status < 500 && !passing.includes(status) ? 'refused' : 'failed'
}
