import { noteAnswer } from '~/ui/request-reference'

import { addressOf, browserManifest, browserRouter } from './browser-router'
import { mayReloadPage, navigationTarget } from './reload-guard'
import { BUILD_HEADER, isDataAddress } from './data-address'

/**
 * The server answers every page in less, and every form, which may ask several gateways one after
 * the other: what takes longer is no network. What a form came to must not be lost by impatience.
 */
const LONGEST_WAIT_MS = { read: 10_000, write: 30_000 }

/** The network is away, or answers nothing of use. Known by its name: screens tell it by that. */
export class NoNetworkError extends Error {
  override readonly name = 'NoNetworkError'
}

/**
 * Bounds every request of the framework for a screen's data: without a network none of them leaves
 * a shopper with a spinner. On the way to a screen the whole page is asked for instead, once in ten
 * seconds: the worker then has the offline page and the card.
 */
export function boundDataRequests(
  inner: typeof fetch = window.fetch.bind(window),
  longest = LONGEST_WAIT_MS,
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
    const timer = setTimeout(() => bounded.abort(), isRead ? longest.read : longest.write)
    try {
      const named = isRead && elsewhere() ? withBuild(init.headers) : {}
      const answer = await inner(input, { ...init, ...named, signal: bounded.signal })
      // Asked for too often, too busy, or a gateway before us that has nobody behind it: no data.
      if (answer.status >= 429 && !isData(answer)) throw new NoNetworkError()
      // What begins and then halts, or breaks off, is none either.
      await answer.clone().blob()
      noteAnswer(answer)
      return answer
    } catch (error) {
      // Somebody went elsewhere: that is no fault.
      if (given?.aborted) throw error
      const to = isRead && elsewhere()
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

const isData = ({ headers }: Response) => headers.has('X-Remix-Response')

/** Where the shopper goes: what is asked for without going elsewhere must not take a half-filled form away. */
function elsewhere(): string | undefined {
  const to = navigationTarget()
  if (to !== addressOf(location) || browserRouter()?.state.errors) return to
}

/** Another build has the whole screen loaded instead: its data may be of another shape. */
function withBuild(given: RequestInit['headers']): Pick<RequestInit, 'headers'> {
  const headers = new Headers(given)
  const { version } = browserManifest() ?? {}
  if (version) headers.set(BUILD_HEADER, version)
  return { headers }
}
