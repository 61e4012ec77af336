import { isInstalled } from '~/lib/device-info'
import type { StoredName } from '~/lib/storage-catalogue'

const ASKED = 'v1_persist_asked' satisfies StoredName
const TRIAL_CACHE = 'v1_trial' satisfies StoredName
/** About as much as the card is: both codes drawn, and the coupons. */
const TRIAL_BYTES = 100_000

/**
 * Has the browser asked not to take the card away when space runs out: once it has installed the
 * application, and once at each start of it. A refusal costs nothing, nor does a browser that knows
 * no such thing.
 */
export function watchKeeping(): void {
  window.addEventListener('appinstalled', () => void askToKeep(), { once: true })
  if (isInstalled() && isFirstPage()) void askToKeep()
}

function isFirstPage(): boolean {
  try {
    if (sessionStorage.getItem(ASKED)) return false
    sessionStorage.setItem(ASKED, '1')
  } catch {
    // Then each page asks.
  }
  return true
}

async function askToKeep(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // The card is stored as long as there is space.
  }
}

/** Why nothing can be stored here: no space is left, or the browser does not allow it. */
export type KeepingFault = 'full' | 'forbidden'

/** Whether this browser can keep a card; it says so only by trying. */
export async function findKeepingFault(): Promise<KeepingFault | null> {
  try {
    if (!('serviceWorker' in navigator)) return 'forbidden'
    const cache = await caches.open(TRIAL_CACHE)
    await cache.put('/trial', new Response(new Uint8Array(TRIAL_BYTES)))
    return null
  } catch (error) {
    return (error as Error).name === 'QuotaExceededError' ? 'full' : 'forbidden'
  } finally {
    await Promise.resolve()
      .then(() => caches.delete(TRIAL_CACHE))
      .catch(() => undefined)
  }
}
