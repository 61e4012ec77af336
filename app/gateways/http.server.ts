import type { Readable } from 'node:stream'

import { buildConnector, Pool } from 'undici'

import { withoutEnd } from '~/lib/plain-text'

import { isDeadlinePassed } from './deadline.server'
import { GatewayError } from './gateway-error.server'

export interface HttpRequest {
  /** The endpoint's name, for errors. */
  endpoint: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** The path and query after the base address. */
  path: string
  /** Printable ASCII only. */
  headers: Record<string, string>
  body?: string | undefined
  /** Covers the call up to the body's last byte. */
  signal: AbortSignal
}

export interface GatewayResponse {
  status: number
  /** The body; empty when the body of an error could not be read. */
  text: string
  retryAfterSeconds?: number | undefined
}

export interface HttpClient {
  /**
   * Sends the request once and returns the response with any status. Redirects are not followed.
   * @throws GatewayError `timeout` or `network`, with `isUnsent` when no connection was made;
   * `contract` (over 2 MB, or compressed); the signal's reason when the caller cancelled
   */
  send(request: HttpRequest): Promise<GatewayResponse>
  /** Waits for running calls and closes the connections. */
  close(): Promise<void>
}

/** Parallel connections to one gateway. */
export const CONNECTIONS = 128
// Most servers drop an idle connection after five seconds; a `once` call must not use a dying one.
const KEEP_ALIVE_MS = 4_000
// Short enough for a retry within the deadline.
const CONNECT_MS = 2_000
const ANSWER_LIMIT_BYTES = 2 * 1024 * 1024
const ERROR_LIMIT_BYTES = 64 * 1024

/** The HTTP client of one gateway, with its own connections. */
export function createHttpClient(baseUrl: string): HttpClient {
  const base = new URL(baseUrl)
  const prefix = withoutEnd(base.pathname, '/')
  const connect = buildConnector({ timeout: CONNECT_MS })
  /** Errors of failed connections: the request was not sent. */
  const unconnected = new WeakSet<object>()
  const pool = new Pool(base.origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error) unconnected.add(error)
        if (error) callback(error, null)
        else callback(null, socket)
      }),
    // The signal is the only deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  return {
    async send({ endpoint, method, path, headers, body, signal }) {
      try {
        const response = await pool.request({
          method,
          path: prefix + path,
          headers: { ...headers, 'Accept-Encoding': 'identity' },
          body: body ?? null,
          signal,
        })
        const status = response.statusCode
        const isSuccess = status >= 200 && status < 300
        return {
          status,
          text: isSuccess
            ? await readText(response, endpoint, ANSWER_LIMIT_BYTES)
            : await readText(response, endpoint, ERROR_LIMIT_BYTES).catch(() => {
                if (signal.aborted && !isDeadlinePassed(signal)) throw signal.reason
                return ''
              }),
          retryAfterSeconds: secondsToWait(response.headers),
        }
      } catch (error) {
        throw failure(error, endpoint, signal, unconnected)
      }
    },
    close: () => pool.close(),
  }
}

/** Some servers send `utf-8` as Content-Encoding; values other than these are ignored. */
const compressions = /gzip|deflate|compress|br|zstd/i
/** Removes a byte order mark. */
const decoder = new TextDecoder()

interface Answered {
  statusCode: number
  headers: Record<string, string | string[] | undefined>
  body: Readable
}

async function readText(response: Answered, endpoint: string, limitBytes: number): Promise<string> {
  const { statusCode: status, headers, body } = response
  // Without a listener, destroying the body would throw an uncaught exception.
  body.on('error', () => {})
  const refuse = (code: string): never => {
    body.destroy()
    throw new GatewayError({ kind: 'contract', endpoint, status, code })
  }
  if (compressions.test(String(headers['content-encoding'] ?? ''))) refuse('encoded_answer')
  if (Number(headers['content-length'] ?? 0) > limitBytes) refuse('answer_too_large')

  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > limitBytes) refuse('answer_too_large')
    chunks.push(chunk)
  }
  return decoder.decode(Buffer.concat(chunks))
}

function failure(
  error: unknown,
  endpoint: string,
  signal: AbortSignal,
  unconnected: WeakSet<object>,
): unknown {
  if (error instanceof GatewayError) return error
  if (signal.aborted) {
    return isDeadlinePassed(signal)
      ? new GatewayError({ kind: 'timeout', endpoint })
      : signal.reason
  }
  const code = errorCode(error)
  const kind = code === 'UND_ERR_CONNECT_TIMEOUT' ? 'timeout' : 'network'
  // The error is not stored as a cause: a parser's error contains a piece of the body.
  const isUnsent = error instanceof Error && unconnected.has(error)
  return new GatewayError({ kind, endpoint, code, isUnsent })
}

function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const MAX_SECONDS = 999_999

/** `Retry-After`: seconds, or a date relative to the response's own `Date` (RFC 9110, 10.2.3). */
function secondsToWait({
  'retry-after': retryAfter,
  date,
}: Answered['headers']): number | undefined {
  if (typeof retryAfter !== 'string') return undefined
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter)
  const until = readHttpDate(retryAfter)
  if (until === undefined) return undefined
  const seconds = Math.ceil((until - (readHttpDate(date) ?? Date.now())) / 1000)
  return Math.min(MAX_SECONDS, Math.max(0, seconds))
}

/** Unix milliseconds; undefined for an invalid HTTP date. */
function readHttpDate(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string' || !HTTP_DATE.test(header)) return undefined
  const moment = Date.parse(header)
  return Number.isNaN(moment) ? undefined : moment
}
