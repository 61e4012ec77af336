import { useEffect } from 'react'

/**
 * Undocumented properties that the framework sets on the window of a hydrated page. docs/framework.md lists
 * them, and a journey fails when one changes.
 */

/**
 * A route's loader or action in the browser. It calls the server, unless the screen has its own loader or
 * action for the browser.
 */
type Handler = (args: { request: Request }, ...rest: unknown[]) => unknown

interface BrowserRoute {
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
  /** State of a refresh. */
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

/** The files of each route, and their build. */
interface BrowserManifest {
  version: string
  routes: Record<string, { module: string; imports?: string[]; css?: string[] } | undefined>
}

interface RemixWindow {
  __remixRouter?: BrowserRouter
  __remixManifest?: BrowserManifest
  __remixRouteModules?: Record<string, unknown>
}

/** The router; undefined before hydration. */
export function browserRouter(): BrowserRouter | undefined {
  return (window as RemixWindow).__remixRouter
}

let setReady: (router: BrowserRouter) => void

/** Resolves with the router after hydration, which is late on a slow phone. */
export const routerReady = new Promise<BrowserRouter>((resolve) => (setReady = resolve))

/** Resolves `routerReady`; called by the root, which mounts at hydration. */
export function useResolveRouterReady(): void {
  useEffect(() => {
    const router = browserRouter()
    if (router) setReady(router)
  }, [])
}

/** Path and query. */
export const getAddress = ({ pathname, search }: Pick<Place, 'pathname' | 'search'>) =>
  pathname + search

export function getRoutes({ routes }: { routes: BrowserRoute[] }): BrowserRoute[] {
  return routes.flatMap((route) => [route, ...getRoutes({ routes: route.children ?? [] })])
}

/** The manifest; undefined on a page without a script. */
export function browserManifest(): BrowserManifest | undefined {
  return (window as RemixWindow).__remixManifest
}

/**
 * Removes style sheets that the page contains (render-document.server) from the manifest. Call it before
 * hydration.
 */
export function forgetPageStyles(): void {
  const { __remixManifest: manifest, __remixRouteModules: shown = {} } = window as RemixWindow
  // The development server uses links for styles.
  if (!manifest || import.meta.env.DEV) return
  const inPage = new Set(Object.keys(shown).flatMap((id) => manifest.routes[id]?.css ?? []))
  for (const route of Object.values(manifest.routes))
    if (route?.css) route.css = route.css.filter((href) => !inPage.has(href))
  // The bundler's loader of later files looks for a link: a disabled one loads nothing.
  for (const href of inPage)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', disabled: true, href }),
    )
}

/** Whether the page's script has set the route modules, which hydration needs. */
export function hasRouteModules(): boolean {
  return (window as RemixWindow).__remixRouteModules !== undefined
}
