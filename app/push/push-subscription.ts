/** A browser's own push subscription: where to send, and the keys to seal what is sent. */
export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

const LONGEST_ENDPOINT = 1024

const isBytes = (value: unknown, length: number): value is string =>
  typeof value === 'string' && new RegExp(`^[\\w-]{${length}}=?=?$`).test(value)

/** The subscription in a value that came from a browser; null for anything else. */
export function parseSubscription(value: unknown): Subscription | null {
  const { endpoint, keys } = (value ?? {}) as Partial<Subscription>
  if (typeof endpoint !== 'string' || endpoint.length > LONGEST_ENDPOINT) return null
  // 65 and 16 bytes in base64url.
  if (!isBytes(keys?.p256dh, 87) || !isBytes(keys.auth, 22)) return null
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
}

/** The form that enrols a device, as a page and the worker post it. */
export function enrolmentForm(
  subscription: PushSubscriptionJSON,
  isPermitted: boolean,
): URLSearchParams {
  return new URLSearchParams({
    subscription: JSON.stringify(subscription),
    permitted: String(isPermitted),
  })
}
