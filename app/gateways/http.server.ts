import type { Readable } from 'node:stream'

import { buildConnector, Pool } from 'undici'

import { withoutEnd } from '~/lib/trim'

import { isDeadlinePassed } from './deadline.server'
import { GatewayError } from './gateway-error.server'

export interface HttpRequest {
  /** The endpoint's name, for the error. */
  endpoint: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** After the base address, with its query. */
  path: string
  /** Printable ASCII only. */
  headers: Record<string, string>
  body?: string | undefined
  /** Covers everything up to the body's last byte. */
  signal: AbortSignal
}

export interface HttpAnswer {
  status: number
  /** The body; empty where an error answer's body could not be read. */
  text: string
  retryAfterSeconds?: number | undefined
}

export interface HttpClient {
  /**
   * Sends the request once and reads the answer, whatever its status. Redirects are not followed.
   * @throws GatewayError `timeout` or `network`, both with `isUnsent` where no connection was made,
   *   or `contract` (over 2 MB, or compressed); the signal's reason when the caller gave up
   */
  send(request: HttpRequest): Promise<HttpAnswer>
  /** Lets calls under way finish and closes the connections. */
  close(): Promise<void>
}

/** To one gateway, at a time. */
export const CONNECTIONS = 128
// Below the five seconds after which most servers drop an idle connection: a call that is never
// repeated must not go out on a dying one.
const KEEP_ALIVE_MS = 4_000
// Short enough for a repeatable call to get a second try within its deadline.
const CONNECT_MS = 2_000
const ANSWER_LIMIT_BYTES = 2 * 1024 * 1024
const ERROR_LIMIT_BYTES = 64 * 1024

/** The client of one gateway, with connections of its own. */
export function createHttpClient(baseUrl: string): HttpClient {
  const base = new URL(baseUrl)
  const prefix = withoutEnd(base.pathname, '/')
  const connect = buildConnector({ timeout: CONNECT_MS })
  /** Why connections were not made: nothing went out on them. */
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
    // The signal is the one deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  return {
    async send({ endpoint, method, path, headers, body, signal }) {
      try {
        const answer = await pool.request({
          method,
          path: prefix + path,
          headers: { ...headers, 'Accept-Encoding': 'identity' },
          body: body ?? null,
          signal,
        })
        const status = answer.statusCode
        const isSuccess = status >= 200 && status < 300
        return {
          status,
          text: isSuccess
            ? await readText(answer, endpoint, ANSWER_LIMIT_BYTES)
            : await readText(answer, endpoint, ERROR_LIMIT_BYTES).catch(() => {
                if (signal.aborted && !isDeadlinePassed(signal)) throw signal.reason
                return ''
              }),
          retryAfterSeconds: secondsToWait(answer.headers),
        }
      } catch (error) {
        throw failure(error, endpoint, signal, unconnected)
      }
    },
    close: () => pool.close(),
  }
}

/** Some say `utf-8` there, and mean the letters: what is none of these is read as it is. */
const compressions = /gzip|deflate|compress|br|zstd/i
/** Leaves the mark out that some begin with. */
const decoder = new TextDecoder()

interface Answered {
  statusCode: number
  headers: Record<string, string | string[] | undefined>
  body: Readable
}

async function readText(answer: Answered, endpoint: string, limitBytes: number): Promise<string> {
  const { statusCode: status, headers, body } = answer
  // Without a listener, destroying the body would be an uncaught exception.
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
  // The error itself is not stored as a cause: a parser's error holds a piece of the body.
  const isUnsent = error instanceof Error && unconnected.has(error)
  return new GatewayError({ kind, endpoint, code, isUnsent })
}

function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const LONGEST_SECONDS = 999_999

/** `Retry-After`: seconds, or a moment, which is reckoned from the answer's own clock (RFC 9110, 10.2.3). */
function secondsToWait({
  'retry-after': retryAfter,
  date,
}: Answered['headers']): number | undefined {
  if (typeof retryAfter !== 'string') return undefined
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter)
  const until = momentOf(retryAfter)
  if (until === undefined) return undefined
  const seconds = Math.ceil((until - (momentOf(date) ?? Date.now())) / 1000)
  return Math.min(LONGEST_SECONDS, Math.max(0, seconds))
}

/** Unix milliseconds; undefined for what is no date of HTTP. */
function momentOf(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string' || !HTTP_DATE.test(header)) return undefined
  const moment = Date.parse(header)
  return Number.isNaN(moment) ? undefined : moment
}
