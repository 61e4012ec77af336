import { deleteCardRecord } from '~/card/card-record'

import { sendEvents } from '~/analytics/events'

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
