import type { IncomingMessage } from 'node:http'

import { isDataAddress } from '../app/framework/data-address'
import type { Step } from './exchange'
import { intakeOf } from './intake'

/** Finds which route answers, what that takes, and who asks. A file is no answer to the framework's script. */
export function createRouteStep(addressOf: (request: IncomingMessage) => string): Step {
  return (exchange) => {
    const { application, url, visit, request } = exchange
    visit.route = application.routeOf(url)
    exchange.intake = intakeOf(visit.route)
    exchange.address = addressOf(request)
    if (exchange.intake.isFile && isDataAddress(url)) return 404
    return null
  }
}
