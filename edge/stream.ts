import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { constants, createGzip } from 'node:zlib'

import type { StreamedResponse } from '../app/framework/streamed.server'
import { beginStream } from './connections'
import { chooseEncoding, writeHead, type OutgoingResponse } from './respond'

const underWay = new Set<() => void>()

/** Ends all streamed responses in a readable way, because the process shuts down. */
export function stopStreams(): void {
  for (const stop of underWay) stop()
}

/**
 * Streams a response as fast as its reader takes it; resolves at its start. A disconnected client ends it. A
 * response that fails is aborted, so that browsers do not take it for complete.
 */
export function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  outgoing: Pick<OutgoingResponse, 'status' | 'headers'> & { stream: StreamedResponse },
  cookies: string[],
): void {
  const { body, stop } = outgoing.stream
  const isPacked = chooseEncoding(request.headers['accept-encoding'], ['gzip']) === 'gzip'
  writeHead(response, outgoing, cookies)
  response.appendHeader('Vary', 'Accept-Encoding')
  if (isPacked) response.setHeader('Content-Encoding', 'gzip')
  beginStream(response)
  underWay.add(stop)
  const source = Readable.fromWeb(body as unknown as NodeReadableStream)
  const sent = isPacked
    ? // Flushes each part at once: held-back bytes could run into a proxy's read timeout while a gateway is slow.
      pipeline(source, createGzip({ flush: constants.Z_SYNC_FLUSH }), response)
    : pipeline(source, response)
  void sent.catch(() => response.destroy()).finally(() => underWay.delete(stop))
}
