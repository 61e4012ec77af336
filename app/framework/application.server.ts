import {
  createRequestHandler,
  type ActionFunctionArgs,
  type AppLoadContext,
  type RequestHandler,
  type ServerBuild,
} from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'

import { dataAddress, pagePath } from './data-address'

/** The framework's build of the product. */
export type FrameworkBuild = ServerBuild

/** The product, run by the framework. */
export interface Application {
  /** Id of the build: pages of another build reload themselves. */
  buildId: string
  /** The innermost route of an address: a page's, its data's or a resource's. */
  routeOf(url: string): string
  /** Runs loaders, actions and rendering; redirects are responses, too. */
  response(request: Request, context: AppLoadContext): Promise<Response>
  /**
   * The response that makes the framework's script load a document.
   * @param page the document's path and query
   */
  orderPage(page: string, publicOrigin: string): Promise<Response>
}

export type GuardedHandler = ((args: ActionFunctionArgs) => unknown) & {
  /** An operator has turned this write off. */
  isSwitchedOff?(context: AppLoadContext): boolean
  /** What clients of this handler get in place of a thrown redirect. */
  getRefusal?(request: Request, thrown: unknown): unknown
}

/** Runs a loader or an action; throws a response for visitors whom it must not serve (`context/guard.server.ts`). */
type Guard = (id: string, handler: GuardedHandler, args: ActionFunctionArgs) => Promise<unknown>

/** The build with the guard before every loader and action, so that no file can forget it. */
export function guardedBuild(build: FrameworkBuild, guard: Guard): FrameworkBuild {
  const guarded = (id: string, handler: GuardedHandler | undefined) =>
    handler && ((args: ActionFunctionArgs) => guard(id, handler, args))
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route]
    const { loader, action } = route.module as Record<
      'loader' | 'action',
      GuardedHandler | undefined
    >
    const module = { ...route.module, loader: guarded(id, loader), action: guarded(id, action) }
    return [id, { ...route, module }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

const RELOAD_ROUTE = 'framework/reload.resource'
const UNKNOWN_ROUTE = 'unknown'

interface Route {
  id: string
  path?: string | undefined
  index?: boolean | undefined
  children?: Route[]
}

/** The build's flat table, nested for the framework's matcher. */
function nestedRoutes(routes: FrameworkBuild['routes'], parentId?: string): Route[] {
  return Object.values(routes).flatMap((route): Route[] => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index } = route
    return index ? [{ id, path, index }] : [{ id, path, children: nestedRoutes(routes, id) }]
  })
}

/**
 * Compiles a build for requests.
 * @param guard runs each loader and action
 * @param currentBuild in development: the current build
 */
export function createApplication(
  build: FrameworkBuild,
  guard: Guard,
  currentBuild?: () => Promise<FrameworkBuild>,
): Application {
  const mode = currentBuild ? 'development' : 'production'
  const handle: RequestHandler = createRequestHandler(
    currentBuild
      ? async () => guardedBuild(await currentBuild(), guard)
      : guardedBuild(build, guard),
    mode,
  )
  const routes = nestedRoutes(build.routes) as NonNullable<Parameters<typeof matchRoutes>[0]>
  return {
    buildId: build.assets.version,
    routeOf: (url) => matchRoutes(routes, pagePath(url))?.at(-1)?.route.id ?? UNKNOWN_ROUTE,
    response: (request, context) => handle(request, context),
    orderPage: (page, publicOrigin) =>
      handle(
        new Request(new URL(dataAddress('/reload', { to: page }, RELOAD_ROUTE), publicOrigin)),
      ),
  }
}
