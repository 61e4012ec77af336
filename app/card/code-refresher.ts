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

/** The longest time between two requests of a visible page (specification 9.1). */
export const REFRESH_MS = 300_000
const FIRST_PAUSE_MS = 10_000

/**
 * The pause before the next request in milliseconds; null: only after the shopper or the network returns. Random
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

/** The shortest pause between two requests, even when network or visibility change often. */
const LEAST_GAP_MS = 5000
/** Spreads the requests of phones in one network after it returns. */
export const RECONNECT_SPREAD_MS = 30_000

interface Refreshed {
  /** Requests a code within a deadline; never throws. */
  ask(): Promise<QrResult>
  isSeen(): boolean
  /** Why the page has no code; null when the page was loaded with a code. */
  initial: QrError | null
}

interface CodeRefresher {
  /** Call it when the page may have become visible. */
  onReturn(): void
  onReconnect(): void
  stop(): void
}

/**
 * Requests new codes for a visible page, one at a time. Pauses grow while the gateway is unreachable; a returning
 * shopper or network triggers an early request.
 */
export function startRefresher({ ask, isSeen, initial }: Refreshed): CodeRefresher {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  /** Earliest time of the next request, also after a trigger. */
  let freeAt = 0
  let isAsking = false
  let isHurried = false
  let isStopped = false

  function arm() {
    clearTimeout(timer)
    // The longest possible pause, in case the clock was set back.
    const left = Math.min(1.25 * REFRESH_MS, dueAt - Date.now())
    if (dueAt < Infinity) timer = setTimeout(wake, Math.max(0, left))
  }

  /** A request that is due in a hidden tab waits for the return. */
  function wake() {
    if (isSeen()) void refresh()
  }

  function hurry(withinMs = 0) {
    dueAt = Math.min(dueAt, Math.max(Date.now() + jitter(0, withinMs), freeAt))
    arm()
  }

  function settle(asked: QrResult) {
    failures = asked.qrError ? failures + 1 : 0
    const pause = pauseBeforeCode(asked, failures)
    dueAt = pause === null ? Infinity : Date.now() + pause
    arm()
  }

  async function refresh() {
    isAsking = true
    clearTimeout(timer)
    const asked = await ask()
    isAsking = false
    if (isStopped) return
    freeAt = Date.now() + Math.max(LEAST_GAP_MS, Math.min(REFRESH_MS, asked.retryAfterMs ?? 0))
    settle(asked)
    // The network returned during a request that used the lost one.
    if (isHurried && asked.qrError) hurry(RECONNECT_SPREAD_MS)
    isHurried = false
  }

  settle({ qrError: initial })
  return {
    onReturn() {
      if (isAsking || isStopped || !isSeen()) return
      if (failures > 0) hurry()
      else arm()
    },
    onReconnect() {
      if (isStopped) return
      if (isAsking) isHurried = true
      // A fresh code is not repeated early: only a failed request is.
      else if (failures > 0) hurry(RECONNECT_SPREAD_MS)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
