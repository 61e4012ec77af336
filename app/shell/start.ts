import { watchEvents } from '~/analytics/events'
import { watchInstall } from '~/install/install-prompt'
import { boundDataRequests } from '~/framework/navigation-resilience'
import { reportError, watchErrors } from '~/platform/report-error'
import { watchForms } from './watch-forms'

/** What the script adds to pages that are complete without it. */
export function startClientLayer(): void {
  watchErrors()
  watchEvents()
  window.fetch = boundDataRequests()
  watchInstall()
  watchForms()
  reloadRestoredPages()
  whenIdle(() => {
    // Without a network it is fetched with the next page.
    import('./idle')
      .then(({ startIdleLayer }) => startIdleLayer())
      .catch((error) => reportError(error, 'missing chunk'))
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
