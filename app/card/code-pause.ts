import { jitter } from '~/lib/jitter'

/** Why a code was not renewed. */
export type QrError =
  /** The gateway is unreachable or busy; a later request may succeed. */
  | 'unreachable'
  /** The gateway refuses a code for this card. */
  | 'refused'
  /** The session has ended. */
  | 'signIn'
  /** The profile lacks required fields. */
  | 'profile'

export interface QrResult {
  /** null: there is a code. */
  qrError: QrError | null
  /** The server's Retry-After. */
  retryAfterMs?: number
}

/** The age at which a code on the screen is renewed (specification 9.1); one that fails to renew grows older. */
export const REFRESH_MS = 300_000
const FIRST_PAUSE_MS = 10_000

/**
 * The pause before the next request in milliseconds; null: only after the shopper returns. Random
 * parts spread the phones of a full shop that lost the network at once.
 * @param failures consecutive failures, this one included
 * @param chance from 0 to 1
 */
export function pauseBeforeCode(
  asked: QrResult,
  failures: number,
  chance = Math.random(),
): number | null {
  const { qrError, retryAfterMs = 0 } = asked
  if (qrError === 'signIn') return null
  if (qrError !== 'unreachable') return jitter(0.9 * REFRESH_MS, REFRESH_MS, chance)
  const longest = Math.min(REFRESH_MS, FIRST_PAUSE_MS * 2 ** (failures - 1))
  const delay = Math.min(REFRESH_MS, retryAfterMs)
  return Math.max(jitter(longest / 2, longest, chance), jitter(delay, 1.25 * delay, chance))
}
