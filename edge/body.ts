import type { IncomingMessage } from 'node:http'

import { createAddressQuotas } from '../app/session/address-quotas.server'
import type { Middleware } from './request-context'

/** What all requests together may hold of what they were sent. */
export const MOST_BODY_BYTES = 32 * 1024 * 1024
/** Into so many parts they fall, of which one address may hold one. */
const SHARES = 8

/** `Retry-After` for a visitor without a slot, in seconds. */
export const NO_ROOM_RETRY_SECONDS = 3

export interface Body {
  bytes: Buffer<ArrayBuffer>
  /** Gives its room back; called once, when the answer is made. */
  release(): void
}

/**
 * Reads bodies within what one of them, one address and all together may take. The bytes themselves
 * are counted: a chunked request announces no length, and one that does may never send them.
 * @param onHeld hears how many bytes are held
 */
export function createBodyReader(mostBytes = MOST_BODY_BYTES, onHeld?: (bytes: number) => void) {
  // An address holds at most what is still free, so the next one finds room.
  const mostOf = (share: number, free: number) => Math.min((share / SHARES) * mostBytes, free)
  const roomOf = createAddressQuotas(mostBytes, mostOf, onHeld)

  /**
   * The whole body of a request; 413 when it is larger than allowed, 503 when there is no room.
   * @param address address that the body counts for
   * @throws the connection's error when the visitor leaves in the middle
   */
  return async function read(
    request: IncomingMessage,
    largestBytes: number,
    address: string,
  ): Promise<Body | 413 | 503> {
    const { 'content-length': length, 'transfer-encoding': transfer } = request.headers
    const isSent = length !== undefined || transfer !== undefined
    // Bodies of other methods than POST are ignored.
    if (request.method !== 'POST' || !isSent) return { bytes: Buffer.alloc(0), release() {} }
    if (Number(length ?? 0) > largestBytes) return 413
    const room = roomOf(address)
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
        if (!room.has(bytes)) return refuse(503)
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

/** Reads what was sent, as far as its route takes it and there is room. */
export function createBodyMiddleware(onHeld: (bytes: number) => void): Middleware {
  const read = createBodyReader(undefined, onHeld)
  return async (requestContext) => {
    const body = await read(
      requestContext.request,
      requestContext.bodyPolicy.largestBytes,
      requestContext.address,
    )
    if (body === 413) return 413
    if (body === 503) return { status: 503, retryAfterSeconds: NO_ROOM_RETRY_SECONDS }
    requestContext.releases.push(body.release)
    requestContext.body = body.bytes
    return null
  }
}
