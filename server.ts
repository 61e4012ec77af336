import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import { createAsk } from './edge/ask'
import { createFileStep } from './edge/assets'
import { createBrandFiles } from './edge/brand-files'
import { createBodyStep } from './edge/body'
import { createAddressCheck, createSenderCheck } from './edge/checks'
import { createAddressReader, createProxyCheck } from './edge/client-address'
import { guardConnections, timeouts } from './edge/connections'
import { createDrain } from './edge/drain'
import { beginExchange, type Build, type Exchange, type Step, type Verdict } from './edge/exchange'
import { createRouteStep } from './edge/find-route'
import { createHeaders, headerOptions } from './edge/headers'
import { createMovedStep } from './edge/moved'
import { createBuildCheck } from './edge/other-build'
import { createOverloadSteps } from './edge/overload'
import type { PageDictionary } from './edge/dictionary/page-dictionary'
import { setPlainLook, sendPlainPage } from './edge/plain-page'
import { answerProbe } from './edge/probes'
import { createRateLimit } from './edge/rate-limit'
import { sendRetryLater } from './edge/retry-later'
import { stopStreams } from './edge/stream'
import { beginVisit, logAccess } from './edge/visit'

export interface AppServerOptions {
  build: Build
  /** Serves a file of the browser build; resolves when there is none under this address. */
  serveFile(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** What browsers keep of the build's pages; null or left out: nothing. */
  dictionary?: PageDictionary | null
  isDevelopment?: boolean
  /** While developing: the build as it is now. */
  currentBuild?: () => Promise<Build>
}

/** The application behind its edge: each step answers a request or passes it on to the next. */
export function createAppServer(options: AppServerOptions): Server {
  const { isDevelopment = false, build, serveFile, dictionary = null } = options
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
    async close() {
      await app.closeServices()
      await errorReports.flush()
    },
  })
  const admit = guardConnections(server, (reason) => metrics.connectionsEnded.inc({ reason }))
  const plainStyleHash = setPlainLook(app.plainLook(), publicOrigin)
  const headers = createHeaders(headerOptions(settings, { isDevelopment, plainStyleHash }))
  const overload = createOverloadSteps(settings.OVERLOAD_REQUESTS, (count) =>
    metrics.requestsUnderWay.set(count),
  )
  const addressOf = createAddressReader(settings.TRUST_PROXY, () =>
    log.warn('X-Forwarded-For is ignored: behind a proxy TRUST_PROXY must be set'),
  )
  const isFromProxy = createProxyCheck(settings.TRUST_PROXY)
  const isRelayBearer = tokens ? (header: string | null) => app.isBearer(header, tokens) : null
  const application = app.createApplication(build, options.currentBuild)
  const steps: Step[] = [
    createAddressCheck(publicOrigin),
    createFileStep({
      serveFile,
      serveBrandFile: createBrandFiles(app.brandFiles()),
      headers,
      log,
      isWorkerKilled: settings.WORKER_KILL,
    }),
    createRouteStep(addressOf),
    createSenderCheck(publicOrigin, isRelayBearer),
    overload.refuse,
    createRateLimit(async () => (await app.openServices()).limits),
    // While developing, the browser's files have no build of their own.
    ...(isDevelopment ? [] : [createBuildCheck(publicOrigin)]),
    createMovedStep(app.findRouteRule),
    createBodyStep((bytes) => metrics.bodyBytes.set(bytes)),
    overload.begin,
    createAsk({ publicOrigin, headers, dictionary, log, ...app }),
  ]

  async function end(exchange: Exchange, verdict: Exclude<Verdict, null>): Promise<void> {
    const { response } = exchange
    if (verdict === 'answered') return
    if (typeof verdict === 'number') return sendPlainPage(response, verdict)
    if (verdict.status === 503) metrics.limitsHit.inc({ limit: 'overload' })
    await sendRetryLater(exchange, verdict, publicOrigin)
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (answerProbe(request, response, drain.isDraining)) return
    const visit = beginVisit(request, app.beginSpan, isFromProxy)
    logAccess({ log, requests: metrics.requests }, request, response, visit)
    let exchange: Exchange | undefined
    try {
      headers.ofEvery(response, visit)
      drain.markResponse(response)
      const own = (exchange = beginExchange(request, response, { visit, application }))
      for (const step of steps) {
        const verdict = await visit.span.run(() => step(own))
        if (verdict !== null) return await end(own, verdict)
      }
    } catch (error) {
      if (request.destroyed && !request.complete) return
      const { requestId, route } = visit
      log.error({ requestId, route, err: error }, 'request failed')
      metrics.faults.inc({ where: 'request' })
      errorReports.report(error, { requestId })
      sendPlainPage(response, 500, visit.traceId)
    } finally {
      for (const giveBack of exchange?.releases ?? []) giveBack()
    }
  }

  server.on('request', (request, response) => {
    if (admit(request, response)) void respond(request, response)
  })
  drain.listen()
  return server
}
