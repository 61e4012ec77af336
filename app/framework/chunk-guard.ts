import { reportError } from '~/platform/report-error'

import { browserManifest, routesOf, type BrowserRouter } from './browser-router'
import { mayReloadPage, navigationTarget } from './reload-guard'

/**
 * After a deploy a page may ask for a file that is gone. The screen is then loaded from the server
 * as a page of its own, at most once in ten seconds; after that the error screen says so. The
 * framework's own answer is to reload the old page, without an end.
 */
export function guardChunks(router: BrowserRouter): void {
  const manifest = browserManifest()
  if (!manifest) return
  for (const route of routesOf(router)) {
    const { lazy } = route
    const file = manifest.routes[route.id]?.module
    if (!lazy || !file) continue
    route.lazy = async () => {
      try {
        await import(/* @vite-ignore */ file)
      } catch (error) {
        loadPageInstead(navigationTarget() ?? location.href, error)
        await new Promise(() => undefined)
      }
      return lazy()
    }
  }
  // A screen whose script is the same in both releases, but not its styles.
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && mayReloadPage())
        location.assign(navigationTarget() ?? location.href)
    },
    true,
  )
  // Files that a screen itself fetches later.
  window.addEventListener('vite:preloadError', (event) => {
    if (!mayReloadPage()) return
    event.preventDefault()
    location.reload()
  })
}

function loadPageInstead(url: string, error: unknown): void {
  reportError(error, 'missing chunk')
  if (!mayReloadPage()) throw error
  location.assign(url)
}
