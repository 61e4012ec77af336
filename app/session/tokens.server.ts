import { randomUUID } from 'node:crypto'

import { decodeJwt } from 'jose'

import type { Tokens } from '~/gateways/shapes/identity.server'

import type { SignedIn } from './session-shapes.server'

/** A pair of tokens with the moment to replace it, in milliseconds by our own clock. */
export interface TokenPair extends Tokens {
  staleAt: number
}

const LONGEST_MARGIN_MS = 10_000
const MARGIN_SHARE = 0.1

/**
 * Says until when a fresh pair is good: a little less than the access token's own life
 * (`exp − iat`), counted from its receipt. A clock that differs from the gateway's must not
 * make every request refresh.
 * @throws Error 'Invalid token' when the access token is no JWT with an expiry (section 5)
 */
export function datePair(tokens: Tokens, now: number): TokenPair {
  const { exp, iat } = readClaims(tokens.accessToken)
  if (!exp) throw new Error('Invalid token')
  const lifeMs = iat ? (exp - iat) * 1000 : exp * 1000 - now
  return { ...tokens, staleAt: now + lifeMs - Math.min(LONGEST_MARGIN_MS, lifeMs * MARGIN_SHARE) }
}

/** A session that begins now. */
export function beginSession(tokens: Tokens, userId: string, now: number): SignedIn {
  return { ...datePair(tokens, now), userId, sessionId: randomUUID(), beganAt: now }
}

function readClaims(accessToken: string) {
  try {
    return decodeJwt(accessToken)
  } catch {
    throw new Error('Invalid token')
  }
}
