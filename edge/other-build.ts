import { BUILD_HEADER, isDataAddress, pageAddress } from '../app/framework/data-address'
import type { Middleware } from './request-context'
import { readResponse, sendResponse } from './respond'

/**
 * A page of another release may not understand this release's data: orders its browser to load the document.
 * Two releases run side by side during a rollout.
 */
export function createBuildCheck(publicOrigin: string): Middleware {
  return async ({ request, response, url, application }) => {
    const from = request.headers[BUILD_HEADER]
    if (from === undefined || from === application.buildId) return null
    if (request.method !== 'GET' || !isDataAddress(url)) return null
    const order = await application.orderPage(pageAddress(url), publicOrigin)
    await sendResponse(request, response, await readResponse(order), [])
    return 'answered'
  }
}
