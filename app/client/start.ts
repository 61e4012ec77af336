import { guardChunks } from './chunk-guard'
import { watchEvents } from './events'
import { watchInstall } from './install'
import { boundDataRequests } from './network'
import { watchPrefetch } from './prefetch'
import { checkSubscription } from './push-browser'
import { registerWorker } from './service-worker'
import { watchSignOut } from './sign-out'

/** What the script adds to pages that are complete without it. */
export function startClientLayer(): void {
  watchEvents()
  window.fetch = boundDataRequests()
  watchInstall()
  watchSignOut()
  reloadRestoredPages()
  whenIdle(() => {
    guardChunks()
    watchPrefetch()
    void registerWorker().then(checkSubscription)
  })
}

/** A page from the browser's memory may be that of a shopper who has signed out since. */
function reloadRestoredPages(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}
