/**
 * Navigation on a bad network: request timeouts, stale data when a revalidation fails, a missing chunk, another
 * build; and «Back» to a screen that redirects. What it needs of the framework's inside: docs/framework.md.
 */
import { reportError } from '~/platform/report-error'
import { noteAnswer } from '~/ui/request-reference'
import type { StoredName } from '~/lib/storage-catalogue'

import {
  addressOf,
  browserManifest,
  browserRouter,
  routesOf,
  type BrowserRouter,
  type RouterState,
} from './browser-router'
import { BUILD_HEADER, isDataAddress } from './data-address'

/** A page is loaded again for a missing file no more than once in this time (section 9). */
const RELOAD_GUARD_MS = 10_000
const RELOAD_KEY = 'v1_reloaded_at' satisfies StoredName

/**
 * The server answers every page in less, and every form, which may ask several gateways one after
 * the other: what takes longer is no network. A form's result must not be lost by an early timeout.
 */
const TIMEOUT_MS = { read: 10_000, write: 30_000 }

/** The network is away, or answers nothing of use. Screens recognise it by its name. */
export class NoNetworkError extends Error {
  override readonly name = 'NoNetworkError'
}

const isNoNetwork = (error: unknown) => error instanceof Error && error.name === 'NoNetworkError'

/** Whether the page may be loaded again now; records it. Once in ten seconds. */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  const last = Number(storage.getItem(RELOAD_KEY))
  if (now - last < RELOAD_GUARD_MS && now >= last) return false
  storage.setItem(RELOAD_KEY, String(now))
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

/** The path and query of the navigation under way; undefined while there is none. */
function navigationTarget(): string | undefined {
  const to = browserRouter()?.state.navigation.location
  return to && addressOf(to)
}

/** The target, unless it is this very screen: a refresh must not take a half-filled form away. */
function otherScreen(): string | undefined {
  const to = navigationTarget()
  if (to !== addressOf(location) || browserRouter()?.state.errors) return to
}

/**
 * Bounds every request of the framework for a screen's data: without a network none of them leaves
 * a shopper with a spinner. On the way to a screen the whole page is asked for instead, once in ten
 * seconds: the worker then has the offline page and the card.
 */
export function boundDataRequests(
  inner: typeof fetch = window.fetch.bind(window),
  timeout = TIMEOUT_MS,
): typeof fetch {
  return async (input, init = {}) => {
    // The framework asks by an address, never by a request of its own making.
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
      const answer = await inner(input, { ...init, ...named, signal: bounded.signal })
      // Asked for too often, too busy, or a proxy without a process behind it: no data.
      if (answer.status >= 429 && !answer.headers.has('X-Remix-Response'))
        throw new NoNetworkError()
      // An answer that begins and then halts, or breaks off, is none either.
      await answer.clone().blob()
      noteAnswer(answer)
      return answer
    } catch (error) {
      // The shopper went elsewhere: that is no error.
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

/** Another build has the whole screen loaded instead: its data may be of another shape. */
function withBuild(given: RequestInit['headers']): Pick<RequestInit, 'headers'> {
  const headers = new Headers(given)
  const { version } = browserManifest() ?? {}
  if (version) headers.set(BUILD_HEADER, version)
  return { headers }
}

/** Requests without an answer: a revalidation of this screen, more of it, or a form. */
export type Unanswered = 'screen' | 'more' | 'form'

/**
 * Wraps the routes of the router: a failed revalidation keeps the data that are shown, a form without an
 * answer keeps what was typed, a missing chunk has the screen loaded as a page.
 * @param onUnanswered hears of each, to say so
 */
export function guardNavigation(
  router: BrowserRouter,
  onUnanswered: (what: Unanswered) => void,
): void {
  for (const route of routesOf(router)) {
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
          // A refusal, after which nothing is loaded anew; the earlier refusal stays.
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
 * A redirect from the address where the browser is already, after «Back» or a refresh, takes its place in the
 * history, as a browser does: «Back» would lead there, and forward, again and again. A followed link adds its
 * target, so that the screen with the link stays reachable.
 * @throws the redirect; what asks for a new document gets it here
 */
async function redirectInPlace(redirect: Response, request: Request): Promise<never> {
  const target = redirect.headers.get('Location')
  const isHere = addressOf(new URL(request.url)) === addressOf(location)
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
 * The data that a route shows while its revalidation fails, or null for more of a list.
 * @throws the error where it belongs on the screen: on the way to another one
 */
function staleData(error: unknown, { id, request, router, onUnanswered }: FailedLoad): unknown {
  // Overtaken by the next form or screen: its answer is not awaited.
  if (request.signal.aborted) throw error
  const { location, errors, loaderData = {} } = router.state
  const asked = addressOf(new URL(request.url))
  const isStaying = asked === addressOf(location)
  if (isStaying && !errors && id in loaderData && isPassing(error)) {
    onUnanswered('screen')
    return loaderData[id]
  }
  if (!isNoNetwork(error) || isStaying || asked === navigationTarget()) throw error
  onUnanswered('more')
  return null
}

/** Neither the way to another page nor an answer that stands, such as that there is no such page. */
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
 * Whether a fetcher's form redirects after another screen, or this one anew, has begun to load: the router
 * then neither follows nor loads what the form has changed.
 */
function isRedirectMissed(error: unknown, before: RouterState, now: RouterState): boolean {
  return (
    error instanceof Response &&
    // A form that is a navigation itself is the newest; what asks for a new document gets it.
    before.navigation.state !== 'submitting' &&
    !error.headers.has('X-Remix-Reload-Document') &&
    (now.loaderData !== before.loaderData || !isIdle(now))
  )
}

/**
 * After a deploy a page may ask for a file that is gone. The screen is then loaded from the server as a
 * page, at most once in ten seconds; after that the error screen says so. The framework's own answer is to
 * reload the old page, without an end.
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
  // A screen with the same script in both releases, but not its styles.
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
