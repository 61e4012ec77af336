import {
  redirectDocument,
  type ActionFunctionArgs,
  type AppLoadContext,
  type HandleDataRequestFunction,
  type HandleDocumentRequestFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { isbot } from 'isbot'

import { pageAddress, REDIRECT_DATA_STATUS } from './framework/data-address'
import { summariseRendering, renderDocument } from './framework/render-document.server'
import { findRouteRule } from '~/operator/route-rules-file.server'
import { GatewayError } from './gateways/gateway-error.server'
import { shortPage } from './lib/short-page'
import { errorReports } from './platform/error-reports.server'
import { log } from './platform/log.server'
import { metrics } from './platform/metrics.server'
import { errorTitle } from './ui/error-screen'

// The exports that server.ts needs; importing their modules directly would create second copies.
export { listFileErrors, listWarnings } from './context/content-files.server'
export { createContext, openCookies } from './context/context.server'
export { closeServices, openServices } from './context/services.server'
export { runContractCheck } from './context/contract-check.server'
export { runDoctor } from './context/doctor.server'
export { env } from './platform/env.server'
export { hasAnsweredCaptcha } from '~/captcha/captcha.server'
export { ConfigurationError } from './platform/parse-env.server'
export { errorReports } from './platform/error-reports.server'
export { operatorVersion } from './operator/operator-files.server'
export { isBearer } from './lib/bearer.server'
export { isPublicPath } from './screens.server'
export { flushLog, log } from './platform/log.server'
export { metrics, registry } from './platform/metrics.server'
export { beginSpan } from './platform/tracing.server'
export { guard } from './context/guard.server'
export { createApplication, guardedBuild } from './framework/application.server'
export { brandFiles, plainLook } from '~/platform/brand-files.server'
export { findRouteRule } from '~/operator/route-rules-file.server'

/**
 * Remix's time limit for streamed data, in milliseconds. Pages are not streamed, so it only ends promises
 * that a loader forgot to await.
 */
export const streamTimeout = 2000

const HTML = 'text/html; charset=utf-8'

/** Renders the whole page at once, as pages without scripts need. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: Parameters<HandleDocumentRequestFunction>[3],
  context: AppLoadContext,
): Promise<Response> {
  const { analytics, session } = context
  const { routeId, isErrorPage } = summariseRendering(remix)
  if (isErrorPage && isbot(request.headers.get('User-Agent')))
    // A browser taken for a bot would save another type as a file.
    return new Response(shortPage(status, errorTitle(status)), {
      status,
      headers: { 'Content-Type': HTML },
    })
  session.endFlash()
  analytics.arriveByDocument(request, { routeId, failure: isErrorPage ? status : undefined })
  const { html, styleHash } = await renderDocument(remix, {
    url: request.url,
    nonce: context.reply.nonce,
    traceId: context.visit.traceId,
  })
  context.reply.styleHash = styleHash
  headers.set('Content-Type', HTML)
  return new Response(html, { status, headers })
}

/**
 * Applies the rules for moved addresses to client-side navigation. Its responses are data, so the
 * redirect is made here in Remix's own format; the following document load works as usual.
 */
export const handleDataRequest: HandleDataRequestFunction = async (
  response,
  { request, context },
) => {
  const { pathname, search } = new URL(request.url)
  const rule = request.method === 'GET' ? findRouteRule(pageAddress(pathname + search)) : null
  if (rule) return redirectDocument(rule.location, rule.status)
  if (response.status !== REDIRECT_DATA_STATUS) context.session.endFlash()
  return response
}

/**
 * Logs errors of loaders and actions with their own text, never with gateway bodies. Errors caused
 * by bots are only logged.
 */
export function handleError(error: unknown, args: LoaderFunctionArgs | ActionFunctionArgs): void {
  const { context, request } = args
  const { requestId, route } = context.visit
  const isProgram = isbot(request.headers.get('User-Agent'))
  if (error instanceof GatewayError) {
    const { kind, endpoint, status, code } = error
    log.warn({ requestId, route, kind, endpoint, status, code }, 'gateway error in page')
    if (isProgram) return
    metrics.errors.inc({ where: 'gateway' })
    errorReports.reportPage(error, args, { requestId, kind, endpoint })
  } else if (error instanceof Error) {
    log.error({ requestId, route, err: error }, 'a page failed')
    if (isProgram) return
    metrics.errors.inc({ where: 'page' })
    errorReports.reportPage(error, args, { requestId })
  }
}
