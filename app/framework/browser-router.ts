import { useEffect } from 'react'

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

let setReady: (router: BrowserRouter) => void

/** Resolves with the router when the page is hydrated: a slow phone hydrates late. */
export const routerReady = new Promise<BrowserRouter>((resolve) => (setReady = resolve))

/** Resolves `routerReady`; the root calls it, which is mounted when the page is hydrated. */
export function useRouterReady(): void {
  useEffect(() => {
    const router = browserRouter()
    if (router) setReady(router)
  }, [])
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

/**
 * Has the screens of this page ask for no sheet that the page itself contains (page-styles.server).
 * To be called before the page is hydrated.
 */
export function forgetPageStyles(): void {
  const { __remixManifest: manifest, __remixRouteModules: shown = {} } = window as RemixWindow
  // The development server leaves styles to links.
  if (!manifest || import.meta.env.DEV) return
  const inPage = new Set(Object.keys(shown).flatMap((id) => manifest.routes[id]?.css ?? []))
  for (const route of Object.values(manifest.routes))
    if (route?.css) route.css = route.css.filter((href) => !inPage.has(href))
  // The bundler's loader of later files looks for a link: a disabled one fetches nothing.
  for (const href of inPage)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', disabled: true, href }),
    )
}

/** Whether the page's script has named the modules of its screens, without which nothing hydrates. */
export function hasScreens(): boolean {
  return (window as RemixWindow).__remixRouteModules !== undefined
}
