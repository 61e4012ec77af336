import type { IncomingMessage } from 'node:http'

import { isPolicyReport, isRelay } from './checks'

export const LARGEST_BODY_BYTES = 64 * 1024
/** A few reports of the policy. */
export const LARGEST_REPORT_BYTES = 16 * 1024
/** 500 tokens of push, each at its longest. */
export const LARGEST_RELAY_BYTES = 1024 * 1024

/** How much may be posted to an address. */
export function largestBody(url: string | undefined): number {
  if (isRelay(url)) return LARGEST_RELAY_BYTES
  return isPolicyReport(url) ? LARGEST_REPORT_BYTES : LARGEST_BODY_BYTES
}

/**
 * The whole body of a request, or null when it is larger than allowed. The bytes themselves are
 * counted: a chunked request announces no length.
 */
export async function readBody(
  request: IncomingMessage,
  largest = largestBody(request.url),
): Promise<Buffer<ArrayBuffer> | null> {
  const { 'content-length': length, 'transfer-encoding': transfer } = request.headers
  if (length === undefined && transfer === undefined) return Buffer.alloc(0)
  if (Number(length ?? 0) > largest) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largest) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
