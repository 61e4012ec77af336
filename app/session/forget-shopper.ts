import { PUSH_CACHE } from '~/domain/storage-keys'

/**
 * Deletes the shopper's data on this phone: the card, all caches, the push subscription and our
 * browser storage.
 * @param keepsCard true after an expired session: the service worker keeps the card number
 */
export async function forgetShopper(keepsCard = false): Promise<void> {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith('v1_')) storage.removeItem(key)
  } catch {
    // A browser that forbids storage has stored nothing.
  }
  await Promise.allSettled([keepsCard || deleteCaches(), endSubscription()])
}

async function deleteCaches(): Promise<void> {
  if (!('caches' in window)) return
  for (const name of await caches.keys()) await caches.delete(name)
}

async function endSubscription(): Promise<void> {
  // Deleted before the subscription ends, so that the worker does not subscribe again.
  if ('caches' in window) await caches.delete(PUSH_CACHE).catch(() => false)
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
}
