import {
  createRequestHandler,
  type AppLoadContext,
  type RequestHandler,
  type ServerBuild,
} from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'

import { dataAddress, pagePath } from './data-address'

/** The framework's build of the product. */
export type FrameworkBuild = ServerBuild

/** The product as the framework runs it. */
export interface Application {
  /** Names the build: pages of another one load themselves anew. */
  buildId: string
  /** The id of the innermost route that answers an address: a page's, its data's and a resource's alike. */
  routeOf(url: string): string
  /** Runs loaders, actions and rendering; a redirect is an answer, too. */
  answer(request: Request, context: AppLoadContext): Promise<Response>
  /** The order to the framework's script to load a whole page, from its path and query. */
  orderPage(page: string, publicOrigin: string): Promise<Response>
}

const RELOAD_ROUTE = 'framework/reload.resource'
const UNKNOWN_ROUTE = 'unknown'

interface Route {
  id: string
  path?: string | undefined
  index?: boolean | undefined
  children?: Route[]
}

/** The flat table of a build as the framework's matcher takes it. */
function nestedRoutes(routes: FrameworkBuild['routes'], parentId?: string): Route[] {
  return Object.values(routes).flatMap((route): Route[] => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index } = route
    return index ? [{ id, path, index }] : [{ id, path, children: nestedRoutes(routes, id) }]
  })
}

/**
 * Compiles a build for requests.
 * @param currentBuild while developing: the build as it is now
 */
export function createApplication(
  build: FrameworkBuild,
  currentBuild?: () => Promise<FrameworkBuild>,
): Application {
  const mode = currentBuild ? 'development' : 'production'
  const handle: RequestHandler = createRequestHandler(currentBuild ?? build, mode)
  const routes = nestedRoutes(build.routes) as NonNullable<Parameters<typeof matchRoutes>[0]>
  return {
    buildId: build.assets.version,
    routeOf: (url) => matchRoutes(routes, pagePath(url))?.at(-1)?.route.id ?? UNKNOWN_ROUTE,
    answer: (request, context) => handle(request, context),
    orderPage: (page, publicOrigin) =>
      handle(
        new Request(new URL(dataAddress('/reload', { to: page }, RELOAD_ROUTE), publicOrigin)),
      ),
  }
}
