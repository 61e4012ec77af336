import { createAddressQuotas } from '../app/limits/address-quotas.server'
import type { CountedVisit, RetryLater, WholeVisit } from './visit'

/** Bytes that the bodies of all requests may hold together. */
const MAX_BODY_BYTES = 32 * 1024 * 1024
/** One address may hold one of these shares. */
const SHARES = 8

/**
 * The part of the memory that a small body takes, 4 kB. A form of sign-in is smaller, so neighbours of an address
 * that holds its share still find room.
 */
const SMALL_PART = 8192

/** `Retry-After` in seconds when the memory for bodies is full. */
const NO_ROOM_RETRY_SECONDS = 3

const noRoom: RetryLater = { status: 503, retryAfterSeconds: NO_ROOM_RETRY_SECONDS }

/**
 * Reads bodies within three limits: of one body, of one address or session, of all. Counts received bytes,
 * because a chunked request announces no length.
 * @param onHeld receives the number of held bytes
 * @returns a step that throws the connection's error when the visitor leaves
 */
export function createBodyReader(
  onHeld: (bytes: number) => void,
): (visit: CountedVisit) => Promise<WholeVisit | 413 | RetryLater> {
  // An address may hold at most what is free, so the next address finds room.
  const getMost = (share: number, free: number) => Math.min((share / SHARES) * MAX_BODY_BYTES, free)
  const getRoom = createAddressQuotas(MAX_BODY_BYTES, getMost, onHeld)

  return async (visit) => {
    const { request, address, sessionId, bodyPolicy, releases } = visit
    const { largestBytes } = bodyPolicy
    const { 'content-length': length, 'transfer-encoding': transfer } = request.headers
    const isSent = length !== undefined || transfer !== undefined
    // Bodies of other methods than POST are ignored.
    if (request.method !== 'POST' || !isSent) return Object.assign(visit, { body: Buffer.alloc(0) })
    if (Number(length ?? 0) > largestBytes) return 413
    const room = getRoom(address, sessionId)
    const chunks: Buffer[] = []
    let size = 0
    const release = () => room.take(-size)
    try {
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
        const { length: bytes } = chunk as Buffer
        const isSmall = size + bytes <= MAX_BODY_BYTES / SMALL_PART
        const hasRoom = room.has(bytes) || (isSmall && room.hasPlenty(bytes))
        if (size + bytes > largestBytes || !hasRoom) {
          release()
          return size + bytes > largestBytes ? 413 : noRoom
        }
        size += bytes
        room.take(bytes)
        chunks.push(chunk as Buffer)
      }
    } catch (error) {
      release()
      throw error
    }
    releases.push(release)
    return Object.assign(visit, { body: Buffer.concat(chunks) })
  }
}
