/** A browser's own push subscription: where to send, and the keys to seal what is sent. */
export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

const LONGEST_ENDPOINT = 1024

const isBytes = (value: unknown, length: number): value is string =>
  typeof value === 'string' && new RegExp(`^[\\w-]{${length}}=?=?$`).test(value)

/** The subscription in a value from a browser; null for anything else. */
export function parseSubscription(value: unknown): Subscription | null {
  const { endpoint, keys } = (value ?? {}) as Partial<Subscription>
  if (typeof endpoint !== 'string' || endpoint.length > LONGEST_ENDPOINT) return null
  // 65 and 16 bytes in base64url.
  if (!isBytes(keys?.p256dh, 87) || !isBytes(keys.auth, 22)) return null
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
}

/**
 * Whether a subscription can never get a push: a browser with its push service missing or switched
 * off makes one for a host that does not exist (`https://permanently-removed.invalid/…`).
 */
export function isDeadEndpoint(endpoint: string | null | undefined): boolean {
  try {
    // Not by `URL.canParse`, which the oldest supported browsers lack.
    return /(^|\.)invalid\.?$/.test(new URL(endpoint ?? '').hostname)
  } catch {
    return true
  }
}

/** The sender's public key as `subscribe` takes it. */
export function bytesOfKey(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
