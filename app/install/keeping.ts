import { isInstalled } from '~/domain/device-info'
import type { StoredName } from '~/domain/storage-catalogue'

const ASKED = 'v1_persist_asked' satisfies StoredName
const TRIAL_CACHE = 'v1_trial' satisfies StoredName
/** About the size of a stored card: both codes and the coupons. */
const TRIAL_BYTES = 100_000

/**
 * Asks the browser for persistent storage for the card: once after the installation, and once at
 * each start of the installed app. A refusal, or a browser without this feature, has no effect.
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
    // Without storage each page asks again.
  }
  return true
}

async function askToKeep(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // Without persistence the card stays until space runs out.
  }
}

/** Why nothing can be stored: no space is left, or the browser forbids it. */
export type StorageProblem = 'full' | 'forbidden'

/** Checks by a trial whether this browser can store a card. */
export async function findStorageProblem(): Promise<StorageProblem | null> {
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
