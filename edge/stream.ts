import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { constants, createGzip } from 'node:zlib'

import type { StreamedResponse } from '../app/framework/streamed.server'
import { beginStream } from './connections'
import { chooseEncoding, writeHead, type Answer } from './respond'

const underWay = new Set<() => void>()

/** Has every answer that is still made come to an end that can be read: the process is leaving. */
export function stopStreams(): void {
  for (const stop of underWay) stop()
}

/**
 * Sends an answer while it is made, as fast as it is read. Resolves when it has begun: how long it
 * takes is no work that others wait for. Who leaves ends it, and an answer that cannot be finished
 * is broken off, so that no browser takes it for whole.
 */
export function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Pick<Answer, 'status' | 'headers'> & { stream: StreamedResponse },
  cookies: string[],
): void {
  const { body, stop } = answer.stream
  const isPacked = chooseEncoding(request.headers['accept-encoding'], ['gzip']) === 'gzip'
  writeHead(response, answer, cookies)
  response.appendHeader('Vary', 'Accept-Encoding')
  if (isPacked) response.setHeader('Content-Encoding', 'gzip')
  beginStream(response)
  underWay.add(stop)
  const source = Readable.fromWeb(body as unknown as NodeReadableStream)
  const sent = isPacked
    ? // What is made goes out at once: a proxy must not take a slow gateway's silence for an end.
      pipeline(source, createGzip({ flush: constants.Z_SYNC_FLUSH }), response)
    : pipeline(source, response)
  void sent.catch(() => response.destroy()).finally(() => underWay.delete(stop))
}
