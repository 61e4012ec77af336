import { isDataAddress } from './data-address'
import { mayReloadPage, navigationTarget } from './chunk-guard'

/** The server answers every page and every form in less: what takes longer is no network. */
const LONGEST_WAIT_MS = 10_000

/** The network is away, or answers nothing. Known by its name: screens tell it by that. */
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
  longestWaitMs = LONGEST_WAIT_MS,
): typeof fetch {
  return async (input, init = {}) => {
    const address = input instanceof Request ? input.url : String(input)
    const { origin, pathname } = new URL(address, location.href)
    if (origin !== location.origin || !isDataAddress(pathname)) return inner(input, init)
    const given = init.signal ?? (input instanceof Request ? input.signal : null)
    const bounded = new AbortController()
    const leave = () => bounded.abort(given?.reason)
    if (given?.aborted) leave()
    given?.addEventListener('abort', leave)
    const timer = setTimeout(() => bounded.abort(), longestWaitMs)
    try {
      return await inner(input, { ...init, signal: bounded.signal })
    } catch (error) {
      // Somebody went elsewhere: that is no fault.
      if (given?.aborted) throw error
      const to = (init.method ?? 'GET') === 'GET' ? navigationTarget() : null
      if (to && mayReloadPage()) {
        location.assign(to)
        await new Promise(() => undefined)
      }
      throw new NoNetworkError('No answer from the network')
    } finally {
      clearTimeout(timer)
    }
  }
}
