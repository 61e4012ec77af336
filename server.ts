import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import { createRequestHandler, type ServerBuild } from '@remix-run/node'

import type * as entry from './app/entry.server'
import { createAssets, createMissingDrawingLog, isAssetPath } from './edge/assets'
import { createBodyReader, NO_ROOM_RETRY_SECONDS } from './edge/body'
import { cachePolicyOf, setSharedHeaders } from './edge/cache-policy'
import {
  checkAddress,
  checkBearer,
  checkContentType,
  checkOrigin,
  ownHosts,
  type Refusal,
} from './edge/checks'
import { createAddressReader } from './edge/client-address'
import { guardConnections } from './edge/connections'
import { createDrain } from './edge/drain'
import { createSecurityHeaders } from './edge/headers'
import { intakeOf, type Intake } from './edge/intake'
import { createMetricsServer } from './edge/metrics'
import { createOverloadGuard, OVERLOAD_RETRY_SECONDS } from './edge/overload'
import { sendPlainPage } from './edge/plain-page'
import { limitRate } from './edge/rate-limit'
import { readAnswer, sendAnswer, toFetchRequest } from './edge/respond'
import { sendRetryLater, type RetryLater } from './edge/retry-later'
import { createRouteGroups } from './edge/route-groups'
import { createRouteIds } from './edge/route-ids'
import { createSharedPages } from './edge/shared-pages'
import { createTurns } from './edge/turns'
import { beginVisit, logAccess, type Visit } from './edge/visit'
import { isWorkerPath, sendWorkerKiller } from './edge/worker-kill'

export type Build = ServerBuild & { entry: { module: typeof entry } }
type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export interface AppServerOptions {
  build: Build
  /** Serves a file of the browser build; resolves when there is none under this address. */
  serveAsset: Handle
  isDevelopment?: boolean
  /** Called for each request; in development the build changes while the server runs. */
  currentBuild?: () => Promise<Build>
}

/** The application behind its edge: the order of the steps is that of docs/architecture. */
export function createAppServer(options: AppServerOptions): Server {
  const { env, log, metrics, errorReports, isPublicPath, findRouteRule, ...app } =
    options.build.entry.module
  const { createContext, openServices, closeServices } = app
  const { PUBLIC_ORIGIN, CAPTCHA_PROVIDER, DRAIN_SECONDS, TRUST_PROXY, ...settings } = env()
  const { IMAGE_ORIGINS, MAP_TILES_URL, WORKER_KILL, OVERLOAD_REQUESTS, PUSH_RELAY_TOKEN } =
    settings
  const isOwnHost = ownHosts(PUBLIC_ORIGIN)
  const isRelayBearer = PUSH_RELAY_TOKEN
    ? (header: string | null) => app.isBearer(header, PUSH_RELAY_TOKEN)
    : null
  const securityHeaders = createSecurityHeaders({
    publicOrigin: PUBLIC_ORIGIN,
    captchaProvider: CAPTCHA_PROVIDER,
    imageOrigins: IMAGE_ORIGINS,
    mapTilesUrl: MAP_TILES_URL,
    isDevelopment: options.isDevelopment ?? false,
  })
  const server = createServer({
    keepAliveTimeout: 65_000,
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    connectionsCheckingInterval: 2_000,
  })
  const drain = createDrain(server, {
    log,
    keepServingMs: DRAIN_SECONDS * 1000,
    report(error) {
      metrics.faults.inc({ where: 'process' })
      errorReports.report(error)
    },
    async close() {
      await closeServices()
      await errorReports.flush()
    },
  })
  const admitConnection = guardConnections(server, (reason) =>
    metrics.connectionsEnded.inc({ reason }),
  )
  const readBody = createBodyReader(undefined, (bytes) => metrics.bodyBytes.set(bytes))
  const turn = createTurns()
  const noteMissingDrawing = createMissingDrawingLog(log)
  const sharedPage = createSharedPages()
  const addressOf = createAddressReader(TRUST_PROXY, () =>
    log.warn('X-Forwarded-For is ignored: behind a proxy TRUST_PROXY must be set'),
  )
  const overload = createOverloadGuard(OVERLOAD_REQUESTS, (count) =>
    metrics.requestsUnderWay.set(count),
  )
  const routeGroup = createRouteGroups(options.build)
  const routeId = createRouteIds(options.build)
  const handlers = new Map<Build, ReturnType<typeof createRequestHandler>>()
  function handlerFor(url: string) {
    const group = routeGroup(url)
    const handler = handlers.get(group) ?? createRequestHandler(group, 'production')
    handlers.set(group, handler)
    return handler
  }

  async function askRemix(
    request: IncomingMessage,
    body: Buffer<ArrayBuffer>,
    visit: Visit & { address: string; isSuspicious: boolean },
    method = request.method ?? 'GET',
  ) {
    const build = await options.currentBuild?.()
    const handler = build
      ? createRequestHandler(build, 'development')
      : handlerFor(request.url ?? '')
    const fetchRequest = toFetchRequest(request, PUBLIC_ORIGIN, body, method)
    const isRead = request.method !== 'POST'
    const { context, cookies } = await (build?.entry.module.createContext ?? createContext)({
      ...visit,
      headers: fetchRequest.headers,
      page: isRead ? (request.url ?? '/').replace(/\.data(?=\?|$)/, '') : null,
      buildId: (build ?? options.build).assets.version,
    })
    const loadContext = { ...context }
    const answer = await readAnswer(await handler(fetchRequest, loadContext))
    const { retryAfter, session } = loadContext
    return { answer, cookies: cookies.changes(), retryAfter, hasSessionEnded: session.hasEnded }
  }

  const overloaded = { status: 503, retryAfterSeconds: OVERLOAD_RETRY_SECONDS } as const

  /** What keeps a request from being answered now, if anything does. */
  async function admit(request: IncomingMessage, intake: Intake) {
    if (overload.isOverloaded()) return overloaded
    const isWrite = request.method === 'POST'
    const { limits } = await openServices()
    const address = addressOf(request)
    const admitted = await limitRate(limits, { isWrite, isSignIn: intake.isSignIn, address })
    return { ...admitted, address }
  }

  /** Who may not post this, known before a byte of it is read. */
  function checkSender(request: IncomingMessage, intake: Intake): Refusal | null {
    if (request.method !== 'POST') return null
    return (
      checkBearer(request, intake, isRelayBearer) ??
      checkOrigin(request, intake, PUBLIC_ORIGIN) ??
      checkContentType(request, intake)
    )
  }

  async function sendReload(request: IncomingMessage, response: ServerResponse, page: string) {
    const url = new URL('/reload.data', PUBLIC_ORIGIN)
    url.search = new URLSearchParams({ to: page, _routes: 'framework/reload.resource' }).toString()
    const answer = await handlerFor(url.pathname)(
      new Request(url, { method: request.method ?? 'GET' }),
    )
    await sendAnswer(request, response, await readAnswer(answer), [])
  }

  const respond: Handle = async (request, response) => {
    const url = request.url ?? ''
    if (url === '/healthz') return sendText(response, 200, 'ok')
    if (url === '/readyz')
      return drain.isDraining()
        ? sendText(response, 503, 'draining')
        : sendText(response, 200, 'ready')

    const visit = beginVisit(request)
    response.setHeader('X-Request-ID', visit.requestId)
    logAccess({ log, requests: metrics.requests }, request, response, visit)
    securityHeaders.set(response, visit)
    drain.markResponse(response)
    const refuse = (status: number) => sendPlainPage(response, status, visit.nonce)
    const release: (() => void)[] = []
    try {
      const wrongAddress = checkAddress(request, isOwnHost)
      if (wrongAddress) return refuse(wrongAddress)
      visit.route = 'asset'
      if (WORKER_KILL && isWorkerPath(url)) return sendWorkerKiller(response)
      if (request.method !== 'POST') await options.serveAsset(request, response)
      response.setHeader('X-Robots-Tag', 'noindex')
      if (isAssetPath(url)) {
        noteMissingDrawing(url)
        return refuse(404)
      }
      visit.route = routeId(url)
      const intake = intakeOf(visit.route)
      const retryLater = (refused: RetryLater) => {
        if (refused.status === 503) metrics.limitsHit.inc({ limit: 'overload' })
        return sendRetryLater(request, response, refused, {
          nonce: visit.nonce,
          intake,
          publicOrigin: PUBLIC_ORIGIN,
          sendReload: (page) => sendReload(request, response, page),
        })
      }
      const admitted = await admit(request, intake)
      if ('status' in admitted) return await retryLater(admitted)
      const rule = request.method === 'POST' ? null : await findRouteRule(url)
      if (rule) {
        visit.route = 'moved'
        return sendRedirect(response, rule)
      }
      const wrongSender = checkSender(request, intake)
      if (wrongSender) return refuse(wrongSender)
      const body = await readBody(request, intake.largestBytes)
      if (body === 413) return refuse(413)
      if (body === 503)
        return await retryLater({ status: 503, retryAfterSeconds: NO_ROOM_RETRY_SECONDS })
      release.push(body.release)
      // Not sooner: who sends slowly must not take the place of others.
      const end = overload.begin()
      if (!end) return await retryLater(overloaded)
      release.push(end)
      await turn()
      // Who has left by now is not worth the work.
      if (response.destroyed) return

      const { isIndexed, isShared } = cachePolicyOf(request, isPublicPath)
      const asked = { ...visit, ...admitted }
      const { answer, cookies, retryAfter, hasSessionEnded } = isShared
        ? // As for a GET, whatever was asked: the answer to a HEAD has nothing to keep.
          await sharedPage(url, () => askRemix(request, body.bytes, asked, 'GET'))
        : await askRemix(request, body.bytes, asked)
      const isFound = answer.status === 200
      const nonce = isFound && isShared ? null : visit.nonce
      securityHeaders.allow(response, { nonce, styleHash: answer.styleHash })
      if (isFound && isIndexed) response.removeHeader('X-Robots-Tag')
      if (isFound && isShared) setSharedHeaders(response)
      if (retryAfter) response.setHeader('Retry-After', secondsUntil(retryAfter))
      if (hasSessionEnded && !isShared) response.setHeader('Clear-Site-Data', FORGET_SHOPPER)
      await sendAnswer(request, response, answer, isShared ? [] : cookies)
    } catch (error) {
      if (request.destroyed && !request.complete) return
      log.error({ err: error, requestId: visit.requestId }, 'request failed')
      metrics.faults.inc({ where: 'request' })
      errorReports.report(error, { requestId: visit.requestId })
      refuse(500)
    } finally {
      for (const giveBack of release) giveBack()
    }
  }

  server.on('request', (request, response) => {
    if (admitConnection(request, response)) void respond(request, response)
  })
  drain.listen()
  return server
}

/**
 * However a session ends, the browser keeps nothing of its shopper for whoever comes next: storage
 * too, and with it the worker, its card and its push.
 */
const FORGET_SHOPPER = '"cache", "storage"'

function sendRedirect(response: ServerResponse, to: { location: string; status: number }): void {
  response.removeHeader('X-Robots-Tag')
  response.writeHead(to.status, { Location: to.location })
  response.end()
}

/** `Retry-After`, of a moment that may just have passed. */
function secondsUntil(moment: Date): number {
  return Math.max(1, Math.ceil((moment.getTime() - Date.now()) / 1000))
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
  response.end(text)
}

/**
 * Connections that wait to be accepted. Over the default 511 the kernel drops them, and in a rush
 * they come back after one, three, seven and fifteen seconds.
 */
const CONNECTION_BACKLOG = 4096

const commands = ['--check-config', '--doctor']

/**
 * Starts the built application: `node build/server.js`. With `--check-config` it only says whether
 * its configuration has faults, with `--doctor` whether what that leads to can be reached as well.
 */
export async function start(): Promise<void> {
  const [command] = process.argv.slice(2)
  if (command && !commands.includes(command)) {
    process.stderr.write(`Unknown: ${command}. Known: ${commands.join(', ')}\n`)
    process.exit(1)
  }
  try {
    const build = (await import(new URL('./server/index.js', import.meta.url).href)) as Build
    const { env, log, openServices, registry, runDoctor, configurationWarnings } =
      build.entry.module
    const write = (text: string) => void process.stdout.write(text)
    if (command === '--doctor') process.exit((await runDoctor(write)) ? 0 : 1)
    if (command === '--check-config') {
      write('The configuration is fine.\n')
      for (const warning of configurationWarnings(env())) write(`Beware: ${warning}.\n`)
      process.exit(0)
    }
    await openServices()
    const { PORT, HOST, PUBLIC_ORIGIN, METRICS_PORT } = env()
    if (METRICS_PORT !== undefined) createMetricsServer(registry).listen(METRICS_PORT, HOST)
    const serveAsset = createAssets(new URL('./client', import.meta.url).pathname)
    const address = { port: PORT, host: HOST, backlog: CONNECTION_BACKLOG }
    createAppServer({ build, serveAsset }).listen(address, () =>
      log.info({ port: PORT, origin: PUBLIC_ORIGIN }, 'ready'),
    )
  } catch (error) {
    // The build has its own copy of the class: the name is what both know.
    if (!(error instanceof Error) || error.name !== 'ConfigurationError') throw error
    process.stderr.write(`${command === '--doctor' ? '✗ ' : ''}${error.message}\n`)
    process.exit(1)
  }
}
