import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

import { createAddressQuotas } from '../app/limits/address-quotas.server'

const WINDOW_MS = 250
const RESOLUTION_MS = 10
const RECENT_WINDOWS = 4
const BUSY_SHARE = 0.95
/** Busy windows in a row: a single one may be a burst that then waits for its gateway. */
const BUSY_WINDOWS = 2

/**
 * Limit of requests under way at any time. With an idle event loop they wait for gateways, which is no
 * overload, but each one takes memory.
 */
const MAX_UNDER_WAY = 600

/**
 * A session, or an address of guests, may have at most as many requests as are free, so that a newcomer finds a
 * slot. While slots are plenty no address is limited: thousands of shoppers may share one.
 */
const maxOfAddress = (share: number, free: number) => share * free

/**
 * This many requests are always admitted. A late event loop with few requests has one long task, or another
 * program uses the processor; refusing would not help.
 */
const ALWAYS_TAKEN = 8

/** The rule by which a request is shed, as the log names it. */
export type ShedRule = 'event loop late' | 'requests at once' | 'slots of the address'

/** A mean event-loop delay above this makes a window late. */
const MAX_DELAY_MS = 250
/** Late windows in a row that make an overload; a starting process is late for fewer. */
const WINDOWS_AT_FIRST = 5
/** For this time after an overload one late window is enough. */
const WARY_MS = 10_000

/**
 * Decides after each window whether an overload lasts.
 * @returns a function of the window's mean delay (NaN when unmeasured) and of the time, both in milliseconds
 * @internal
 */
export function createVerdict() {
  let lateWindows = 0
  let waryUntil = -Infinity
  return (meanDelayMs: number, now: number): boolean => {
    lateWindows = meanDelayMs > MAX_DELAY_MS ? lateWindows + 1 : 0
    if (lateWindows < (now < waryUntil ? 1 : WINDOWS_AT_FIRST)) return false
    waryUntil = now + WARY_MS
    return true
  }
}

/**
 * Load shedding by event-loop delay, in windows of a quarter of a second. One long task is no overload, and
 * after an overload requests are accepted within a quarter of a second.
 * @param maxWhileBusy requests of the last second that may be under way while the event loop is busy; older
 * requests wait for a gateway. 0 refuses nothing
 * @param onUnderWay receives the number of admitted requests without a response
 */
export function createOverloadGuard(maxWhileBusy: number, onUnderWay?: (count: number) => void) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const result = createVerdict()
  let isLate = false
  let busyWindows = 0
  let underWay = 0
  const getRoom = createAddressQuotas(MAX_UNDER_WAY, maxOfAddress, (count) => {
    underWay = count
    onUnderWay?.(count)
  })
  /** Open requests by the window in which they were admitted. */
  let recent = Array.from({ length: RECENT_WINDOWS }, () => ({ underWay: 0 }))
  let used = performance.eventLoopUtilization()
  let seen = { count: 0, sum: 0 }
  const timer = setInterval(() => {
    // The histogram is never reset: it does not measure the first round after a reset, and a late loop has
    // only one.
    const { count } = delay
    const sum = count > 0 ? delay.mean * count : 0
    const mean = (sum - seen.sum) / (count - seen.count) / 1e6
    seen = { count, sum }
    isLate = result(mean - RESOLUTION_MS, performance.now())
    const now = performance.eventLoopUtilization()
    const isBusy = performance.eventLoopUtilization(now, used).utilization >= BUSY_SHARE
    busyWindows = isBusy ? busyWindows + 1 : 0
    used = now
    recent = [{ underWay: 0 }, ...recent.slice(0, -1)]
  }, WINDOW_MS)
  timer.unref()
  const recentlyBegun = () => recent.reduce((sum, window) => sum + window.underWay, 0)
  return {
    /** The rule that refuses a request of this address now; null when it may begin. */
    getShedRule(address: string, sessionId: string | null = null): ShedRule | null {
      if (maxWhileBusy === 0 || underWay < ALWAYS_TAKEN) return null
      if (isLate) return 'event loop late'
      if (busyWindows >= BUSY_WINDOWS && recentlyBegun() >= maxWhileBusy) return 'requests at once'
      if (getRoom(address, sessionId).has(1)) return null
      return underWay < MAX_UNDER_WAY ? 'slots of the address' : 'requests at once'
    },
    /**
     * Counts a request from its admission until its response is made.
     * @returns ends the count; a second call does nothing
     */
    begin(address: string, sessionId: string | null = null): () => void {
      const [window] = recent
      const room = getRoom(address, sessionId)
      const change = (by: number) => {
        room.take(by)
        if (window) window.underWay += by
      }
      change(1)
      let isOver = false
      return () => {
        if (!isOver) change(-1)
        isOver = true
      }
    },
  }
}
