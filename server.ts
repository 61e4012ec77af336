import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import { createRequestHandler } from './edge/request-handler'
import { createFileMiddleware } from './edge/assets'
import { createBodyMiddleware } from './edge/body'
import { createAddressCheck, createSenderCheck } from './edge/checks'
import { answerClientErrors } from './edge/client-errors'
import { createAddressReader, createProxyCheck } from './edge/client-address'
import { guardConnections, timeouts } from './edge/connections'
import { createDrain, answerProbe } from './edge/drain'
import {
  createRequestContext,
  type Build,
  type RequestContext,
  type Middleware,
  type MiddlewareResult,
} from './edge/request-context'
import { createRouteMiddleware } from './edge/find-route'
import type { StaticFile } from './edge/files'
import { createHeaders, headerOptions } from './edge/headers'
import { createMovedMiddleware } from './edge/moved'
import { createBuildCheck } from './edge/other-build'
import { createOverloadSteps } from './edge/overload'
import type { PageDictionary } from './edge/dictionary/page-dictionary'
import { setPlainLook, sendPlainPage } from './edge/plain-page'
import { createRateLimit } from './edge/rate-limit'
import { sendRetryLater } from './edge/retry-later'
import { stopStreams } from './edge/stream'
import { beginRequestTrace, logAccess } from './edge/request-trace'

export interface AppServerOptions {
  build: Build
  /** Files of the browser build, by address; those of the brand replace them. */
  files?: ReadonlyMap<string, StaticFile>
  /** The page dictionary of the build; null or undefined without one. */
  dictionary?: PageDictionary | null
  isDevelopment?: boolean
  /** In development: the current build. */
  currentBuild?: () => Promise<Build>
  /** In development: serves a source file; resolves when no such file exists. */
  serveSource?(request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** The application behind its edge: each middleware answers a request or passes it on. */
export function createAppServer(options: AppServerOptions): Server {
  const { isDevelopment = false, build, files, dictionary = null } = options
  const { env, log, metrics, errorReports, ...app } = build.entry.module
  const settings = env()
  const { PUBLIC_ORIGIN: publicOrigin, PUSH_RELAY_TOKEN: tokens } = settings
  const server = createServer(timeouts)
  const drain = createDrain(server, {
    log,
    keepServingMs: settings.DRAIN_SECONDS * 1000,
    report(error) {
      metrics.faults.inc({ where: 'process' })
      errorReports.report(error)
    },
    hurry: stopStreams,
    flushLog: app.flushLog,
    async close() {
      await app.closeServices()
      await errorReports.flush()
    },
  })
  const admit = guardConnections(server, (reason) => metrics.connectionsEnded.inc({ reason }))
  const plainStyleHash = setPlainLook(app.plainLook(), publicOrigin)
  answerClientErrors(server, `default-src 'none'; style-src '${plainStyleHash}'`)
  const headers = createHeaders(headerOptions(settings, { isDevelopment, plainStyleHash }))
  const overload = createOverloadSteps(
    settings.OVERLOAD_REQUESTS,
    (count) => metrics.requestsUnderWay.set(count),
    app.hasAnsweredCaptcha,
  )
  const getAddress = createAddressReader(settings.TRUST_PROXY, () =>
    log.warn('X-Forwarded-For is ignored: behind a proxy TRUST_PROXY must be set'),
  )
  const isFromProxy = createProxyCheck(settings.TRUST_PROXY)
  const isRelayBearer = tokens ? (header: string | null) => app.isBearer(header, tokens) : null
  const application = app.createApplication(build, app.serve, options.currentBuild)
  const steps: Middleware[] = [
    createAddressCheck(publicOrigin),
    createFileMiddleware({
      files: new Map([...(files ?? []), ...app.brandFiles()]),
      serveSource: options.serveSource,
      headers,
      log,
      isWorkerKilled: settings.WORKER_KILL,
    }),
    createRouteMiddleware(getAddress, app.openCookies),
    createSenderCheck(publicOrigin, isRelayBearer),
    overload.refuse,
    createRateLimit(async () => (await app.openServices()).limits),
    // Development has no browser build, so a page cannot belong to another build than the server.
    ...(isDevelopment ? [] : [createBuildCheck(publicOrigin)]),
    createMovedMiddleware(app.findRouteRule),
    createBodyMiddleware((bytes) => metrics.bodyBytes.set(bytes)),
    overload.begin,
    createRequestHandler({ publicOrigin, headers, dictionary, log, ...app }),
  ]

  async function end(
    requestContext: RequestContext,
    result: Exclude<MiddlewareResult, null>,
  ): Promise<void> {
    const { response } = requestContext
    if (result === 'answered') return
    if (typeof result === 'number') return sendPlainPage(response, result)
    if (result.status === 503) metrics.limitsHit.inc({ limit: 'overload' })
    await sendRetryLater(requestContext, result, publicOrigin)
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (answerProbe(request, response, drain.isDraining)) return
    const visit = beginRequestTrace(request, app.beginSpan, isFromProxy)
    logAccess({ log, requests: metrics.requests }, request, response, visit)
    let requestContext: RequestContext | undefined
    try {
      headers.ofEvery(response, visit)
      drain.markResponse(response)
      const own = (requestContext = createRequestContext(request, response, { visit, application }))
      for (const step of steps) {
        const result = await visit.span.run(() => step(own))
        if (result !== null) return await end(own, result)
      }
    } catch (error) {
      if (request.destroyed && !request.complete) return
      const { requestId, route } = visit
      log.error({ requestId, route, err: error }, 'request failed')
      metrics.faults.inc({ where: 'request' })
      errorReports.report(error, { requestId })
      sendPlainPage(response, 500, visit.traceId)
    } finally {
      for (const release of requestContext?.releases ?? []) release()
    }
  }

  server.on('request', (request, response) => {
    if (admit(request, response)) void respond(request, response)
  })
  drain.listen()
  return server
}
