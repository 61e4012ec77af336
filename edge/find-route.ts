import type { IncomingMessage } from 'node:http'

import { isDataAddress } from '../app/framework/data-address'
import type { Middleware } from './request-context'
import { bodyPolicyOf } from './body-policy'

/**
 * Finds the route, its body policy and the client's address. Responds with 404 to a data request for a
 * streamed file.
 */
export function createRouteMiddleware(addressOf: (request: IncomingMessage) => string): Middleware {
  return (requestContext) => {
    const { application, url, visit, request } = requestContext
    visit.route = application.routeOf(url)
    requestContext.bodyPolicy = bodyPolicyOf(visit.route)
    requestContext.address = addressOf(request)
    if (requestContext.bodyPolicy.isFile && isDataAddress(url)) return 404
    return null
  }
}
