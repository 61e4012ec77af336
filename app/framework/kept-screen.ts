import { routesOf, type BrowserRouter } from './browser-router'

/** What could not be asked: the screen as it is, anew; more of it; or a form. */
export type Unanswered = 'screen' | 'more' | 'form'

/**
 * What gets no answer leaves the screen as it is, with what was typed: a refreshed screen keeps its
 * data, also when the server fails; more of a list and a form come to nothing. Only the way to another
 * screen ends at the error screen, in whose place the worker may have something better.
 * @param tell hears of each, to say so
 */
export function keepScreen(router: BrowserRouter, tell: (what: Unanswered) => void): void {
  for (const route of routesOf(router)) {
    const { id, loader, action } = route
    if (loader)
      route.loader = async (args, ...rest) => {
        try {
          return await loader(args, ...rest)
        } catch (error) {
          // Overtaken by the next form or screen: nobody waits for it.
          if (args.request.signal.aborted) throw error
          const { state } = router
          const { pathname, search } = new URL(args.request.url)
          const asked = pathname + search
          const shown = state.location.pathname + state.location.search
          const to = state.navigation.location
          const isStaying = asked === shown && !state.errors && id in (state.loaderData ?? {})
          if (isStaying && isPassing(error)) {
            tell('screen')
            return state.loaderData?.[id]
          }
          if (!isUnanswered(error) || asked === shown || (to && asked === to.pathname + to.search))
            throw error
          tell('more')
          return null
        }
      }
    if (action)
      route.action = async (args, ...rest) => {
        try {
          return await action(args, ...rest)
        } catch (error) {
          if (!isUnanswered(error)) throw error
          tell('form')
          // A refusal, after which nothing is loaded anew; what an earlier one said still stands.
          const before = JSON.stringify(router.state.actionData?.[id] ?? null)
          const headers = { 'Content-Type': 'application/json' }
          return new Response(before, { status: 503, headers })
        }
      }
  }
}

const isUnanswered = (error: unknown) => error instanceof Error && error.name === 'NoNetworkError'

/** Neither the way to another page nor an answer that stands, such as that there is no such page. */
function isPassing(error: unknown): boolean {
  const { status = 500 } = (error ?? {}) as { status?: number }
  return status >= 500
}
