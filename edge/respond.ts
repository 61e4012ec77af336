import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import Negotiator from 'negotiator'

import type { StreamedResponse } from '../app/framework/streamed.server'
import type { PageDictionary } from './dictionary/page-dictionary'

const decidedAtTheEdge = new Set(['set-cookie', 'cache-control', 'x-robots-tag'])
const SMALLEST_BYTES = 1024
const compressible = /^text\/|json|xml|javascript/

/** What a body is by itself; `dcz` needs the dictionary that a browser has. */
type OwnEncoding = 'br' | 'gzip'
type Encoding = OwnEncoding | 'dcz'

export interface Effort {
  gzip: number
  br: number
}

/** What a page that is asked for once is worth: the next steps take five times as long. */
export const EFFORT_FOR_ONE: Effort = { gzip: 6, br: 6 }
/** For a shared page: a tenth less, for twenty times the work. */
export const EFFORT_FOR_MANY: Effort = { gzip: 9, br: 11 }

/**
 * How far back brotli looks, in bits: 64 kB. By itself it would look back 4 MB, and take 10 MB of memory for each page,
 * which V8 counts as its own and answers by collecting all garbage again and again.
 */
const WINDOW_BITS = 16

/** On a thread of its own. */
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

/** Compresses a body when it is first asked for so. */
function createEncoded(body: Buffer, effort: Effort): Answer['encoded'] {
  const made = new Map<string, Promise<Buffer>>()
  return (encoding) => {
    const isOwn = typeof encoding === 'string'
    const name = isOwn ? encoding : encoding.path
    let encoded = made.get(name)
    if (!encoded) {
      encoded = isOwn ? compressors[encoding](body, effort) : encoding.compress(body)
      made.set(name, encoded)
      // What failed is not stored.
      encoded.catch(() => made.delete(name))
    }
    return encoded
  }
}

/** What Remix answered, read whole, so that it can be sent at once and more than once. */
export interface Answer {
  status: number
  /** Those that go out as they are. */
  headers: [name: string, value: string][]
  body: Buffer
  /** Whether its kind of body gets smaller. */
  isCompressible: boolean
  /** Whether it is a document, as our dictionary is made for. */
  isPage: boolean
  /** The body compressed, by itself or by what the dictionary has; the work is done once. */
  encoded(encoding: OwnEncoding | PageDictionary): Promise<Buffer>
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
 * @param method `GET` where a `HEAD` shares the cached answer
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
export async function readResponse(response: Response | StreamedResponse): Promise<Answer> {
  const stream = 'isStreamed' in response ? response : null
  const body = stream ? Buffer.alloc(0) : Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('Content-Type') ?? ''
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !decidedAtTheEdge.has(name)),
    body,
    isCompressible: body.length >= SMALLEST_BYTES && compressible.test(type),
    isPage: type.startsWith('text/html'),
    encoded: createEncoded(body, EFFORT_FOR_ONE),
    stream,
  }
}

/** The same answer, compressed as hard as it goes. */
export function forMany(answer: Answer): Answer {
  return { ...answer, encoded: createEncoded(answer.body, EFFORT_FOR_MANY) }
}

/** Its types are those of a version that took no second argument. */
interface Preferring {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[]
}

/**
 * What of ours the request would rather have; of equals the first. `q=0` refuses one.
 * @param ours the best one first
 */
export function chooseEncoding(
  accepted: string | undefined,
  ours: Encoding[] = ['br', 'gzip'],
): Encoding | null {
  if (!accepted) return null
  // The name that gzip had before it was registered (RFC 9110, section 8.4.1.3).
  const offered = accepted.replace(/\bx-gzip\b/gi, 'gzip')
  const negotiator: Preferring = new Negotiator({ headers: { 'accept-encoding': offered } })
  const [best] = negotiator.encodings([...ours, 'identity'], { preferred: ours })
  return ours.find((encoding) => encoding === best) ?? null
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

export interface SendOptions {
  /** null or left out: there is none for such answers. */
  dictionary?: PageDictionary | null
  /** Hears why a body was sent as it is: it could not be compressed. */
  onUncompressed?: (error: unknown) => void
}

/**
 * Sends an answer in one piece; a page to a browser that has the dictionary as what differs from it.
 * A body that cannot be compressed is sent as it is: the cookies of an answer, a renewed session
 * among them, are worth more than its size.
 */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  cookies: string[],
  { dictionary = null, onUncompressed }: SendOptions = {},
): Promise<void> {
  const { isCompressible } = answer
  const ofPage = isCompressible && answer.isPage ? dictionary : null
  const held = ofPage?.isHeldBy(request) ? ofPage : null
  const ours: Encoding[] = held ? ['dcz', 'br', 'gzip'] : ['br', 'gzip']
  const chosen = isCompressible ? chooseEncoding(request.headers['accept-encoding'], ours) : null
  const how = chosen === 'dcz' ? held : chosen
  const refused = (error: unknown) => {
    onUncompressed?.(error)
    return null
  }
  const compressed = how ? await answer.encoded(how).catch(refused) : null
  const encoding = compressed ? chosen : null
  const body = compressed ?? answer.body
  writeHead(response, answer, cookies)
  if (isCompressible) response.appendHeader('Vary', 'Accept-Encoding')
  if (ofPage) response.appendHeader('Vary', 'Available-Dictionary')
  if (encoding) response.setHeader('Content-Encoding', encoding)
  if (body.length > 0) response.setHeader('Content-Length', body.length)
  response.end(request.method === 'HEAD' ? undefined : body)
}
