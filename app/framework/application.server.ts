import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node'

import { dataAddress } from './data-address'
import { createRouteTable, type RouteMatch } from './route-table'

/** The framework's build of the product. */
export type FrameworkBuild = ServerBuild

/** The product as the framework runs it. */
export interface Application {
  /** Names the build: pages of another one load themselves anew. */
  buildId: string
  /** Which route answers an address. */
  match(url: string): RouteMatch<FrameworkBuild>
  /** Runs loaders, actions and rendering of what was matched; a redirect is an answer, too. */
  answer(
    match: RouteMatch<FrameworkBuild>,
    request: Request,
    context: AppLoadContext,
  ): Promise<Response>
  /** The order to the framework's script to load a whole page, from its path and query. */
  orderPage(page: string, publicOrigin: string): Promise<Response>
}

const RELOAD_ROUTE = 'framework/reload.resource'

/** Compiles the table of routes of a build, and a handler for each route when it is first asked for. */
export function createApplication(
  build: FrameworkBuild,
  mode: 'production' | 'development',
): Application {
  const match = createRouteTable(build)
  const handlers = new Map<FrameworkBuild, ReturnType<typeof createRequestHandler>>()
  function handlerOf(part: FrameworkBuild) {
    const known = handlers.get(part)
    if (known) return known
    const handler = createRequestHandler(part, mode)
    handlers.set(part, handler)
    return handler
  }
  return {
    buildId: build.assets.version,
    match,
    answer: (matched, request, context) => handlerOf(matched.build)(request, context),
    orderPage(page, publicOrigin) {
      const address = new URL(dataAddress('/reload', { to: page }, RELOAD_ROUTE), publicOrigin)
      return handlerOf(match(address.pathname).build)(new Request(address))
    },
  }
}
