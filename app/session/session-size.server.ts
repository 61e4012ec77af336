import { CookieJar } from './cookies.server'
import type { Sealer } from './seal.server'
import type { SignedIn } from './session-shapes.server'

/** Of a page behind https: policy, request id and what else goes out besides cookies. */
const OTHER_HEADERS_BYTES = 1250

/**
 * How long the headers of an answer are that brings a new session.
 * @param token the gateway's other token is taken to be of its size
 */
export function sessionHeaderBytes(token: string, sealer: Sealer): number {
  const bytesWith = (accessToken: string) => {
    const jar = new CookieJar(null, { secure: true, sealer })
    jar.setSealed('v1_jwt', { ...EMPTY, accessToken })
    return jar.changes().reduce((sum, cookie) => sum + `Set-Cookie: ${cookie}\r\n`.length, 0)
  }
  const bare = bytesWith('')
  return OTHER_HEADERS_BYTES + bare + 2 * (bytesWith(token) - bare)
}

const EMPTY: SignedIn = {
  accessToken: '',
  refreshToken: '',
  staleAt: Date.UTC(2030),
  userId: crypto.randomUUID(),
  sessionId: crypto.randomUUID(),
  beganAt: Date.UTC(2030),
}
