import { watchEvents, sendEvents } from '~/analytics/events'
import { watchInstall } from '~/install/install-prompt'
import { browserRouter } from '~/framework/browser-router'
import { dataAddress } from '~/framework/data-address'
import { boundDataRequests, mayReloadPage } from '~/framework/navigation-resilience'
import { reportError, watchErrors } from '~/platform/report-error'
import type { Site } from '~/ui/site'
import { watchTypedText } from '~/forms/typed-text'
import { withTimeout } from '~/lib/with-timeout'
import { forgetShopper } from '~/session/forget-shopper'

/** How long sign-out waits until the browser has deleted its data. */
const MAX_WIPE_MS = 2000

/**
 * Prevents a second submission while a form is sent. The browser would drop the first response with
 * its code, session or account. (`aria-disabled` prevents none.) The second click of a double click
 * must not undo the first. A sign-out form first deletes the browser's data, then navigates as a
 * document.
 */
function watchForms(): void {
  document.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest('[method=post] button')
      if (button && event.detail > 1) event.preventDefault()
    },
    true,
  )
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement
      const isWaiting =
        form.method === 'post' && event.submitter?.getAttribute('aria-disabled') === 'true'
      const isSignOut = new URL(form.action).pathname === '/logout'
      if (!isWaiting && !isSignOut) return
      event.stopImmediatePropagation()
      event.preventDefault()
      if (isWaiting) return
      sendEvents()
      void withTimeout(forgetShopper, MAX_WIPE_MS, () => undefined).then(() => form.submit())
    },
    true,
  )
}

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
  const response = await fetch(dataAddress(location.pathname, {}, 'root')).catch(() => null)
  return Boolean(owner && (await response?.text().catch(() => ''))?.includes(`"${owner}"`))
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}
