import type { IncomingMessage } from 'node:http'

import type { Step } from './exchange'
import { intakeOf } from './intake'

/** Finds which route answers, what that takes, and who asks. */
export function createRouteStep(addressOf: (request: IncomingMessage) => string): Step {
  return (exchange) => {
    const { application, url, visit, request } = exchange
    exchange.match = application.match(url)
    visit.route = exchange.match.routeId
    exchange.intake = intakeOf(visit.route)
    exchange.address = addressOf(request)
    return null
  }
}
