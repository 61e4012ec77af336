import { useEffect } from 'react'

import { CARD_CACHE, deleteCardRecord } from '~/card/card-record'

import { sendEvents } from '~/analytics/events'
import { BALANCE_KEY, PUSH_KEY } from '~/client/kept-keys'
import { reportError } from '~/platform/report-error'

/** Signing out waits no longer than this for the browser to forget. */
const LONGEST_WIPE_MS = 2000

/**
 * Forgets the shopper on this phone: the card and every cache, the push subscription, and each
 * value of ours in the browser's storage.
 */
export async function forgetShopper(): Promise<void> {
  sendEvents()
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
  await deleteCardRecord()
  for (const name of await caches.keys()) await caches.delete(name)
}

async function endSubscription(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
}

/** Every form that signs out first makes the browser forget, then is sent as a page of its own. */
export function watchSignOut(): void {
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement
      if (new URL(form.action).pathname !== '/logout') return
      event.preventDefault()
      event.stopImmediatePropagation()
      const tooLong = new Promise((resolve) => setTimeout(resolve, LONGEST_WIPE_MS))
      void Promise.race([forgetShopper(), tooLong]).then(() => form.submit())
    },
    { capture: true },
  )
}
