import type { IncomingMessage } from 'node:http'

import type * as entry from '../app/entry.server'
import {
  BUILD_HEADER,
  isDataAddress,
  pageAddress,
  payloadTarget,
} from '../app/framework/data-address'
import { getBodyPolicy } from './body-policy'
import { readResponse, sendResponse } from './respond'
import type { Ending, RoutedVisit, Visit } from './visit'

/**
 * Finds the route, its body policy, and who pays for the request: its session, or the client's address. Responds
 * with 404 to a data request for a streamed file.
 */
export function createRouteFinder(
  getAddress: (request: IncomingMessage) => string,
  openCookies: typeof entry.openCookies,
): (visit: Visit) => Promise<RoutedVisit | 404> {
  return async (visit) => {
    visit.route = visit.application.routeOf(visit.url)
    const bodyPolicy = getBodyPolicy(visit.route)
    if (bodyPolicy.isFile && isDataAddress(visit.url)) return 404
    const address = getAddress(visit.request)
    const opened = await openCookies(visit.request.headers.cookie ?? null)
    return Object.assign(visit, { bodyPolicy, address, ...opened })
  }
}

/**
 * A page of another release may not understand this release's data: orders its browser to load the document.
 * Two releases run side by side during a rollout.
 */
export async function refuseOtherBuild(
  { request, response, url, application }: Visit,
  publicOrigin: string,
): Promise<Ending | null> {
  const from = request.headers[BUILD_HEADER]
  if (from === undefined || from === application.buildId) return null
  if (request.method !== 'GET' || !isDataAddress(url)) return null
  const order = await application.orderPage(pageAddress(url), publicOrigin)
  await sendResponse(request, response, await readResponse(order), [])
  return 'answered'
}

/**
 * `/coupons/?tab=mine` → `/coupons?tab=mine`; null without a trailing slash. Screens build relative links
 * from the requested address.
 */
function withoutSlash(url: string): string | null {
  const [, path, query = ''] = /^(\/[^?]+)\/(\?.*)?$/.exec(url) ?? []
  return path === undefined ? null : path + query
}

/** Redirects by the operator's route rules, to a page's data, and to the address without a trailing slash. */
export function redirectMoved(visit: Visit, findRule: typeof entry.findRouteRule): Ending | null {
  const { request, response, url } = visit
  if (request.method === 'POST') return null
  const rule = findRule(url)
  const location = rule?.location ?? payloadTarget(url) ?? withoutSlash(url)
  if (location === null) return null
  visit.route = 'moved'
  if (rule) response.removeHeader('X-Robots-Tag')
  response.writeHead(rule?.status ?? 301, { Location: location })
  response.end()
  return 'answered'
}
