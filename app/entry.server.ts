import {
  redirectDocument,
  type AppLoadContext,
  type HandleDataRequestFunction,
  type HandleDocumentRequestFunction,
} from '@remix-run/node'
import { isbot } from 'isbot'

import { isRedirect, pageAddress } from './framework/data-address'
import { describeRendering, renderDocument } from './framework/render-document.server'
import { findRouteRule } from './framework/route-rules-file.server'
import { GatewayError } from './gateways/gateway-error.server'
import { errorReports } from './platform/error-reports.server'
import { log } from './platform/log.server'
import { metrics } from './platform/metrics.server'

// What server.ts needs of the application: it must not have a second copy of these modules.
export { listWarnings } from './context/content-files.server'
export { createContext } from './context/context.server'
export { closeServices, openServices } from './context/services.server'
export { operatorVersion } from './context/operator-version.server'
export { runContractCheck } from './context/contract-check.server'
export { runDoctor } from './context/doctor.server'
export { readStatus } from './context/status.server'
export { ConfigurationError, env } from './platform/env.server'
export { errorReports } from './platform/error-reports.server'
export { isBearer } from './lib/bearer.server'
export { isPublicPath } from './screens.server'
export { log } from './platform/log.server'
export { metrics, registry } from './platform/metrics.server'
export { beginSpan } from './platform/tracing.server'
export { createApplication } from './framework/application.server'
export { brandFiles, plainLook } from './framework/brand-files.server'
export { findRouteRule } from './framework/route-rules-file.server'

/** Nothing is streamed; this only bounds what a forgotten promise could hold open. */
export const streamTimeout = 2000

const HTML = 'text/html; charset=utf-8'

/** The whole screen in one piece, as it must be where no script runs. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: Parameters<HandleDocumentRequestFunction>[3],
  context: AppLoadContext,
): Promise<Response> {
  const { analytics, traceId, session, nonce } = context
  const { routeId, isErrorPage } = describeRendering(remix)
  if (isErrorPage && isbot(request.headers.get('User-Agent')))
    // Bare, and yet a page: a browser taken for a robot would keep it as a file.
    return new Response(null, { status, headers: { 'Content-Type': HTML } })
  session.endFlash()
  analytics.arriveByDocument(request, { routeId, failure: isErrorPage ? status : undefined })
  const { html, styleHash } = await renderDocument(remix, { url: request.url, nonce, traceId })
  context.styleHash = styleHash
  headers.set('Content-Type', HTML)
  return new Response(html, { status, headers })
}

/**
 * The rules for moved addresses hold for navigation by script too. The answer to such a request
 * is data, so the redirect is made here, in the framework's own form; a load of the whole page
 * then finds its way as any visitor's does.
 */
export const handleDataRequest: HandleDataRequestFunction = async (
  response,
  { request, context },
) => {
  const { pathname, search } = new URL(request.url)
  const rule = request.method === 'GET' ? await findRouteRule(pageAddress(pathname + search)) : null
  if (rule) return redirectDocument(rule.location, rule.status)
  if (!isRedirect(response)) context.session.endFlash()
  return response
}

/**
 * Errors that loaders and actions threw. Their own text is logged; gateway bodies never are.
 * What a program provoked is logged and no more.
 */
export function handleError(
  error: unknown,
  { context, request }: { context: AppLoadContext; request: Request },
): void {
  const { requestId, route } = context
  const isProgram = isbot(request.headers.get('User-Agent'))
  if (error instanceof GatewayError) {
    const { kind, endpoint, status, code } = error
    log.warn({ requestId, route, kind, endpoint, status, code }, 'a page failed with its gateway')
    if (isProgram) return
    metrics.faults.inc({ where: 'gateway' })
    errorReports.report(error, { requestId, kind, endpoint })
  } else if (error instanceof Error) {
    log.error({ requestId, route, err: error }, 'a page failed')
    if (isProgram) return
    metrics.faults.inc({ where: 'page' })
    errorReports.report(error, { requestId })
  }
}
