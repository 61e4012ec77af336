import type { IncomingMessage } from 'node:http'

export const LARGEST_BODY_BYTES = 64 * 1024

/**
 * The whole body of a request, or null when it has more than 64 kB. The bytes themselves are
 * counted: a chunked request announces no length.
 */
export async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY_BYTES) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
