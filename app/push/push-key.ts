import { PUSH_CACHE } from '~/lib/storage-keys'

const KEY_URL = '/v1_push_key'

/** Keeps the sender's key where the worker finds it; without storage it asks for nothing itself. */
export async function keepPushKey(key: string): Promise<void> {
  const cache = await caches.open(PUSH_CACHE)
  await cache.put(KEY_URL, new Response(key))
}

/** The key that this device was enrolled with; null while it is not. */
export async function readPushKey(): Promise<string | null> {
  const stored = await caches.match(KEY_URL, { cacheName: PUSH_CACHE })
  return stored ? stored.text() : null
}

/** The device is enrolled no longer. */
export async function forgetPushKey(): Promise<void> {
  await caches.delete(PUSH_CACHE)
}
