import { watchEvents } from '~/analytics/events'
import { watchInstall } from '~/install/install-prompt'
import { browserRouter } from '~/framework/browser-router'
import { dataAddress } from '~/framework/data-address'
import { boundDataRequests, mayReloadPage } from '~/framework/navigation-resilience'
import { reportError, watchErrors } from '~/platform/report-error'
import type { Site } from '~/ui/site'
import { watchTypedText } from '~/forms/typed-text'
import { watchForms } from './watch-forms'

/** Starts the client code of pages, which work without it. */
export function startClientLayer(): void {
  watchErrors()
  watchEvents()
  window.fetch = boundDataRequests()
  void watchInstall()
  watchForms()
  watchTypedText()
  reloadRestoredPages()
  whenIdle(() => {
    // When this import fails, for example without a network, the next page loads the idle layer.
    import('./idle')
      .then(({ startIdleLayer }) => startIdleLayer())
      .catch((error) => reportError(error, 'missing chunk'))
  })
}

/**
 * A page from the back/forward cache may belong to a shopper who has signed out. Some iPhones
 * report every page as restored, so a page that was just reloaded only revalidates its data.
 */
function reloadRestoredPages(): void {
  window.addEventListener('pageshow', async ({ persisted }) => {
    if (!persisted) return
    if (!(await hasSameOwner()) && mayReloadPage()) location.reload()
    else browserRouter()?.revalidate()
  })
}

/** True when the server names the page's shopper. A guest's page has nothing to hide. */
async function hasSameOwner(): Promise<boolean> {
  const { owner } = (browserRouter()?.state.loaderData?.root ?? {}) as Partial<Site>
  if (owner === null) return true
  const answer = await fetch(dataAddress(location.pathname, {}, 'root')).catch(() => null)
  return Boolean(owner && (await answer?.text().catch(() => ''))?.includes(`"${owner}"`))
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}
