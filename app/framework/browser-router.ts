/**
 * What the framework leaves on the window of a page that it has hydrated. Nothing of it is
 * documented: docs/framework.md says what is relied on, and a journey fails when it changes.
 */

/** Asks the server for a route's part, unless the screen has a loader or an action of its own. */
type Handler = (args: { request: Request }, ...rest: unknown[]) => unknown

export interface BrowserRoute {
  id: string
  path?: string
  index?: boolean
  lazy?: (() => Promise<unknown>) | undefined
  loader?: Handler | undefined
  action?: Handler | undefined
  children?: BrowserRoute[]
}

interface Place {
  key: string
  pathname: string
  search: string
  hash: string
}

export interface RouterState {
  location: Place
  navigation: { state: string; formMethod?: string; location?: Place }
  /** Of a refresh. */
  revalidation: string
  matches: { route: { id: string } }[]
  actionData?: Record<string, unknown> | null
  loaderData?: Record<string, unknown>
  errors?: Record<string, { status?: number }> | null
}

export interface BrowserRouter {
  routes: BrowserRoute[]
  state: RouterState
  subscribe(listener: (state: RouterState) => void): () => void
  revalidate(): void
}

/** The files of each route, and the build that they belong to. */
export interface BrowserManifest {
  version: string
  routes: Record<string, { module: string; imports?: string[]; css?: string[] } | undefined>
}

interface RemixWindow {
  __remixRouter?: BrowserRouter
  __remixManifest?: BrowserManifest
  __remixRouteModules?: Record<string, unknown>
}

/** The router; undefined until the page is hydrated. */
export function browserRouter(): BrowserRouter | undefined {
  return (window as RemixWindow).__remixRouter
}

const LOOK_MS = 50

/** Calls back with the router as soon as there is one: a slow phone hydrates late. */
export function whenRouted(work: (router: BrowserRouter) => void): void {
  const router = browserRouter()
  if (router) work(router)
  else setTimeout(whenRouted, LOOK_MS, work)
}

/** Path and query. */
export const addressOf = ({ pathname, search }: Pick<Place, 'pathname' | 'search'>) =>
  pathname + search

/** All of its routes, whatever lies in what. */
export function routesOf({ routes }: { routes: BrowserRoute[] }): BrowserRoute[] {
  return routes.flatMap((route) => [route, ...routesOf({ routes: route.children ?? [] })])
}

/** The manifest; undefined on a page without a script. */
export function browserManifest(): BrowserManifest | undefined {
  return (window as RemixWindow).__remixManifest
}

/** Whether the page's script has named the modules of its screens, without which nothing hydrates. */
export function hasScreens(): boolean {
  return (window as RemixWindow).__remixRouteModules !== undefined
}
