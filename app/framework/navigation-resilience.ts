/**
 * Navigation on a bad network: request timeouts, stale data after a failed revalidation, missing chunks,
 * other builds; and «Back» to a screen that redirects. docs/framework.md lists the used internals of the
 * framework.
 */
import { reportError } from '~/platform/report-error'
import { noteResponse } from '~/ui/request-reference'
import type { StoredName } from '~/domain/storage-catalogue'

import {
  getAddress,
  browserManifest,
  browserRouter,
  getRoutes,
  type BrowserRouter,
  type RouterState,
} from './browser-router'
import { BUILD_HEADER, isDataAddress } from './data-address'

/** A missing file reloads the page at most once in this time (specification 9.12). */
const RELOAD_GUARD_MS = 10_000
const RELOAD_KEY = 'v1_reloaded_at' satisfies StoredName

/**
 * Longer than the server takes for any page, and for any form with several gateway calls: anything slower is
 * a network failure. An early timeout would lose a form's result.
 */
const TIMEOUT_MS = { read: 10_000, write: 30_000 }

/** The network is down, or returns nothing useful. Screens recognise the error by its name. */
class NoNetworkError extends Error {
  override readonly name = 'NoNetworkError'
}

const isNoNetwork = (error: unknown) => error instanceof Error && error.name === 'NoNetworkError'

/** Whether the page may be reloaded now; records the reload. Never without storage, which alone stops a loop. */
export function mayReloadPage(): boolean {
  try {
    const now = Date.now()
    const last = Number(sessionStorage.getItem(RELOAD_KEY))
    if (now - last < RELOAD_GUARD_MS && now >= last) return false
    sessionStorage.setItem(RELOAD_KEY, String(now))
    return true
  } catch {
    return false
  }
}

/** Path and query of the navigation under way; undefined without one. */
function navigationTarget(): string | undefined {
  const to = browserRouter()?.state.navigation.location
  return to && getAddress(to)
}

/** The target, unless it is the present screen: a refresh must not remove a half-filled form. */
function otherScreen(): string | undefined {
  const to = navigationTarget()
  if (to !== getAddress(location) || browserRouter()?.state.errors) return to
}

/**
 * Adds a timeout to every data request of the framework, so that a lost network shows no endless spinner. On
 * the way to a screen it loads the document instead, once in ten seconds, because the worker has an offline
 * page and the card.
 */
export function boundDataRequests(
  inner: typeof fetch = window.fetch.bind(window),
  timeout = TIMEOUT_MS,
): typeof fetch {
  return async (input, init = {}) => {
    // The framework passes an address, never a request.
    const { origin, pathname } = new URL(input as string, location.href)
    if (origin !== location.origin || !isDataAddress(pathname)) return inner(input, init)
    const isRead = (init.method ?? 'GET') === 'GET'
    const given = init.signal
    const bounded = new AbortController()
    const leave = () => bounded.abort(given?.reason)
    if (given?.aborted) leave()
    given?.addEventListener('abort', leave)
    const timer = setTimeout(() => bounded.abort(), isRead ? timeout.read : timeout.write)
    try {
      const named = isRead && otherScreen() ? withBuild(init.headers) : {}
      const response = await inner(input, { ...init, ...named, signal: bounded.signal })
      // A limit, an overload, or a proxy without a process behind it: no data.
      if (response.status >= 429 && !response.headers.has('X-Remix-Response'))
        throw new NoNetworkError()
      // A response that halts or breaks off counts as none.
      await response.clone().blob()
      noteResponse(response)
      return response
    } catch (error) {
      // The shopper has navigated elsewhere, which is no error.
      if (given?.aborted) throw error
      const to = isRead && otherScreen()
      if (to && mayReloadPage()) {
        location.assign(to)
        await new Promise(() => undefined)
      }
      throw new NoNetworkError()
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Adds the page's build: another build responds with a document load, because its data may differ. */
function withBuild(given: RequestInit['headers']): Pick<RequestInit, 'headers'> {
  const headers = new Headers(given)
  const { version } = browserManifest() ?? {}
  if (version) headers.set(BUILD_HEADER, version)
  return { headers }
}

/** Requests without a response: a revalidation of this screen, more of it, or a form. */
export type Unanswered = 'screen' | 'more' | 'form'

/**
 * Wraps the routes of the router. A failed revalidation keeps the shown data, and a form without a response
 * keeps the typed text. A missing chunk loads the screen as a document.
 * @param onUnanswered receives the kind of each request without a response
 */
export function guardNavigation(
  router: BrowserRouter,
  onUnanswered: (what: Unanswered) => void,
): void {
  for (const route of getRoutes(router)) {
    const { id, loader, action, lazy } = route
    if (loader)
      route.loader = async (args, ...rest) => {
        try {
          return await loader(args, ...rest)
        } catch (error) {
          if (error instanceof Response) return redirectInPlace(error, args.request)
          return staleData(error, { id, request: args.request, router, onUnanswered })
        }
      }
    if (action)
      route.action = async (args, ...rest) => {
        const before = router.state
        try {
          return await action(args, ...rest)
        } catch (error) {
          if (isRedirectMissed(error, before, router.state)) {
            await untilIdle(router)
            return null
          }
          if (!isNoNetwork(error)) throw error
          onUnanswered('form')
          // Answers with the last action data and an error status: Remix then revalidates nothing, and an
          // earlier refusal of the form stays.
          const last = JSON.stringify(router.state.actionData?.[id] ?? null)
          const headers = { 'Content-Type': 'application/json' }
          return new Response(last, { status: 503, headers })
        }
      }
    if (lazy) route.lazy = withChunkReload(id, lazy)
  }
  reloadForMissingFiles()
}

/**
 * A redirect from the current address, after «Back» or a refresh, replaces its history entry, as in a
 * browser. Otherwise «Back» would return there again and again. A followed link adds its target, so that the
 * screen with the link stays reachable.
 * @throws the redirect; a redirect to a new document is carried out here
 */
async function redirectInPlace(redirect: Response, request: Request): Promise<never> {
  const target = redirect.headers.get('Location')
  const isHere = getAddress(new URL(request.url)) === getAddress(location)
  if (!target || !isHere || request.signal.aborted) throw redirect
  // The router adds an entry for a new document in any case.
  if (redirect.headers.has('X-Remix-Reload-Document')) {
    location.replace(target)
    await new Promise(() => undefined)
  }
  redirect.headers.set('X-Remix-Replace', 'yes')
  throw redirect
}

interface FailedLoad {
  id: string
  request: Request
  router: BrowserRouter
  onUnanswered: (what: Unanswered) => void
}

/**
 * Returns the shown data of a route when its revalidation fails; null when more entries of a list fail to
 * load.
 * @throws the error when it is final or belongs to another screen
 */
function staleData(error: unknown, { id, request, router, onUnanswered }: FailedLoad): unknown {
  // The next form or screen has aborted this request, so nothing is reported.
  if (request.signal.aborted) throw error
  const { location, errors, loaderData = {} } = router.state
  const asked = getAddress(new URL(request.url))
  const isStaying = asked === getAddress(location)
  if (isStaying && !errors && id in loaderData && isPassing(error)) {
    onUnanswered('screen')
    return loaderData[id]
  }
  if (!isNoNetwork(error) || isStaying || asked === navigationTarget()) throw error
  onUnanswered('more')
  return null
}

/**
 * Whether an error may pass: its status is at least 500, or it has none. Other statuses, such as a 404, are
 * final.
 */
function isPassing(error: unknown): boolean {
  const { status = 500 } = (error ?? {}) as { status?: number }
  return status >= 500
}

const isIdle = ({ navigation, revalidation }: RouterState) =>
  navigation.state === 'idle' && revalidation === 'idle'

function untilIdle(router: BrowserRouter): Promise<void> {
  return new Promise((resolve) => {
    if (isIdle(router.state)) return resolve()
    const stop = router.subscribe((state) => {
      if (!isIdle(state)) return
      stop()
      resolve()
    })
  })
}

/**
 * Whether a fetcher's form redirects after another navigation has started: the router then neither follows
 * the redirect nor revalidates.
 */
function isRedirectMissed(error: unknown, before: RouterState, now: RouterState): boolean {
  return (
    error instanceof Response &&
    // Excludes a form that is itself a navigation, because none is newer, and a redirect that loads a new
    // document.
    before.navigation.state !== 'submitting' &&
    !error.headers.has('X-Remix-Reload-Document') &&
    (now.loaderData !== before.loaderData || !isIdle(now))
  )
}

/**
 * After a deploy a page may request a deleted file. The screen is then loaded as a document, at most once in
 * ten seconds; after that the error screen says so. The framework itself would reload the old page endlessly.
 */
function withChunkReload(id: string, lazy: () => Promise<unknown>): () => Promise<unknown> {
  return async () => {
    const file = browserManifest()?.routes[id]?.module
    try {
      if (file) await import(/* @vite-ignore */ file)
    } catch (error) {
      reportError(error, 'missing chunk')
      if (!mayReloadPage()) throw error
      location.assign(navigationTarget() ?? location.href)
      await new Promise(() => undefined)
    }
    return lazy()
  }
}

function reloadForMissingFiles(): void {
  // Reloads for a missing style sheet: a screen may have the same script in both releases, but other styles.
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && mayReloadPage())
        location.assign(navigationTarget() ?? location.href)
    },
    true,
  )
  // Reloads for a missing file that a screen imports later.
  window.addEventListener('vite:preloadError', (event) => {
    if (!mayReloadPage()) return
    event.preventDefault()
    location.reload()
  })
}
