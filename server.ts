import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import { logAccess } from './edge/access-log'
import { createAssetStep, type StaticFile } from './edge/files'
import { createBodyReader } from './edge/body'
import { createAddressCheck, createSenderCheck } from './edge/checks'
import { createAddressReader, createProxyCheck } from './edge/client-address'
import { answerClientErrors, guardConnections, timeouts } from './edge/connections'
import type { PageDictionary } from './edge/dictionary/page-dictionary'
import { answerProbe, createDrain } from './edge/drain'
import { createHeaders, headerOptions } from './edge/headers'
import { createOverloadSteps, createRateLimit } from './edge/overload'
import { sendPlainPage, setPlainLook, sendRetryLater } from './edge/plain-page'
import { createRequestHandler } from './edge/request-handler'
import { createRouteFinder, redirectMoved, refuseOtherBuild } from './edge/route'
import { stopStreams } from './edge/stream'
import { beginVisit, isEnding, type Build, type Ending, type Visit } from './edge/visit'

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

/** The application behind its edge: each step ends a visit or passes it on. */
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
      metrics.errors.inc({ where: 'process' })
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
  const application = app.createApplication(build, app.guard, options.currentBuild)
  const checkAddress = createAddressCheck(publicOrigin)
  const serveAsset = createAssetStep({
    files: new Map([...(files ?? []), ...app.brandFiles()]),
    serveSource: options.serveSource,
    headers,
    log,
    isWorkerKilled: settings.WORKER_KILL,
  })
  const findRoute = createRouteFinder(getAddress, app.openCookies)
  const checkSender = createSenderCheck(publicOrigin, isRelayBearer)
  const countVisit = createRateLimit(async () => (await app.openServices()).limits)
  const readBody = createBodyReader((bytes) => metrics.bodyBytes.set(bytes))
  const askApplication = createRequestHandler({ publicOrigin, headers, dictionary, log, ...app })

  /** The way of a request. What a step finds, only later steps can use: another order does not compile. */
  async function pass(visit: Visit): Promise<Ending> {
    const early = checkAddress(visit) ?? (await serveAsset(visit))
    if (early) return early
    const routed = await findRoute(visit)
    if (isEnding(routed)) return routed
    const refused = checkSender(routed) ?? overload.refuse(routed)
    if (refused) return refused
    const counted = await countVisit(routed)
    if (isEnding(counted)) return counted
    // Development has no browser build, so a page cannot belong to another build than the server.
    const otherBuild = isDevelopment ? null : await refuseOtherBuild(counted, publicOrigin)
    const moved = otherBuild ?? redirectMoved(counted, app.findRouteRule)
    if (moved) return moved
    const whole = await readBody(counted)
    if (isEnding(whole)) return whole
    return (await overload.begin(whole)) ?? askApplication(whole)
  }

  async function end(visit: Visit, ending: Ending): Promise<void> {
    if (ending === 'answered') return
    if (typeof ending === 'number') return sendPlainPage(visit.response, ending)
    if (ending.status === 503) metrics.limitsHit.inc({ limit: 'overload' })
    await sendRetryLater(visit, ending, publicOrigin)
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (answerProbe(request, response, drain.isDraining)) return
    const visit = beginVisit(request, response, { application, isFromProxy, ...app })
    logAccess(visit, { log, requests: metrics.requests })
    try {
      headers.ofEvery(response, visit)
      drain.markResponse(response)
      await end(visit, await visit.span.run(() => pass(visit)))
    } catch (error) {
      if (request.destroyed && !request.complete) return
      const { requestId, route } = visit
      log.error({ requestId, route, err: error }, 'request failed')
      metrics.errors.inc({ where: 'request' })
      errorReports.report(error, { requestId })
      sendPlainPage(response, 500, visit.traceId)
    } finally {
      for (const release of visit.releases) release()
    }
  }

  server.on('request', (request, response) => {
    if (admit(request, response)) void respond(request, response)
  })
  drain.listen()
  return server
}
