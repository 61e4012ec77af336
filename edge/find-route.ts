import type { IncomingMessage } from 'node:http'

import { isDataAddress } from '../app/framework/data-address'
import type { Middleware } from './request-context'
import { bodyPolicyOf } from './body-policy'

/** Finds which route answers, what that takes, and who asks. A file is no answer to the framework's script. */
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
