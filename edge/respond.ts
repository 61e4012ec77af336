import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import Negotiator from 'negotiator'

import type { StreamedResponse } from '../app/framework/streamed.server'
import type { PageDictionary } from './dictionary/page-dictionary'

const decidedAtTheEdge = new Set(['set-cookie', 'cache-control', 'x-robots-tag'])
const SMALLEST_BYTES = 1024
const compressible = /^text\/|json|xml|javascript/

/** Encodings without a dictionary; `dcz` needs the browser's stored one. */
type OwnEncoding = 'br' | 'gzip'
type Encoding = OwnEncoding | 'dcz'

interface Effort {
  gzip: number
  br: number
}

/** For a page rendered once: higher levels take five times as long. */
const EFFORT_FOR_ONE: Effort = { gzip: 6, br: 6 }
/** For a shared page: a tenth smaller for twenty times the work. */
const EFFORT_FOR_MANY: Effort = { gzip: 9, br: 11 }

/**
 * Brotli's window in bits: 64 kB. The default of 4 MB takes 10 MB of memory for each page, which makes V8
 * collect garbage again and again.
 */
const WINDOW_BITS = 16

/** Each compression runs on a thread of the pool, off the event loop. */
const compressors: Record<OwnEncoding, (body: Buffer, effort: Effort) => Promise<Buffer>> = {
  br: (body, { br }) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: br,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      },
    }),
  gzip: (body, { gzip: level }) => promisify(gzip)(body, { level }),
}

/** Compresses a body at its first use. */
function createEncoded(body: Buffer, effort: Effort): OutgoingResponse['encoded'] {
  const made = new Map<string, Promise<Buffer>>()
  return (encoding) => {
    const isOwn = typeof encoding === 'string'
    const name = isOwn ? encoding : encoding.path
    let encoded = made.get(name)
    if (!encoded) {
      encoded = isOwn ? compressors[encoding](body, effort) : encoding.compress(body)
      made.set(name, encoded)
      // A failed compression is not cached.
      encoded.catch(() => made.delete(name))
    }
    return encoded
  }
}

/** A response of Remix, read whole, so that it can be sent at once and more than once. */
export interface OutgoingResponse {
  status: number
  /** Headers that are passed on unchanged. */
  headers: [name: string, value: string][]
  body: Buffer
  /** Whether its content type compresses well. */
  isCompressible: boolean
  /** Whether it is a document, which the page dictionary fits. */
  isPage: boolean
  /** The body in an encoding; compressed once. */
  encoded(encoding: OwnEncoding | PageDictionary): Promise<Buffer>
  /** Sends the body while it is made; null when `body` is complete. */
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
 * Request headers that the application gets. Others (`Host`, `Origin`, `X-Forwarded-Host`) would fail the
 * framework's own checks; the edge has made stricter ones.
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
 * The fetch `Request` of a Node request; its address uses the configured origin, never Host.
 * @param method `GET` where a `HEAD` shares the cached response
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

export function isWorthCompressing(body: Buffer, type: string): boolean {
  return body.length >= SMALLEST_BYTES && compressible.test(type)
}

/** Reads a fetch `Response` to its end, unless it is streamed. */
export async function readResponse(
  response: Response | StreamedResponse,
): Promise<OutgoingResponse> {
  const stream = 'isStreamed' in response ? response : null
  const body = stream ? Buffer.alloc(0) : Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('Content-Type') ?? ''
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !decidedAtTheEdge.has(name)),
    body,
    isCompressible: isWorthCompressing(body, type),
    isPage: type.startsWith('text/html'),
    encoded: createEncoded(body, EFFORT_FOR_ONE),
    stream,
  }
}

/** The same response for many visitors, compressed at the highest level. */
export function forMany(outgoing: Omit<OutgoingResponse, 'encoded'>): OutgoingResponse {
  return { ...outgoing, encoded: createEncoded(outgoing.body, EFFORT_FOR_MANY) }
}

/** The package's types lack the second argument. */
interface Preferring {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[]
}

/**
 * The encoding that the request prefers; of equal ones the first. `q=0` refuses one.
 * @param ours the best encoding first
 */
export function chooseEncoding(
  accepted: string | undefined,
  ours: Encoding[] = ['br', 'gzip'],
): Encoding | null {
  if (!accepted) return null
  // The name of gzip before its registration (RFC 9110, section 8.4.1.3).
  const offered = accepted.replace(/\bx-gzip\b/gi, 'gzip')
  const negotiator: Preferring = new Negotiator({ headers: { 'accept-encoding': offered } })
  const [best] = negotiator.encodings([...ours, 'identity'], { preferred: ours })
  return ours.find((encoding) => encoding === best) ?? null
}

/** The only place that writes cookies: of pages, redirects, data, errors and files. */
export function writeHead(
  response: ServerResponse,
  { status, headers }: Pick<OutgoingResponse, 'status' | 'headers'>,
  cookies: string[],
): void {
  response.statusCode = status
  for (const [name, value] of headers) response.setHeader(name, value)
  for (const cookie of cookies) response.appendHeader('Set-Cookie', cookie)
}

export interface SendOptions {
  /** Null without a dictionary for such responses. */
  dictionary?: PageDictionary | null
  /** Receives the error when a body was sent uncompressed. */
  onUncompressed?: (error: unknown) => void
}

/**
 * Sends a response in one piece, compressed with the dictionary where the browser has it. A body that cannot
 * be compressed is sent as it is: its cookies, perhaps a renewed session, matter more than its size.
 */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  outgoing: OutgoingResponse,
  cookies: string[],
  { dictionary = null, onUncompressed }: SendOptions = {},
): Promise<void> {
  const { isCompressible } = outgoing
  const ofPage = isCompressible && outgoing.isPage ? dictionary : null
  const held = ofPage?.isHeldBy(request) ? ofPage : null
  const ours: Encoding[] = held ? ['dcz', 'br', 'gzip'] : ['br', 'gzip']
  const chosen = isCompressible ? chooseEncoding(request.headers['accept-encoding'], ours) : null
  const how = chosen === 'dcz' ? held : chosen
  const refused = (error: unknown) => {
    onUncompressed?.(error)
    return null
  }
  const compressed = how ? await outgoing.encoded(how).catch(refused) : null
  const encoding = compressed ? chosen : null
  const body = compressed ?? outgoing.body
  writeHead(response, outgoing, cookies)
  if (isCompressible) response.appendHeader('Vary', 'Accept-Encoding')
  if (ofPage) response.appendHeader('Vary', 'Available-Dictionary')
  if (encoding) response.setHeader('Content-Encoding', encoding)
  if (body.length > 0) response.setHeader('Content-Length', body.length)
  response.end(request.method === 'HEAD' ? undefined : body)
}
