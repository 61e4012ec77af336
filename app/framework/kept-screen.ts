import { addressOf, routesOf, type BrowserRouter, type RouterState } from './browser-router'
import { navigationTarget } from './reload-guard'

const LOOK_MS = 50

/** What could not be asked: the screen as it is, anew; more of it; or a form. */
export type Unanswered = 'screen' | 'more' | 'form'

/**
 * What gets no answer leaves the screen as it is, with what was typed: a refreshed screen keeps its
 * data, also when the server fails; more of a list and a form come to nothing. Only the way to another
 * screen ends at the error screen, in whose place the worker may have something better.
 * What is shown is loaded anew after a fetcher's form that leads somewhere too late to be followed.
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
          const { location, errors, loaderData = {} } = router.state
          const asked = addressOf(new URL(args.request.url))
          const isStaying = asked === addressOf(location)
          if (isStaying && !errors && id in loaderData && isPassing(error)) {
            tell('screen')
            return loaderData[id]
          }
          if (!isUnanswered(error) || isStaying || asked === navigationTarget()) throw error
          tell('more')
          return null
        }
      }
    if (action)
      route.action = async (args, ...rest) => {
        const before = router.state
        try {
          return await action(args, ...rest)
        } catch (error) {
          if (isLeftBehind(error, before, router.state)) {
            while (!isIdle(router.state))
              await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
            return null
          }
          if (!isUnanswered(error)) throw error
          tell('form')
          // A refusal, after which nothing is loaded anew; what an earlier one said still stands.
          const said = JSON.stringify(router.state.actionData?.[id] ?? null)
          const headers = { 'Content-Type': 'application/json' }
          return new Response(said, { status: 503, headers })
        }
      }
  }
}

const isIdle = ({ navigation, revalidation }: RouterState) =>
  navigation.state === 'idle' && revalidation === 'idle'

/**
 * Whether a fetcher's form leads somewhere after another screen, or this one anew, has begun to load: the router then
 * neither follows nor loads what the form has changed.
 */
function isLeftBehind(error: unknown, before: RouterState, now: RouterState): boolean {
  return (
    error instanceof Response &&
    // A form that is a navigation itself is the newest; what asks for a new document gets it.
    before.navigation.state !== 'submitting' &&
    !error.headers.has('X-Remix-Reload-Document') &&
    (now.loaderData !== before.loaderData || !isIdle(now))
  )
}

const isUnanswered = (error: unknown) => error instanceof Error && error.name === 'NoNetworkError'

/** Neither the way to another page nor an answer that stands, such as that there is no such page. */
function isPassing(error: unknown): boolean {
  const { status = 500 } = (error ?? {}) as { status?: number }
  return status >= 500
}
