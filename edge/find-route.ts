import type { IncomingMessage } from 'node:http'

import type * as entry from '../app/entry.server'
import { isDataAddress } from '../app/framework/data-address'
import type { Middleware } from './request-context'
import { getBodyPolicy } from './body-policy'

/**
 * Finds the route, its body policy, and who pays for the request: its session, or the client's address. Responds
 * with 404 to a data request for a streamed file.
 */
export function createRouteMiddleware(
  getAddress: (request: IncomingMessage) => string,
  openCookies: typeof entry.openCookies,
): Middleware {
  return async (requestContext) => {
    const { application, url, visit, request } = requestContext
    visit.route = application.routeOf(url)
    requestContext.bodyPolicy = getBodyPolicy(visit.route)
    requestContext.address = getAddress(request)
    const { cookies, sessionId } = await openCookies(request.headers.cookie ?? null)
    requestContext.cookies = cookies
    requestContext.sessionId = sessionId
    if (requestContext.bodyPolicy.isFile && isDataAddress(url)) return 404
    return null
  }
}
