import { useEffect } from 'react'

import { BALANCE_KEY, CARD_CACHE, PUSH_KEY } from '~/lib/kept-keys'
import { reportError } from '~/platform/report-error'

/**
 * Forgets the shopper on this phone: the card and every cache, the push subscription, and each
 * value of ours in the browser's storage.
 */
export async function forgetShopper(): Promise<void> {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith('v1_')) storage.removeItem(key)
  await Promise.allSettled([deleteCaches(), endSubscription()])
}

/**
 * A page that only guests see forgets a shopper whose session ended without a sign-out, where the
 * browser did not obey the server's word to forget. What guests keep themselves stays.
 */
export function useForgottenShopper(): void {
  useEffect(() => {
    hasLeftShopper()
      .then((hasLeft) => (hasLeft ? forgetShopper() : undefined))
      .catch((error) => reportError(error, 'sign-out'))
  }, [])
}

async function hasLeftShopper(): Promise<boolean> {
  const hasCard = 'caches' in window && (await caches.has(CARD_CACHE))
  return hasCard || [BALANCE_KEY, PUSH_KEY].some((key) => localStorage.getItem(key) !== null)
}

async function deleteCaches(): Promise<void> {
  if (!('caches' in window)) return
  for (const name of await caches.keys()) await caches.delete(name)
}

async function endSubscription(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
}
