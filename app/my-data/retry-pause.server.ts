import type { GatewayError } from '~/gateways/gateway-error.server'

const PAUSE_MS = 3_000
/** Longer than a breaker stays open. */
const OPEN_PAUSE_MS = 11_000
const MAX_PAUSE_MS = 15_000

/** The pause before a retry. Spreads downloads that failed together: a third is random. */
export function pauseAfter({ kind, retryAfterSeconds = 0 }: GatewayError, chance: number): number {
  const asked = Math.max(PAUSE_MS, retryAfterSeconds * 1000)
  const least = kind === 'open' ? OPEN_PAUSE_MS : asked
  return Math.min(least * (1 + chance / 2), MAX_PAUSE_MS)
}
