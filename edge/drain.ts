import type { Server, ServerResponse, IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { withTimeout } from '../app/lib/with-timeout'
import type { Log } from '../app/platform/log.server'

interface DrainOptions {
  log: Log
  /** How long requests are served after readiness has failed, in milliseconds. */
  keepServingMs: number
  /** Receives uncaught errors. */
  report(error: unknown): void
  /** Shortens long work once no new request is accepted. */
  hurry(): void
  /** Closes connections to Redis, analytics and error reports. */
  close(): Promise<void>
  /** Waits for the last log lines, within a limit. */
  flushLog(): Promise<void>
}

const MAX_FINISH_MS = 10_000
const MAX_FILE_MS = 1000
const IDLE_CHECK_MS = 100

/**
 * Ends the process, because timers of finished responses would keep it alive for seconds. `process.exit`
 * waits for a call that hangs in a volume.
 */
async function end(exitCode: number): Promise<void> {
  const isInFile = () => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))
  const startedAt = performance.now()
  while (isInFile()) {
    if (performance.now() - startedAt > MAX_FILE_MS) process.kill(process.pid, 'SIGKILL')
    await sleep(IDLE_CHECK_MS)
  }
  process.exit(exitCode)
}

/**
 * Shuts down without a lost request. Readiness responds with 503, requests are served until the balancer has
 * noticed, the port closes, requests in flight finish, and the process exits.
 */
export function createDrain(
  server: Server,
  { log, keepServingMs, report, hurry, close, flushLog }: DrainOptions,
) {
  let draining = false

  async function drain(exitCode: number): Promise<void> {
    if (draining) return
    draining = true
    log.info('draining')
    await sleep(keepServingMs)
    const closed = new Promise((resolve) => server.close(resolve))
    hurry()
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
    await withTimeout(
      () => closed,
      MAX_FINISH_MS,
      () => undefined,
    )
    clearInterval(idle)
    await withTimeout(close, MAX_FINISH_MS, () => undefined)
    log.info('stopped')
    await flushLog()
    await end(exitCode)
  }

  return {
    isDraining: () => draining,
    /** Tells a keep-alive client to connect elsewhere for its next request. */
    markResponse(response: ServerResponse) {
      if (draining) response.setHeader('Connection', 'close')
    },
    listen() {
      process.once('SIGTERM', () => void drain(0))
      process.once('SIGINT', () => void drain(0))
      process.on('unhandledRejection', (reason) => {
        log.error({ err: reason }, 'unhandled rejection')
        report(reason)
      })
      process.once('uncaughtException', (error) => {
        log.fatal({ err: error }, 'uncaught exception')
        report(error)
        void drain(1)
      })
    },
  }
}

/** Responds to liveness and readiness checks with any Host; returns whether it did. */
export function answerProbe(
  { url }: IncomingMessage,
  response: ServerResponse,
  isDraining: () => boolean,
): boolean {
  if (url === '/healthz') sendText(response, 200, 'ok')
  else if (url !== '/readyz') return false
  else if (isDraining()) sendText(response, 503, 'draining')
  else sendText(response, 200, 'ready')
  return true
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
  response.end(text)
}
