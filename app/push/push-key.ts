import { PUSH_CACHE } from '~/lib/storage-keys'

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
