import { reportError } from '~/platform/report-error'

import { browserManifest, browserRouter, type BrowserRoute } from './browser-router'

/** A page is loaded again for a missing file no more than once in this time (section 9). */
const RELOAD_GUARD_MS = 10_000
const STORAGE_KEY = 'v1_reloaded_at'

/** Whether the page may be loaded again now; says so once in ten seconds. */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  const last = Number(storage.getItem(STORAGE_KEY))
  if (last > 0 && now - last < RELOAD_GUARD_MS && now >= last) return false
  storage.setItem(STORAGE_KEY, String(now))
  return true
}

/** Whether this page may be; a browser that forbids storage could not end a circle, so it is not. */
export function mayReloadPage(): boolean {
  try {
    return mayReload(sessionStorage, Date.now())
  } catch {
    return false
  }
}

/** The path and query that the shopper is on the way to; null while nobody goes anywhere. */
export function navigationTarget(): string | null {
  const to = browserRouter()?.state.navigation.location
  return to ? to.pathname + to.search : null
}

/**
 * After a deploy a page may ask for a file that is gone. The screen is then loaded from the server
 * as a page of its own, at most once in ten seconds; after that the error screen says so. The
 * framework's own answer is to reload the old page, without an end.
 */
export function guardChunks(): void {
  const router = browserRouter()
  const manifest = browserManifest()
  if (!router || !manifest) return
  for (const route of allRoutes(router.routes)) {
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

function allRoutes(routes: BrowserRoute[]): BrowserRoute[] {
  return routes.flatMap((route) => [route, ...allRoutes(route.children ?? [])])
}
