import { text } from 'node:stream/consumers'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'

import {
  redirectDocument,
  type AppLoadContext,
  type EntryContext,
  type HandleDataRequestFunction,
} from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToString } from 'react-dom/server'

import { errorReports } from './platform/error-reports.server'
import { GatewayError } from './gateways/gateway-error.server'
import { inlineCss } from './framework/inline-css.server'
import { createPageIcons } from './framework/inline-icons.server'
import { beginScripts, holdScripts } from './framework/late-scripts.server'
import { log } from './platform/log.server'
import { metrics } from './platform/metrics.server'
import { NonceContext } from './framework/nonce'
import { findRouteRule } from './framework/route-rules-file.server'
import { IconSourceContext } from './ui/icon'

// What server.ts needs of the application: it must not have a second copy of these modules.
export { closeServices, createContext, openServices } from './context/context.server'
export { runDoctor } from './context/doctor.server'
export { configurationWarnings, env } from './platform/env.server'
export { errorReports } from './platform/error-reports.server'
export { isPublicPath } from './lib/public-pages'
export { log } from './platform/log.server'
export { metrics, registry } from './platform/metrics.server'
export { findRouteRule } from './framework/route-rules-file.server'

/** Nothing is streamed; this only bounds what a forgotten promise could hold open. */
export const streamTimeout = 2000

/** The whole screen in one piece, as it must be where no script runs. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const isErrorPage = remix.staticHandlerContext.errors !== null
  if (isErrorPage && isbot(request.headers.get('User-Agent'))) {
    return new Response(null, { status })
  }
  context.analytics.arriveByDocument(request, {
    routeId: remix.staticHandlerContext.matches.at(-1)?.route.id ?? '',
    failure: isErrorPage ? status : undefined,
  })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const page = await renderPage(request.url, remix, context.nonce)
  // The development server brings its styles itself.
  context.page = import.meta.env.DEV ? { html: page, styleHash: null } : inlineCss(page)
  return new Response(null, { status, headers })
}

/**
 * The page and, behind it, the data with which the browser hydrates. React's stream is not used:
 * its 18th version breaks letters of two bytes at the edges of its chunks, and it costs three
 * times as much as the string. So the data, which Remix would stream in, are read first.
 */
async function renderPage(url: string, remix: EntryContext, nonce: string): Promise<string> {
  const { serverHandoffStream, ...handedOver } = remix
  const whole = { ...handedOver, manifest: onlyMatched(remix) }
  const data = serverHandoffStream ? await text(serverHandoffStream as NodeReadableStream) : ''
  const icons = createPageIcons()
  const page = icons.fillIn(
    renderToString(
      <NonceContext.Provider value={nonce}>
        <IconSourceContext.Provider value={icons.sourceOf}>
          <RemixServer context={whole} url={url} nonce={nonce} />
        </IconSourceContext.Provider>
      </NonceContext.Provider>,
    ),
  )
  if (!whole.renderMeta?.didRenderScripts) return `<!DOCTYPE html>${page}`
  // Inside the body: after the end of the document there must be nothing.
  const end = page.lastIndexOf('</body>')
  const script = import.meta.env.DEV ? handOver(data) : `${handOver(data)}\n${beginScripts}`
  const shown = import.meta.env.DEV ? page.slice(0, end) : holdScripts(page.slice(0, end))
  return `<!DOCTYPE html>${shown}<script nonce="${nonce}">${script}</script>${page.slice(end)}`
}

/** The server renders the routes that matched; it would make routes of all the others as well. */
function onlyMatched({ manifest, staticHandlerContext }: EntryContext): EntryContext['manifest'] {
  const ids = new Set(staticHandlerContext.matches.map(({ route }) => route.id))
  const routes = Object.entries(manifest.routes).filter(([id]) => ids.has(id))
  return { ...manifest, routes: Object.fromEntries(routes) }
}

const unsafeInScript: Record<string, string> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

function handOver(data: string): string {
  const literal = JSON.stringify(data).replace(/[&<>\u2028\u2029]/g, (c) => unsafeInScript[c] ?? c)
  const controller = 'window.__remixContext.streamController'
  return `${controller}.enqueue(${literal});${controller}.close();`
}

/**
 * The rules for moved addresses hold for navigation by script too. The answer to such a request
 * is data, so the redirect is made here, in the framework's own form; a load of the whole page
 * then finds its way as any visitor's does.
 */
export const handleDataRequest: HandleDataRequestFunction = async (response, { request }) => {
  if (request.method !== 'GET') return response
  const { pathname, search } = new URL(request.url)
  const rule = await findRouteRule(pathname.replace(/\.data$/, '') + withoutRoutes(search))
  return rule ? redirectDocument(rule.location, rule.status) : response
}

/** The query of the page, without what the framework adds to ask for its data. */
function withoutRoutes(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('_routes')
  return query.size > 0 ? `?${query}` : ''
}

/**
 * Errors that loaders and actions threw. Their own words are logged; gateway bodies never are.
 * What a program provoked is logged and no more.
 */
export function handleError(
  error: unknown,
  { context, request }: { context: AppLoadContext; request: Request },
): void {
  const requestId = context.requestId
  const isProgram = isbot(request.headers.get('User-Agent'))
  if (error instanceof GatewayError) {
    const { kind, endpoint, status, code } = error
    log.warn({ requestId, kind, endpoint, status, code }, 'a page failed with its gateway')
    if (isProgram) return
    metrics.faults.inc({ where: 'gateway' })
    errorReports.report(error, { requestId, kind, endpoint })
  } else if (error instanceof Error) {
    log.error({ requestId, err: error }, 'a page failed')
    if (isProgram) return
    metrics.faults.inc({ where: 'page' })
    errorReports.report(error, { requestId })
  }
}
