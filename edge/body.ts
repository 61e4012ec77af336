import type { IncomingMessage } from 'node:http'

import { createAddressQuotas } from '../app/session/address-quotas.server'
import type { Middleware } from './request-context'

/** Bytes that the bodies of all requests may hold together. @internal */
export const MAX_BODY_BYTES = 32 * 1024 * 1024
/** One address may hold one of these shares. */
const SHARES = 8

/**
 * The part of the memory that a small body takes, 4 kB. A form of sign-in is smaller, so neighbours of an address
 * that holds its share still find room.
 */
const SMALL_PART = 8192

/** `Retry-After` in seconds when the memory for bodies is full. */
const NO_ROOM_RETRY_SECONDS = 3

export interface Body {
  bytes: Buffer<ArrayBuffer>
  /** Releases the memory; called once, when the response is made. */
  release(): void
}

/**
 * Reads bodies within three limits: of one body, of one address, of all. Counts received bytes, because a
 * chunked request announces no length.
 * @param onHeld receives the number of held bytes
 * @internal
 */
export function createBodyReader(maxBytes = MAX_BODY_BYTES, onHeld?: (bytes: number) => void) {
  // An address may hold at most what is free, so the next address finds room.
  const getMost = (share: number, free: number) => Math.min((share / SHARES) * maxBytes, free)
  const getRoom = createAddressQuotas(maxBytes, getMost, onHeld)

  /**
   * Reads the whole body of a request; 413 when it is larger than allowed, 503 when the memory is full.
   * @param address address that the body counts for
   * @param sessionId session that it counts for first; null for a guest
   * @throws the connection's error when the visitor leaves
   */
  return async function read(
    request: IncomingMessage,
    largestBytes: number,
    address: string,
    sessionId: string | null = null,
  ): Promise<Body | 413 | 503> {
    const { 'content-length': length, 'transfer-encoding': transfer } = request.headers
    const isSent = length !== undefined || transfer !== undefined
    // Bodies of other methods than POST are ignored.
    if (request.method !== 'POST' || !isSent) return { bytes: Buffer.alloc(0), release() {} }
    if (Number(length ?? 0) > largestBytes) return 413
    const room = getRoom(address, sessionId)
    const chunks: Buffer[] = []
    let size = 0
    const refuse = <Status>(status: Status) => {
      room.take(-size)
      return status
    }
    try {
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
        const { length: bytes } = chunk as Buffer
        if (size + bytes > largestBytes) return refuse(413)
        const isSmall = size + bytes <= maxBytes / SMALL_PART
        if (!room.has(bytes) && !(isSmall && room.hasPlenty(bytes))) return refuse(503)
        size += bytes
        room.take(bytes)
        chunks.push(chunk as Buffer)
      }
    } catch (error) {
      throw refuse(error)
    }
    return { bytes: Buffer.concat(chunks), release: () => room.take(-size) }
  }
}

/** Reads the body as far as the route and the memory allow. */
export function createBodyMiddleware(onHeld: (bytes: number) => void): Middleware {
  const read = createBodyReader(undefined, onHeld)
  return async (requestContext) => {
    const body = await read(
      requestContext.request,
      requestContext.bodyPolicy.largestBytes,
      requestContext.address,
      requestContext.sessionId,
    )
    if (body === 413) return 413
    if (body === 503) return { status: 503, retryAfterSeconds: NO_ROOM_RETRY_SECONDS }
    requestContext.releases.push(body.release)
    requestContext.body = body.bytes
    return null
  }
}
