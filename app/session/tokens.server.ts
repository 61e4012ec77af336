import { randomUUID } from 'node:crypto'

import { decodeJwt } from 'jose'

import type { Tokens } from '~/gateways/schemas/identity.server'

import type { SignedIn } from './session-schemas.server'

/** A pair of tokens with the time to replace it, in milliseconds of our own clock. */
export interface TokenPair extends Tokens {
  staleAt: number
}

const MAX_MARGIN_MS = 10_000
const MARGIN_SHARE = 0.1

/**
 * Computes until when a new pair is valid: slightly less than the token's lifetime (`exp − iat`)
 * after its receipt. Our clock may differ from the gateway's, and must not cause a refresh on every
 * request.
 * @throws Error 'Invalid token' when the access token is no JWT with an expiry (specification 5.1)
 */
export function datePair(tokens: Tokens, now: number): TokenPair {
  const { exp, iat } = readClaims(tokens.accessToken)
  if (!exp) throw new Error('Invalid token')
  const lifeMs = iat ? (exp - iat) * 1000 : exp * 1000 - now
  return { ...tokens, staleAt: now + lifeMs - Math.min(MAX_MARGIN_MS, lifeMs * MARGIN_SHARE) }
}

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
