import { useEffect } from 'react'

import { BALANCE_KEY, CARD_CACHE, PUSH_CACHE, PUSH_KEY } from '~/lib/storage-keys'

/**
 * Forgets the shopper on this phone: the card and every cache, the push subscription, and each
 * value of ours in the browser's storage.
 * @param keepsCard the gateway ended the session: the worker has left the card's number alone
 */
export async function forgetShopper(keepsCard = false): Promise<void> {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith('v1_')) storage.removeItem(key)
  } catch {
    // A browser that forbids storage has stored nothing there.
  }
  await Promise.allSettled([keepsCard || deleteCaches(), endSubscription()])
}

/**
 * A page that only guests see forgets a shopper after an expired session, where the
 * browser did not obey the server's word to forget. What guests keep themselves stays.
 * @param expired user hash of the expired session: the number stays
 */
export function useForgottenShopper(expired: string | null): void {
  useEffect(() => {
    const keepsCard = expired !== null
    // A navigation by script is nothing that the worker sees.
    if (keepsCard)
      navigator.serviceWorker?.controller?.postMessage({ expired, since: performance.timeOrigin })
    hasLeftShopper(keepsCard)
      .then((hasLeft) => (hasLeft ? forgetShopper(keepsCard) : undefined))
      // Where storage is forbidden nothing was stored.
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
  // Before the subscription ends, so that the worker makes no other one.
  if ('caches' in window) await caches.delete(PUSH_CACHE).catch(() => false)
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
}
