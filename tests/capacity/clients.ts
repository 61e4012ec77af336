import { pauseAfter } from '../../app/card/code-refresher'

/** Mean time for which a shopper's card stays open, in milliseconds. */
export const OPEN_CARD_MS = 400_000
/** Share of shoppers who reload a refused or degraded page. */
export const PATIENT = 0.35
/** Time in which people notice that their network is back. */
export const FOUND_OUT_MS = 180_000
/** Random values that represent all clients. */
export const CHANCES = Array.from({ length: 12 }, (_, index) => (index + 0.5) / 12)

/** Milliseconds until a shopper reloads a page: one without some data, or a refused or lost one. */
export const reloadPause = (isDegraded: boolean, retryAfterSeconds: number, chance: number) =>
  isDegraded ? 20_000 + chance * 60_000 : retryAfterSeconds * 1000 + chance * 1000

/** Milliseconds until an open card requests its next code, by the page's own rule. */
export function codePause(failures: number, retryAfterSeconds: number, chance: number): number {
  const fault = failures > 0 ? ('unreachable' as const) : null
  return pauseAfter({ fault, retryAfterMs: retryAfterSeconds * 1000 }, failures, chance)!
}
