import { jitter } from '~/lib/jitter'

import { pauseBeforeCode, REFRESH_MS, type QrError, type QrResult } from './code-pause'

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
 * Requests new codes for a visible page, one at a time. Pauses grow while requests fail; a
 * returning shopper or network triggers an early one.
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
