import { useEffect } from 'react'

import { BALANCE_KEY, CARD_CACHE, PUSH_CACHE, PUSH_KEY } from '~/lib/storage-keys'

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

/**
 * Deletes the data of an expired session on guest pages, because some browsers ignore the server's
 * `Clear-Site-Data`. Data that guests store themselves stay.
 * @param expired user hash of the expired session; its card number stays
 */
export function useForgottenShopper(expired: string | null): void {
  useEffect(() => {
    const keepsCard = expired !== null
    // Reports the expired session to the service worker, which does not see client-side navigation.
    if (keepsCard)
      navigator.serviceWorker?.controller?.postMessage({ expired, since: performance.timeOrigin })
    hasLeftShopper(keepsCard)
      .then((hasLeft) => (hasLeft ? forgetShopper(keepsCard) : undefined))
      // A browser that forbids storage has stored nothing.
      .catch(() => undefined)
  }, [expired])
}

async function hasLeftShopper(keepsCard: boolean): Promise<boolean> {
  const hasCard = !keepsCard && 'caches' in window && (await caches.has(CARD_CACHE))
  return hasCard || [BALANCE_KEY, PUSH_KEY].some((key) => localStorage.getItem(key) !== null)
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
