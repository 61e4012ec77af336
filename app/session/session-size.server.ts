import { CookieJar } from './cookies.server'
import type { Sealer } from './seal.server'
import type { SignedIn } from './session-schemas.server'

/** Headers of an HTTPS page besides cookies: policy, request id and others. */
const OTHER_HEADERS_BYTES = 1250

/**
 * The size of the response headers with a new session, in bytes.
 * @param token an access token; the refresh token is assumed to have its size
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
