import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import Negotiator from 'negotiator'

import type { DocumentResponse } from '../app/framework/render-document.server'
import type { StreamedResponse } from '../app/framework/streamed.server'

const decidedAtTheEdge = new Set(['set-cookie', 'cache-control', 'x-robots-tag'])
const SMALLEST_BYTES = 1024
const compressible = /^text\/|json|xml|javascript/

type Encoding = 'br' | 'gzip'

export interface Effort {
  gzip: number
  br: number
}

/** What a page that is asked for once is worth: the next steps take five times as long. */
export const EFFORT_FOR_ONE: Effort = { gzip: 6, br: 6 }
/** What a page that is kept for many is worth: a tenth less, for twenty times the work. */
export const EFFORT_FOR_MANY: Effort = { gzip: 9, br: 11 }

/** On a thread of its own. */
const compressors: Record<Encoding, (body: Buffer, effort: Effort) => Promise<Buffer>> = {
  br: (body, { br }) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: br,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body, { gzip: level }) => promisify(gzip)(body, { level }),
}

/** Compresses a body when it is first asked for so. */
function createEncoded(body: Buffer, effort: Effort): Answer['encoded'] {
  const encodings: Partial<Record<Encoding, Promise<Buffer>>> = {}
  return (encoding) => (encodings[encoding] ??= compressors[encoding](body, effort))
}

/** What Remix answered, read whole, so that it can be sent at once and more than once. */
export interface Answer {
  status: number
  /** Those that go out as they are. */
  headers: [name: string, value: string][]
  /** Of the style in the page, for its policy. */
  styleHash: string | null
  body: Buffer
  /** Whether its kind of body gets smaller. */
  isCompressible: boolean
  /** The body compressed; the work is done once. */
  encoded(encoding: Encoding): Promise<Buffer>
  /** What is sent while it is made, in the body's place; null: the body is all there is. */
  stream: StreamedResponse | null
}

/** Runs a connect-style middleware; resolves when it has passed the request on. */
export function pass(
  middleware: (request: never, response: never, next: (error?: unknown) => void) => void,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    middleware(request as never, response as never, (error) => (error ? reject(error) : resolve()))
  })
}

/**
 * All that the application hears of a request's headers. Whatever else a visitor or a proxy wrote
 * (`Host`, `Origin`, `X-Forwarded-Host`) would reach the framework's own checks, which compare with
 * it and fail; the edge has made its own.
 */
const passedOn = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'referer',
  'sec-purpose',
  'user-agent',
] as const

/**
 * The fetch `Request` of a node request; its address is built on our own origin, never on Host.
 * @param method `GET` where a `HEAD` is to be answered by what is kept for both
 */
export function toFetchRequest(
  request: IncomingMessage,
  publicOrigin: string,
  body: Buffer<ArrayBuffer> | null,
  method = request.method ?? 'GET',
): Request {
  const headers = new Headers()
  for (const name of passedOn) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, [value].flat().join(', '))
  }
  return new Request(new URL(request.url ?? '/', publicOrigin), {
    method,
    headers,
    ...(method === 'POST' && body ? { body } : {}),
  })
}

/** Reads a fetch `Response` to its end, but for one that is made as it is sent. */
export async function readAnswer(
  response: Response | DocumentResponse | StreamedResponse,
): Promise<Answer> {
  const page = 'page' in response ? response.page : null
  const stream = 'isStreamed' in response ? response : null
  const body = stream
    ? Buffer.alloc(0)
    : page
      ? page.body
      : Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('Content-Type') ?? ''
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !decidedAtTheEdge.has(name)),
    styleHash: page?.styleHash ?? null,
    body,
    isCompressible: body.length >= SMALLEST_BYTES && compressible.test(type),
    encoded: createEncoded(body, EFFORT_FOR_ONE),
    stream,
  }
}

/** The same answer, compressed as hard as it goes. */
export function forMany(answer: Answer): Answer {
  return { ...answer, encoded: createEncoded(answer.body, EFFORT_FOR_MANY) }
}

/** The best encoding of those that the request accepts; `q=0` refuses one. */
export function chooseEncoding(
  accepted: string | undefined,
  ours: Encoding[] = ['br', 'gzip'],
): Encoding | null {
  if (!accepted) return null
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } })
  const known = negotiator.encodings(ours)
  return known.includes('br') ? 'br' : known.includes('gzip') ? 'gzip' : null
}

/** The one place where cookies are written: those of a page, a redirect, data, an error and a file. */
export function writeHead(
  response: ServerResponse,
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  cookies: string[],
): void {
  response.statusCode = status
  for (const [name, value] of headers) response.setHeader(name, value)
  for (const cookie of cookies) response.appendHeader('Set-Cookie', cookie)
}

/** Sends an answer in one piece. */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  cookies: string[],
): Promise<void> {
  const { isCompressible } = answer
  const encoding = isCompressible ? chooseEncoding(request.headers['accept-encoding']) : null
  const body = encoding ? await answer.encoded(encoding) : answer.body
  writeHead(response, answer, cookies)
  if (isCompressible) response.appendHeader('Vary', 'Accept-Encoding')
  if (encoding) response.setHeader('Content-Encoding', encoding)
  if (body.length > 0) response.setHeader('Content-Length', body.length)
  response.end(request.method === 'HEAD' ? undefined : body)
}
