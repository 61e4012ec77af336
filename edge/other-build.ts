import { BUILD_HEADER, isDataAddress, pageAddress } from '../app/framework/data-address'
import type { Middleware } from './request-context'
import { readResponse, sendAnswer } from './respond'

/**
 * While two releases run beside each other, a page of one asks the other for a screen's data, of a
 * shape that its script need not know: its browser is ordered to load the screen as a whole page.
 */
export function createBuildCheck(publicOrigin: string): Middleware {
  return async ({ request, response, url, application }) => {
    const from = request.headers[BUILD_HEADER]
    if (from === undefined || from === application.buildId) return null
    if (request.method !== 'GET' || !isDataAddress(url)) return null
    const order = await application.orderPage(pageAddress(url), publicOrigin)
    await sendAnswer(request, response, await readResponse(order), [])
    return 'answered'
  }
}
